import { MemoryError, type Embedder } from "@kioku/core";
import { toUnitVector, type EmbedOptions, type EmbedResult } from "@kioku/core/toolkit";

import { seededRandom } from "./picker.js";

/** Width of the vectors of `textVector`. */
const TEXT_VECTOR_WIDTH = 16;

/**
 * The vector of a text: as good as random, so that two texts never have the same, and the same at
 * every call.
 */
function textVector(space: string, text: string): Float32Array {
  let hash = 0x811c9dc5;
  for (const unit of `${space}\0${text}`) {
    // FNV-1a.
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  }
  const random = seededRandom(hash);
  return Float32Array.from({ length: TEXT_VECTOR_WIDTH }, () => random() - 0.5);
}

/** Returns true if a stored vector is that of this text. */
export function isVectorOf(stored: Float32Array, space: string, text: string): boolean {
  const expected = toUnitVector(textVector(space, text));
  if (!expected || expected.length !== stored.length) return false;
  return expected.every((value, index) => Math.abs(value - (stored[index] ?? 2)) < 1e-5);
}

/** Call that a fault answers. */
interface FaultCall {
  readonly space: string;
  readonly texts: readonly string[];
  readonly signal: AbortSignal | undefined;
  /** Lets so much time pass that the call is given up. */
  readonly timeOut: () => void;
  /** In [0, 1). */
  readonly random: () => number;
}

type Answer = (call: FaultCall) => Promise<EmbedResult>;

function vectorsOf({ space, texts }: FaultCall): readonly Float32Array[] {
  return texts.map((text) => textVector(space, text));
}

/** An answer with something in the place of one of its vectors. */
function spoiled(make: (vector: Float32Array) => unknown): Answer {
  return async (call) => {
    const vectors: unknown[] = [...vectorsOf(call)];
    const place = Math.floor(call.random() * vectors.length);
    vectors[place] = make(vectors[place] as Float32Array);
    return { vectors } as EmbedResult;
  };
}

/** An answer with something in the place of its list of vectors. */
function replaced(make: (vectors: readonly Float32Array[]) => unknown): Answer {
  return async (call) => ({ vectors: make(vectorsOf(call)) }) as EmbedResult;
}

function trap(): never {
  throw new Error("a trap");
}

async function shuffled(call: FaultCall): Promise<EmbedResult> {
  const indices = [...call.texts.keys()].toSorted(() => call.random() - 0.5);
  const vectors = vectorsOf(call);
  return { vectors: indices.map((index) => vectors[index] ?? new Float32Array(0)), indices };
}

/** Answers that are right. */
const RIGHT_ANSWERS: Readonly<Record<string, Answer>> = {
  "at once": async (call) => ({ vectors: vectorsOf(call) }),
  late: async (call) => {
    const turns = 300 * call.random();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    return { vectors: vectorsOf(call) };
  },
  "in another order, and says so": shuffled,
};

/** All the ways in which an embedder fails. */
export const FAULTS: Readonly<Record<string, Answer>> = {
  rejects: async () => {
    throw new Error("the server broke");
  },
  "rejects with what is no error": () => {
    const { promise, reject } = Promise.withResolvers<never>();
    reject("down");
    return promise;
  },
  "asks to be left alone": async () => {
    throw new MemoryError("embedder-failed", "429", {
      retryable: true,
      details: { retryAfterMs: 5_000 },
    });
  },
  "throws before it promises anything": () => {
    throw new Error("not even a promise");
  },
  "answers too few": replaced((vectors) => vectors.slice(1)),
  "answers too many": replaced((vectors) => [...vectors, new Float32Array(16).fill(1)]),
  "answers no list": replaced(() => ({ length: 1 })),
  "answers nothing": async () => undefined as unknown as EmbedResult,
  "names no order that is one": async (call) => ({
    vectors: vectorsOf(call),
    indices: call.texts.map(() => 1),
  }),
  "is too wide": replaced((vectors) => vectors.map(() => new Float32Array(24).fill(1))),
  "has one that is too wide": spoiled(() => new Float32Array(24).fill(1)),
  "has one that is no number": spoiled((vector) => vector.map(() => Number.NaN)),
  "has one that is not finite": spoiled((vector) => vector.map(() => Infinity)),
  "has one that is zero": spoiled((vector) => vector.map(() => 0)),
  "has one of 64-bit numbers": spoiled((vector) => Float64Array.from(vector)),
  "has one that is a list": spoiled((vector) => [...vector]),
  "has one that is not there": spoiled(() => undefined),
  "throws when it is read": async () => ({
    get vectors(): never {
      return trap();
    },
  }),
  "throws when one is read": async (call) => {
    const vectors = [...vectorsOf(call)];
    return { vectors: Object.defineProperty(vectors, 0, { get: trap }) };
  },
  "hangs and hears no signal": (call) => {
    queueMicrotask(call.timeOut);
    return new Promise(() => undefined);
  },
  "hangs until it is aborted": (call) => {
    queueMicrotask(call.timeOut);
    return new Promise((_, reject) => {
      call.signal?.addEventListener("abort", () => reject(call.signal?.reason as Error));
    });
  },
  "answers when nobody waits any more": (call) => {
    queueMicrotask(call.timeOut);
    return new Promise((resolve) => {
      const answer = { vectors: vectorsOf({ ...call, texts: call.texts.toReversed() }) };
      call.signal?.addEventListener("abort", () => resolve(answer));
    });
  },
};

/** Options of `FaultyEmbedder`. */
export interface FaultyEmbedderOptions {
  readonly id: string;
  /** True if it states the width of its vectors. */
  readonly declaresWidth: boolean;
  /** In [0, 1). */
  readonly random: () => number;
  /** Lets so much time pass that a call is given up. */
  readonly timeOut: () => void;
  /** Counts how often each fault happens. */
  readonly faults: Map<string, number>;
}

/** An embedder that fails at random in all the ways there are, until it is healed. */
export class FaultyEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions?: number;
  readonly maxBatchSize = 3;
  readonly profile = { unrelated: 0, related: 0.6 };
  /** Share of the calls that fail. */
  faultiness = 0;
  readonly #options: FaultyEmbedderOptions;

  constructor(options: FaultyEmbedderOptions) {
    this.#options = options;
    this.id = options.id;
    if (options.declaresWidth) this.dimensions = TEXT_VECTOR_WIDTH;
  }

  // Not async: one of the faults is to throw before there is a promise.
  embed(texts: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const { random, timeOut, faults, id: space } = this.#options;
    const fails = random() < this.faultiness;
    const answers = Object.entries(fails ? FAULTS : RIGHT_ANSWERS);
    const chosen = answers[Math.floor(random() * answers.length)];
    if (!chosen) return Promise.reject(new Error("there is no answer to choose"));
    const [name, answer] = chosen;
    if (fails) faults.set(name, (faults.get(name) ?? 0) + 1);
    return answer({ space, texts, signal: options.signal, timeOut, random });
  }
}
