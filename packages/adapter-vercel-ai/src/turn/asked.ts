import { wordsOf } from "./message-words.js";
import { turnStart } from "./told-trust.js";
import type { TurnMessage } from "./told-trust.js";

/** What the user asks in the turn that a prompt ends with. */
export interface Asked {
  /** The words of the messages of the user that nothing but system messages stands between. */
  readonly question: string;
  /** Where the last of them is. */
  readonly index: number;
  /**
   * Where the turn begins that they belong to, which may have been asked more before tools were
   * called.
   */
  readonly start: number;
}

/** Nothing where a prompt has no words of the user to answer. */
export function askedIn(prompt: readonly TurnMessage[]): Asked | undefined {
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

/**
 * Whether the agent has been at work since the user asked, so that the prompt belongs to a turn
 * that has begun.
 */
export function isContinued(prompt: readonly TurnMessage[]): boolean {
  return isOfAgent(prompt.findLast(({ role }) => role !== "system"));
}

function isOfAgent(message: TurnMessage | undefined): boolean {
  return message?.role === "assistant" || message?.role === "tool";
}
