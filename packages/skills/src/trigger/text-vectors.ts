import { MemoryError, type CallOptions, type Embedder, type SkillLog } from "@kioku/core";
import { embedTexts } from "@kioku/core/toolkit";

import { packVectors, unpackVectors } from "./packed-vectors.js";

/** An embedder and the width of its vectors. */
export interface TextEmbedder {
  readonly embedder: Embedder;
  readonly width: VectorWidth;
  readonly log: SkillLog;
}

/** Vectors of examples, as far as there are any. */
interface ExampleVectors {
  /** One per text, in order, of length 1; `undefined` for one that failed. */
  readonly vectors: readonly (Float32Array | undefined)[];
  /** Indexes of the texts that failed for now. */
  readonly failed: ReadonlySet<number>;
  /** Why they failed; present if any did. */
  readonly failure: MemoryError | undefined;
}

/**
 * Embeds examples, rounded as the cache keeps them, so that every start gives the same scores.
 * @throws `embedder-failed` if the width of the vectors changed, or the signal's reason.
 */
export async function exampleVectors(
  texts: readonly string[],
  { embedder, width, log, signal }: TextEmbedder & CallOptions,
): Promise<ExampleVectors> {
  const { vectors, unfit, failed, failure } = await embedInGroups(embedder, texts, { signal });
  width.require(vectors);
  if (unfit.size > 0) log.warn("examples of skills that the embedder cannot embed", unfit.size);
  return { vectors: vectors.map((vector) => vector && rounded(vector)), failed, failure };
}

/** Embeds a text and its parts. @throws `embedder-failed`, or the signal's reason. */
export async function queryVectors(
  texts: readonly string[],
  { embedder, width, signal }: Pick<TextEmbedder, "embedder" | "width"> & CallOptions,
): Promise<readonly Float32Array[]> {
  const { vectors, failure } = await embedTexts(embedder, texts, { purpose: "query", signal });
  const whole = vectors.flatMap((vector) => (vector ? [vector.values] : []));
  if (whole.length < texts.length) throw failure ?? nothingAnswered(embedder);
  width.require(whole);
  return whole;
}

function rounded(vector: Float32Array): Float32Array | undefined {
  return unpackVectors(packVectors([vector]), 1)?.[0];
}

/** Most texts of a group that is split to find those that fail; about a batch. */
const MAX_GROUP = 64;
/** Failed calls in a row that mean the embedder is down: before its first answer, and later. */
const DOWN_AT_FIRST = 12;
const DOWN_LATER = 64;

/** Embeds texts. A batch that fails is halved until the text at fault stands alone. */
async function embedInGroups(
  embedder: Embedder,
  texts: readonly string[],
  options: CallOptions,
): Promise<Run> {
  const run = new Run(embedder, texts, options);
  // Grows during the loop.
  const groups: (readonly number[])[] = texts.length > 0 ? [[...texts.keys()]] : [];
  for (const group of groups) {
    const missing = run.isDown ? group : await run.ask(group);
    if (group.length > 1 && !run.isDown) groups.push(...partsOf(missing));
    else for (const index of missing) run.failed.add(index);
  }
  return run;
}

class Run implements ExampleVectors {
  readonly vectors: (Float32Array | undefined)[];
  /** Indexes of the texts that can never be embedded. */
  readonly unfit = new Set<number>();
  readonly failed = new Set<number>();
  failure: MemoryError | undefined;
  readonly #embedder: Embedder;
  readonly #texts: readonly string[];
  readonly #options: CallOptions;
  #inVain = 0;
  #mostInVain = DOWN_AT_FIRST;

  constructor(embedder: Embedder, texts: readonly string[], options: CallOptions) {
    this.#embedder = embedder;
    this.#texts = texts;
    this.#options = options;
    this.vectors = Array.from({ length: texts.length });
  }

  get isDown(): boolean {
    return this.#inVain >= this.#mostInVain;
  }

  /** Embeds the texts at these indexes, and returns the indexes that failed. */
  async ask(indexes: readonly number[]): Promise<readonly number[]> {
    const asked = indexes.map((index) => this.#texts[index] ?? "");
    const { signal } = this.#options;
    const made = await embedTexts(this.#embedder, asked, { purpose: "query", signal });
    for (const [position, index] of indexes.entries()) {
      this.vectors[index] = made.vectors[position]?.values;
      if (made.unfit.has(position)) this.unfit.add(index);
    }
    const missing = indexes.filter((index) => !this.vectors[index] && !this.unfit.has(index));
    if (missing.length > 0) this.failure = made.failure ?? nothingAnswered(this.#embedder);
    if (missing.length === indexes.length) this.#inVain += 1;
    else {
      this.#inVain = 0;
      this.#mostInVain = DOWN_LATER;
    }
    return missing;
  }
}

function partsOf(indexes: readonly number[]): readonly (readonly number[])[] {
  if (indexes.length === 0) return [];
  const size = Math.min(Math.ceil(indexes.length / 2), MAX_GROUP);
  const count = Math.ceil(indexes.length / size);
  return Array.from({ length: count }, (_, part) => indexes.slice(part * size, (part + 1) * size));
}

/** Makes the error for an embedder that gave no vector and no reason. */
function nothingAnswered({ id }: Embedder): MemoryError {
  return new MemoryError("embedder-failed", `embedder ${id} returned no vector`, {
    retryable: true,
  });
}

/** The width of the vectors of an embedder, as declared or as last seen. */
export class VectorWidth {
  readonly #id: string;
  #current: number | undefined;

  constructor({ id, dimensions }: Embedder) {
    this.#id = id;
    this.#current = dimensions;
  }

  get current(): number | undefined {
    return this.#current;
  }

  /** Returns true if vectors have the width. If none is known, the first vector sets it. */
  fits(vectors: readonly Float32Array[]): boolean {
    this.#current ??= vectors[0]?.length;
    return vectors.every(({ length }) => length === this.#current);
  }

  /** Adopts the width of new vectors. @throws `embedder-failed` if they have another one. */
  require(vectors: readonly (Float32Array | undefined)[]): void {
    for (const vector of vectors) {
      if (!vector || this.fits([vector])) continue;
      const before = this.#current ?? 0;
      this.#current = vector.length;
      const message = `embedder ${this.#id} answered a vector of ${vector.length} numbers after others of ${before}`;
      throw new MemoryError("embedder-failed", message, { retryable: true });
    }
  }
}
