import type { BaseMessage } from "@langchain/core/messages";

/**
 * The words of a message, those of several parts on lines of their own; what is no text is passed
 * over.
 */
export function messageText({ content }: BaseMessage): string {
  if (typeof content === "string") return content;
  return content.flatMap(partText).join("\n");
}

function partText(part: { readonly type?: unknown; readonly text?: unknown }): readonly string[] {
  return part.type === "text" && typeof part.text === "string" && part.text.trim() !== ""
    ? [part.text]
    : [];
}
