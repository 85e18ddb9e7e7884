/** Call of an embedding model of any specification. */
export interface LetterCall {
  readonly values: string[];
  readonly dimensions?: number;
  readonly abortSignal?: AbortSignal;
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

interface LetterModelOptions {
  readonly maxEmbeddingsPerCall?: number | PromiseLike<number> | undefined;
  readonly supportsParallelCalls?: boolean;
  /** Called before each answer; may throw or wait. */
  readonly before?: (call: LetterCall) => unknown;
}

const WIDTH = 24;

/**
 * An embedding model of any specification, by hand, with a direction for every text and other ones
 * for questions, which it is told by `providerOptions.letters`. Its private members fail on
 * anything but itself.
 */
export class LetterModel<Version extends "v2" | "v3" | "v4"> {
  readonly specificationVersion: Version;
  readonly provider = "test.embedding";
  readonly modelId = "letters";
  readonly supportsParallelCalls: boolean;
  readonly calls: LetterCall[] = [];
  readonly #options: LetterModelOptions;

  constructor(version: Version, options: LetterModelOptions = {}) {
    this.specificationVersion = version;
    this.supportsParallelCalls = options.supportsParallelCalls ?? true;
    this.#options = options;
  }

  get maxEmbeddingsPerCall(): number | PromiseLike<number> | undefined {
    return this.#options.maxEmbeddingsPerCall;
  }

  async doEmbed(call: LetterCall): Promise<LetterAnswer> {
    this.calls.push(call);
    await this.#options.before?.(call);
    const purpose = call.providerOptions?.["letters"]?.["purpose"];
    // Only V4 knows a width.
    const asked = this.specificationVersion === "v4" ? call.dimensions : undefined;
    const width = asked ?? WIDTH;
    const embeddings = call.values.map((text) =>
      vectorOf(text, purpose === "query" ? 0.5 : 3, width),
    );
    return { embeddings, usage: { tokens: call.values.length }, warnings: [] };
  }
}

interface LetterAnswer {
  readonly embeddings: number[][];
  readonly usage: { readonly tokens: number };
  readonly warnings: [];
}

/** Counts words by a hash of each, beside a hash of the whole: texts that share words are near. */
export function vectorOf(text: string, share: number, width: number = WIDTH): number[] {
  const vector = Array.from({ length: width }, () => 0);
  const add = (part: string, weight: number): void => {
    let state = 17;
    for (let index = 0; index < part.length; index += 1) {
      state = (Math.imul(state, 31) + part.charCodeAt(index)) | 0;
    }
    for (const slot of vector.keys()) {
      state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + slot) | 0;
      vector[slot] = (vector[slot] ?? 0) + (weight * state) / 2 ** 31;
    }
  };
  add(text, 0.2);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) add(word, 1);
  vector[0] = (vector[0] ?? 0) + share;
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}
