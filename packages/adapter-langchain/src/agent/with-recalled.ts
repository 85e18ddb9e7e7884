import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";

/**
 * The messages with the recalled text before the words of the user, in copies: those that were
 * given belong to the state of the agent. `asked` says which message; where it has been left out or
 * summarised, it is the last one that stands for the user, and where there is none, a message of
 * its own before all others.
 */
export function withRecalled(
  messages: readonly BaseMessage[],
  text: string,
  asked: BaseMessage | undefined,
): BaseMessage[] {
  const human = messages.map((message) => HumanMessage.isInstance(message));
  const isAsked = (message: BaseMessage, index: number): boolean =>
    human[index] === true &&
    (message === asked || (asked?.id !== undefined && message.id === asked.id));
  const found = messages.findLastIndex(isAsked);
  const place = found === -1 ? human.lastIndexOf(true) : found;
  if (place === -1) return withFirst(messages, new HumanMessage(text));
  return messages.map((message, index) => (index === place ? prepend(text, message) : message));
}

function withFirst(messages: readonly BaseMessage[], first: HumanMessage): BaseMessage[] {
  const said = messages.findIndex((message) => !SystemMessage.isInstance(message));
  const place = said === -1 ? messages.length : said;
  return [...messages.slice(0, place), first, ...messages.slice(place)];
}

function prepend(text: string, message: BaseMessage): HumanMessage {
  const { content, id, name, additional_kwargs, response_metadata } = message;
  return new HumanMessage({
    content:
      typeof content === "string" ? `${text}\n\n${content}` : [{ type: "text", text }, ...content],
    additional_kwargs: { ...additional_kwargs },
    response_metadata: { ...response_metadata },
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
  });
}
