import { hashText } from "@kioku/core/toolkit";

import { markOf, partsOf, turnStart } from "./marks.js";
import type { MessagePart, ShownMark, TurnMessage } from "./marks.js";

/** Metadata field with the hash of a message, by which a recall excludes what the prompt holds. */
export const MESSAGE_HASH = "aiSdkMessage";

/** Hashes words in a role. A user's texts are one a line, an assistant's are joined. */
export function messageHash(role: string, words: string): string {
  return hashText(role, words).slice(0, 32);
}

/** Random per process, so that no client can pass a user's words off as a memory. */
const OWN_TEXT = crypto.randomUUID();

/** Returns the part that carries recalled memories, in prompts only. */
export function injectedPart(text: string, { kioku }: ShownMark): MessagePart {
  return { type: "text", text, providerOptions: { kioku: { ...kioku, by: OWN_TEXT } } };
}

/**
 * Returns the words of a message: the user's texts, one a line and without injected ones, or the
 * assistant's, joined. Blank texts, files and calls are no words.
 */
export function wordsOf({ role, content }: TurnMessage): string {
  const parts = partsOf(content);
  if (role === "user") return parts.filter(isOfUser).map(textOf).join("\n");
  const words = role === "assistant" ? parts.map(textOf).join("") : "";
  return words.trim() === "" ? "" : words;
}

/** Returns true for text that the user wrote. */
export function isOfUser(part: MessagePart): boolean {
  return textOf(part).trim() !== "" && markOf(part.providerOptions)["by"] !== OWN_TEXT;
}

function textOf({ type, text }: MessagePart): string {
  return type === "text" && typeof text === "string" ? text : "";
}

/** Words of a prompt by their hashes, computed on first use. */
export class PromptWords {
  readonly #prompt: readonly TurnMessage[];
  #hashes: readonly (string | undefined)[] | undefined;

  constructor(prompt: readonly TurnMessage[]) {
    this.#prompt = prompt;
  }

  /** Hash of each message; `undefined` without words. */
  get hashes(): readonly (string | undefined)[] {
    this.#hashes ??= this.#prompt.map((message) => {
      const words = wordsOf(message);
      return words === "" ? undefined : messageHash(message.role, words);
    });
    return this.#hashes;
  }

  /** Hashes the words up to a message, regardless of instructions, files and tools. */
  conversationAt(index: number): string {
    const said = this.hashes.slice(0, index + 1).filter((hash) => hash !== undefined);
    return hashText("conversation", ...said);
  }
}

/** Question at the end of a prompt. */
export interface PromptQuestion {
  /** User messages with nothing but system messages between them. */
  readonly question: string;
  /** Index of the last of these. */
  readonly index: number;
  /** Index at which the turn begins; the user may have asked more before tools were called. */
  readonly start: number;
}

/** Returns the question of a prompt, if the user said anything. */
export function questionIn(prompt: readonly TurnMessage[]): PromptQuestion | undefined {
  const index = prompt.findLastIndex(({ role }) => role === "user");
  const before = prompt.slice(0, index + 1).findLastIndex(isOfAgent);
  const question = prompt
    .slice(before + 1, index + 1)
    .map(wordsOf)
    .filter((words) => words !== "")
    .join("\n");
  if (question === "") return undefined;
  return { question, index, start: turnStart(prompt) };
}

/** Returns true if the agent has acted since the user spoke, so that the turn has begun. */
export function isContinued(prompt: readonly TurnMessage[]): boolean {
  return isOfAgent(prompt.findLast(({ role }) => role !== "system"));
}

function isOfAgent(message: TurnMessage | undefined): boolean {
  return message?.role === "assistant" || message?.role === "tool";
}
