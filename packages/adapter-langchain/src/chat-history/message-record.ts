import { MemoryError } from "@kioku/core";
import type { MemoryRecord, Origin, RememberInput } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";
import { AIMessage, ChatMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";

import { fromStoredMessage, toStoredMessage } from "./stored-message.js";
import { isPlainObject } from "./tagged-json.js";

/** Kind of the records that are messages, here as in imported chats. */
export const MESSAGE_KIND = "message";

const ORIGINS: Readonly<Record<string, Origin>> = {
  human: "user",
  user: "user",
  ai: "assistant",
  assistant: "assistant",
  model: "assistant",
  system: "system",
  developer: "system",
  remove: "system",
};

/** Longest message, as the JSON that it is kept as; core's limit for values. */
const MAX_JSON_LENGTH = 1_048_576;

/**
 * A message as what to remember: its text to be found by, and all of it to be had back.
 * @throws `invalid-input` naming the message that cannot be stored.
 */
export function toInput(message: BaseMessage, name: string): RememberInput {
  const value = toStoredMessage(message, name);
  const { length } = JSON.stringify(value);
  if (length > MAX_JSON_LENGTH) {
    const limit = `at most ${MAX_JSON_LENGTH} characters as JSON, but is ${length}`;
    throw invalidInput(name, `${limit}; keep pictures and files elsewhere, and their URL here`);
  }
  const { text } = message;
  const said = typeof text === "string" && text.trim() !== "";
  return {
    kind: MESSAGE_KIND,
    content: said ? text : describe(message),
    value,
    origin: originOf(message),
    // A description is nothing that anybody said.
    ...(said ? {} : { index: false }),
  };
}

/**
 * The message of a record. A record that holds none, such as one of an imported chat, is a message
 * with its content.
 * @throws `invalid-input` if the message that it holds is damaged.
 */
export function toMessage({ id, value, content, origin }: MemoryRecord): BaseMessage {
  if (!isPlainObject(value) || typeof value["type"] !== "string" || !isPlainObject(value["data"])) {
    return toPlainMessage(content, origin);
  }
  try {
    return fromStoredMessage(value);
  } catch {
    // What was thrown may quote the message.
    const problem = `record ${id} holds no message that can be read; mend its value, or forget it`;
    throw new MemoryError("invalid-input", problem);
  }
}

function toPlainMessage(content: string, origin: Origin): BaseMessage {
  if (origin === "user") return new HumanMessage(content);
  if (origin === "assistant") return new AIMessage(content);
  if (origin === "system") return new SystemMessage(content);
  return new ChatMessage({ content, role: origin });
}

/** Of a role that is not known: `tool`, which nobody trusts. */
function originOf(message: BaseMessage): Origin {
  const { role } = message as { readonly role?: unknown };
  const speaker = message.type === "generic" && typeof role === "string" ? role : message.type;
  return (Object.hasOwn(ORIGINS, speaker) ? ORIGINS[speaker] : undefined) ?? "tool";
}

/** What is in a message without text, in a few words. */
function describe(message: BaseMessage): string {
  const { content } = message;
  const { tool_calls: calls } = message as { readonly tool_calls?: unknown };
  const names = namesIn(calls, "name");
  const parts = namesIn(content, "type").filter((type) => type !== "text" && type !== "tool_call");
  const holds = [...new Set(parts), ...(names.length > 0 ? [`calls ${names.join(", ")}`] : [])];
  return `(no text: ${holds.join(", ").slice(0, 200) || "empty"})`;
}

function namesIn(items: unknown, member: string): readonly string[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    const name = isPlainObject(item) ? item[member] : undefined;
    return typeof name === "string" ? [name] : [];
  });
}
