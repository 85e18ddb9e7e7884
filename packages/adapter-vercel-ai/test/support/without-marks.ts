import type { ModelMessage } from "ai";

/** Messages as apps and providers have them that drop what others say of calls. */
export function withoutMarks(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== "assistant" || typeof message.content === "string") return message;
    const content = message.content.map((part) => ({ ...part, providerOptions: undefined }));
    return { ...message, content } as ModelMessage;
  });
}
