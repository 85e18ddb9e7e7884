import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";

import { isFromUser } from "../tools/turn-trust.js";
import { messageText } from "./message-text.js";

/** What was said in the turn that a list of messages ends with. */
export interface Turn {
  /** What the user said since an assistant or a tool had the word, oldest first; never empty. */
  readonly asked: readonly [HumanMessage, ...HumanMessage[]];
  /** The answer; nothing if the agent ended with a call of a tool or its result. */
  readonly answer: AIMessage | undefined;
}

/** The message that the agent answers: the last one of the user. */
export function lastAsked(messages: readonly BaseMessage[]): HumanMessage | undefined {
  return messages.findLast(isFromUser);
}

/** The turn that the messages end with; nothing if the user said nothing. */
export function lastTurn(messages: readonly BaseMessage[]): Turn | undefined {
  const last = messages.findLastIndex(isFromUser);
  const before = messages.slice(0, Math.max(last, 0)).findLastIndex(isOfAgent);
  const [first, ...others] = messages.slice(before + 1, last + 1).filter(isFromUser);
  if (!first) return undefined;
  const said = messages.slice(last + 1).findLast((message) => AIMessage.isInstance(message));
  return { asked: [first, ...others], answer: said && isAnswer(said) ? said : undefined };
}

/**
 * Whatever came before it was remembered with a turn of its own, and may have been forgotten since.
 */
function isOfAgent(message: BaseMessage): boolean {
  return !HumanMessage.isInstance(message) && !SystemMessage.isInstance(message);
}

function isAnswer(message: AIMessage): boolean {
  return (message.tool_calls ?? []).length === 0 && messageText(message).trim() !== "";
}
