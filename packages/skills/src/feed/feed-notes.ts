import type { JsonValue, Memory } from "@kioku/core";

import { FeedProgress } from "./feed-progress.js";

/**
 * Keeps how far a feed came. Two keys take turns, and the one that was replaced is forgotten with
 * its history, so there is one note at every instant, and no more than two.
 */
export class FeedNotes {
  readonly #memory: Memory;
  readonly #name: string;
  #number = 0;

  constructor(memory: Memory, name: string) {
    this.#memory = memory;
    this.#name = name;
  }

  /** The last note, if there is one. */
  async read(): Promise<FeedProgress | undefined> {
    let last: FeedProgress | undefined;
    for (const turn of [0, 1]) {
      const note = await this.#memory.get(this.#keyOf(turn));
      const progress = FeedProgress.from(note);
      const number = numberOf(note);
      if (progress === undefined || number < this.#number) continue;
      last = progress;
      this.#number = number;
    }
    return last;
  }

  /** Writes a note in the place of the one before. */
  async write(note: JsonValue): Promise<void> {
    const number = this.#number + 1;
    const value = { ...(note as Readonly<Record<string, JsonValue>>), number };
    await this.#memory.set(this.#keyOf(number), value, { index: false, kind: "feed" });
    this.#number = number;
    await this.#memory.forget({ key: this.#keyOf(number + 1) }, { purge: true });
  }

  #keyOf(number: number): string {
    return `feed ${this.#name} ${number % 2 === 0 ? "even" : "odd"}`;
  }
}

function numberOf(note: JsonValue | undefined): number {
  const isObject = typeof note === "object" && note !== null && !Array.isArray(note);
  const number = isObject ? (note as Readonly<Record<string, JsonValue>>)["number"] : undefined;
  return typeof number === "number" ? number : -1;
}
