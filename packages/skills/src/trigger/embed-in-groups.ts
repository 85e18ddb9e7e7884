import { MemoryError } from "@kioku/core";
import type { CallOptions, Embedder } from "@kioku/core";
import { embedTexts } from "@kioku/core/toolkit";

/** What became of some texts. */
export interface GroupedVectors {
  /** One per text, in order, of length 1. */
  readonly vectors: readonly (Float32Array | undefined)[];
  /** Indexes of the texts that can never be embedded. */
  readonly unfit: ReadonlySet<number>;
  /** Indexes of the texts that could not be embedded now. */
  readonly failed: ReadonlySet<number>;
  /** Why not; present if any failed. */
  readonly failure: MemoryError | undefined;
}

/** Most texts of a group that is taken apart to find those that fail; about a batch. */
const MAX_GROUP = 64;
/**
 * So many calls in a row that answer nothing say that the embedder is down: before it has answered
 * anything, and after that.
 */
const DOWN_AT_FIRST = 12;
const DOWN_LATER = 64;

/**
 * Embeds texts. Where one makes a whole batch fail, the batch is halved until that text stands
 * alone. Only an abort rejects.
 */
export async function embedInGroups(
  embedder: Embedder,
  texts: readonly string[],
  options: CallOptions,
): Promise<GroupedVectors> {
  const run = new Run(embedder, texts, options);
  // Grows while it is walked through.
  const groups: (readonly number[])[] = texts.length > 0 ? [[...texts.keys()]] : [];
  for (const group of groups) {
    const missing = run.isDown ? group : await run.ask(group);
    if (group.length > 1 && !run.isDown) groups.push(...partsOf(missing));
    else for (const place of missing) run.failed.add(place);
  }
  return run;
}

class Run implements GroupedVectors {
  readonly vectors: (Float32Array | undefined)[];
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

  /** Asks for the texts at these places, and answers the places where there is none. */
  async ask(places: readonly number[]): Promise<readonly number[]> {
    const asked = places.map((place) => this.#texts[place] ?? "");
    const { signal } = this.#options;
    const made = await embedTexts(this.#embedder, asked, { purpose: "query", signal });
    for (const [index, place] of places.entries()) {
      this.vectors[place] = made.vectors[index]?.values;
      if (made.unfit.has(index)) this.unfit.add(place);
    }
    const missing = places.filter((place) => !this.vectors[place] && !this.unfit.has(place));
    if (missing.length > 0) this.failure = made.failure ?? nothingAnswered(this.#embedder);
    if (missing.length === places.length) this.#inVain += 1;
    else {
      this.#inVain = 0;
      this.#mostInVain = DOWN_LATER;
    }
    return missing;
  }
}

function partsOf(places: readonly number[]): readonly (readonly number[])[] {
  if (places.length === 0) return [];
  const size = Math.min(Math.ceil(places.length / 2), MAX_GROUP);
  const count = Math.ceil(places.length / size);
  return Array.from({ length: count }, (_, part) => places.slice(part * size, (part + 1) * size));
}

/** The failure of an embedder that gave no vector and no reason. */
export function nothingAnswered({ id }: Embedder): MemoryError {
  return new MemoryError("embedder-failed", `embedder ${id} answered nothing`, { retryable: true });
}
