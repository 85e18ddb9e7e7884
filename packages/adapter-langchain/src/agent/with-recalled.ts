import { HumanMessage, SystemMessage, type BaseMessage } from "@langchain/core/messages";

/**
 * Returns copies of the messages with the text before the user's words in `asked`. If that is gone,
 * the text goes into the last human message, or else into a new one before all others.
 */
export function withRecalled(
  messages: readonly BaseMessage[],
  text: string,
  asked: BaseMessage | undefined,
): BaseMessage[] {
  const isAsked = (message: BaseMessage): boolean =>
    HumanMessage.isInstance(message) &&
    (message === asked || (asked?.id !== undefined && message.id === asked.id));
  const found = messages.findLastIndex(isAsked);
  const index =
    found === -1 ? messages.findLastIndex((one) => HumanMessage.isInstance(one)) : found;
  const message = messages[index];
  if (message) return messages.with(index, prepend(text, message));
  const first = messages.findIndex((one) => !SystemMessage.isInstance(one));
  return messages.toSpliced(first === -1 ? messages.length : first, 0, new HumanMessage(text));
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
