import type { Origin } from "@kioku/core";
import {
  checkMembers,
  checkOneOf,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import { fieldsOf, instantOf, itemsOf, nameOf, type Fields } from "./foreign-fields.js";
import { messageMemory, type ForeignMemory } from "./foreign-memory.js";

/** Options of `chatMemories`. */
export interface ChatOptions {
  /** Thread of the messages, the same for each import of a chat, which writes new messages only. */
  readonly thread: string;
}

/** Origin by role; messages of `undefined` are instructions and no memories. */
const ROLES: Readonly<Record<string, Origin | undefined>> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
  model: "assistant",
  tool: "tool",
  function: "tool",
  system: undefined,
  developer: undefined,
};
const TIMES = ["occurredAt", "createdAt", "created_at", "timestamp", "time", "date"] as const;
/** Members of messages without content, such as calls of tools. */
const CALLS = ["tool_calls", "toolCalls", "function_call", "audio", "refusal"] as const;
const TEXT_PARTS: ReadonlySet<unknown> = new Set(["text", "input_text", "output_text"]);

/**
 * Reads a list of `{ role, content }`, or an object with `messages`. A content is a text or parts,
 * of which texts are read. Instructions (`system`, `developer`) and messages without text, such as
 * calls of tools, are left out.
 * @throws `invalid-input` naming the message that is wrong.
 */
export function* chatMemories(data: unknown, options: ChatOptions): Generator<ForeignMemory> {
  const thread = checkThread(options);
  for (const [index, message] of itemsOf(data, "chat", ["messages"]).entries()) {
    const name = `messages[${index}]`;
    const fields = fieldsOf(message, name);
    const role = checkOneOf(fields["role"], `${name}.role`, Object.keys(ROLES));
    requireContent(fields, name);
    const content = textOf(fields["content"], `${name}.content`);
    const origin = ROLES[role];
    if (origin === undefined || content.trim() === "") continue;
    const occurredAt = timeOf(fields, name);
    const speaker = nameOf(fields["name"], `${name}.name`);
    // With its index: the same words may be said twice.
    const once = { system: "chat", thread, id: String(index) };
    yield messageMemory({ ...once, speaker, origin, content, occurredAt, metadata: {} });
  }
}

/** Checks the options, and returns the thread. */
export function checkThread(options: ChatOptions): string {
  checkMembers(options, "options", ["thread"]);
  return checkText(options.thread, "options.thread", MAX_NAME_LENGTH);
}

/** Refuses messages of another form, which would seem to have no text. */
function requireContent(fields: Fields, name: string): void {
  if (fields["content"] !== undefined || CALLS.some((member) => fields[member] !== undefined))
    return;
  if (fields["parts"] === undefined)
    throw invalidInput(`${name}.content`, "a text or a list of parts");
  throw invalidInput(name, "a message with content; uiMessageMemories reads messages with parts");
}

function textOf(content: unknown, name: string): string {
  if (typeof content === "string") return content;
  if (content === undefined || content === null) return "";
  if (!Array.isArray(content)) throw invalidInput(name, "a text or a list of parts", content);
  const texts = content.map((part: unknown, index): string => {
    if (typeof part === "string") return part;
    const { type, text } = fieldsOf(part, `${name}[${index}]`);
    if (!TEXT_PARTS.has(type)) return "";
    if (typeof text !== "string") throw invalidInput(`${name}[${index}].text`, "a text", text);
    return text;
  });
  return texts.filter((text) => text !== "").join("\n");
}

function timeOf(fields: Fields, name: string): Date | undefined {
  const member = TIMES.find((time) => fields[time] !== undefined && fields[time] !== null);
  return member && instantOf(fields[member], `${name}.${member}`);
}
