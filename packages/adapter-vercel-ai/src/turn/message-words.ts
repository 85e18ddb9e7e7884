import { partsOf, trustMark } from "./told-trust.js";
import type { MessagePart, TurnMessage } from "./told-trust.js";

/**
 * Known to this process alone, so that no client can pass off words of the user as words of a
 * memory.
 */
const OWN_TEXT = crypto.randomUUID();

/** What a memory puts into a message of the user. It is only ever in what a model is sent. */
export function injectedPart(text: string, trust: number): MessagePart {
  const { kioku } = trustMark(trust);
  return { type: "text", text, providerOptions: { kioku: { ...kioku, by: OWN_TEXT } } };
}

/**
 * What a user or an assistant said: of a user the texts on lines of their own, without those that
 * memories have put there; of an assistant the texts as they follow each other, as the AI SDK joins
 * them. Files and calls are no words, and what is blank is none.
 */
export function wordsOf({ role, content }: TurnMessage): string {
  const parts = partsOf(content);
  if (role === "user") return parts.filter(isOfUser).map(textOf).join("\n");
  const words = role === "assistant" ? parts.map(textOf).join("") : "";
  return words.trim() === "" ? "" : words;
}

/**
 * Whether a part of a message of the user is text that the user wrote, and not what a memory has
 * put there.
 */
export function isOfUser(part: MessagePart): boolean {
  return textOf(part).trim() !== "" && !isInjected(part);
}

function isInjected({ providerOptions }: MessagePart): boolean {
  const { kioku } = (providerOptions ?? {}) as {
    readonly kioku?: { readonly by?: unknown } | null;
  };
  return kioku?.by === OWN_TEXT;
}

function textOf({ type, text }: MessagePart): string {
  return type === "text" && typeof text === "string" ? text : "";
}
