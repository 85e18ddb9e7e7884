import { hashText } from "@kioku/core/toolkit";

import { messageHash } from "./message-mark.js";
import { wordsOf } from "./message-words.js";
import type { TurnMessage } from "./told-trust.js";

/**
 * The words of a prompt by their hashes, which take time in long chats and are made once, when
 * somebody asks.
 */
export class PromptWords {
  readonly #prompt: readonly TurnMessage[];
  #hashes: readonly (string | undefined)[] | undefined;

  constructor(prompt: readonly TurnMessage[]) {
    this.#prompt = prompt;
  }

  /**
   * One hash for each message, the same for the same words of the same role; nothing for those
   * without words.
   */
  get hashes(): readonly (string | undefined)[] {
    this.#hashes ??= this.#prompt.map((message) => {
      const words = wordsOf(message);
      return words === "" ? undefined : messageHash(message.role, words);
    });
    return this.#hashes;
  }

  /** A hash of what was said up to a message, whatever instructions, files and tools there were. */
  conversationAt(index: number): string {
    const said = this.hashes.slice(0, index + 1).filter((hash) => hash !== undefined);
    return hashText("conversation", ...said);
  }
}
