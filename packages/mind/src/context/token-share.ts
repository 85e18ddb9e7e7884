import type { MemoryRecord } from "@kioku/core";
import { type checkPromptOptions, writeNotes } from "@kioku/core/toolkit";

/** A share of a budget of tokens, taken line by line. */
export class TokenShare {
  readonly #options: ReturnType<typeof checkPromptOptions>;
  readonly #frame: number;
  /** Tokens of a line without text. */
  readonly #least: number;
  #left: number;

  constructor(options: ReturnType<typeof checkPromptOptions>, tokens: number) {
    this.#options = options;
    this.#left = tokens;
    const line = { label: "m100", text: "" };
    this.#frame = options.countTokens(writeNotes([line]));
    this.#least = options.countTokens(writeNotes([line, line])) - this.#frame;
  }

  /** Tokens that are left. */
  get left(): number {
    return this.#left;
  }

  /** Takes the room of a memory, if there is enough. */
  take(memory: MemoryRecord): boolean {
    if (this.#left < this.#least) return false;
    const { render, countTokens } = this.#options;
    const { kind, occurredAt: at, createdAt } = memory;
    const note = { label: "m100", kind, at: at ?? createdAt, source: memory };
    const tokens = countTokens(writeNotes([{ ...note, text: render(memory) }])) - this.#frame;
    if (tokens > this.#left) return false;
    this.#left -= tokens;
    return true;
  }
}
