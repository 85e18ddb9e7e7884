import type { Embedder } from "@kioku/core";
import type { EmbedOptions, EmbedResult } from "@kioku/core/toolkit";

import { FAULTS, RIGHT_ANSWERS } from "./embed-faults.js";
import { TEXT_VECTOR_WIDTH } from "./text-vector.js";

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
