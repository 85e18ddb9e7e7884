import { AIMessage, HumanMessage, SystemMessage, type BaseMessage } from "@langchain/core/messages";

import { isFromUser, messageText } from "../tools/turn-trust.js";

/** Last turn of a list of messages. */
interface Turn {
  /** Messages of the user since an assistant or a tool spoke, oldest first, at least one. */
  readonly asked: readonly HumanMessage[];
  /** Answer; absent if the agent ended with a tool call or its result. */
  readonly answer: AIMessage | undefined;
}

/** Returns the last message of the user, which the agent answers. */
export function lastAsked(messages: readonly BaseMessage[]): HumanMessage | undefined {
  return messages.findLast(isFromUser);
}

/** Returns the last turn, if the user said anything. */
export function lastTurn(messages: readonly BaseMessage[]): Turn | undefined {
  const last = messages.findLastIndex(isFromUser);
  const before = messages.slice(0, Math.max(last, 0)).findLastIndex(isOfAgent);
  // Earlier messages were remembered with their own turn.
  const asked = messages.slice(before + 1, last + 1).filter(isFromUser);
  if (asked.length === 0) return undefined;
  const said = messages.slice(last + 1).findLast((message) => AIMessage.isInstance(message));
  return { asked, answer: said && isAnswer(said) ? said : undefined };
}

function isOfAgent(message: BaseMessage): boolean {
  return !HumanMessage.isInstance(message) && !SystemMessage.isInstance(message);
}

function isAnswer(message: AIMessage): boolean {
  return (message.tool_calls ?? []).length === 0 && messageText(message).trim() !== "";
}
