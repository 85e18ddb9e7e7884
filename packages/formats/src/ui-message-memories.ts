import type { Origin } from "@kioku/core";
import {
  checkMembers,
  checkOneOf,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import type { ChatOptions } from "./chat-memories.js";
import { fieldsOf, instantOf, itemsOf, nameOf } from "./foreign-fields.js";
import type { Fields } from "./foreign-fields.js";
import type { ForeignMemory } from "./foreign-memory.js";
import { messageMemory } from "./message-memory.js";

/** Origin by role; messages of `undefined` are instructions and no memories. */
const ROLES: Readonly<Record<string, Origin | undefined>> = {
  user: "user",
  assistant: "assistant",
  system: undefined,
};
/**
 * Parts that hold no words of anybody: thoughts, sources, files, calls of tools, data of the app.
 */
const SILENT =
  /^(?:reasoning|reasoning-file|source|source-url|source-document|file|step-start|custom|dynamic-tool|tool-.+|data-.+)$/u;

/**
 * Reads `UIMessage`s of the AI SDK 5 to 7: a list, or an object with `messages`. Texts count; a
 * user's words that were added to a run (`steering-message`) are a message of the user. A time is
 * taken from `createdAt` of the message or of its metadata. Instructions and other parts are left
 * out.
 * @throws `invalid-input` naming the message and the part that is wrong.
 */
export function* uiMessageMemories(data: unknown, options: ChatOptions): Generator<ForeignMemory> {
  checkMembers(options, "options", ["thread"]);
  const thread = checkText(options.thread, "options.thread", MAX_NAME_LENGTH);
  for (const [index, item] of itemsOf(data, "UI messages", ["messages"]).entries()) {
    const name = `UI messages[${index}]`;
    const message = fieldsOf(item, name);
    const origin = ROLES[checkOneOf(message["role"], `${name}.role`, Object.keys(ROLES))];
    const parts = itemsOf(message["parts"], `${name}.parts`, []);
    const occurredAt = timeOf(message, name);
    const id = nameOf(message["id"], `${name}.id`) ?? String(index);
    const once = { system: "ui-message", thread, occurredAt, metadata: {} };
    for (const said of sayingsOf(parts, `${name}.parts`)) {
      if (origin === undefined) continue;
      const saying =
        said.id === undefined ? { id, origin } : { id: said.id, origin: "user" as const };
      yield messageMemory({ ...once, ...saying, content: said.content });
    }
  }
}

/** Words of one speaker. */
interface Saying {
  readonly content: string;
  /**
   * Id of a message of the user within the answer; `undefined` for the words of the message itself.
   */
  readonly id?: string;
}

/** Returns what users said while the message was made, then the message's own words. */
function sayingsOf(parts: readonly unknown[], name: string): readonly Saying[] {
  const sayings: Saying[] = [];
  const content = textOf(parts, name, (part, place) => {
    const id = nameOf(part["id"], `${place}.id`) ?? place;
    const inner = itemsOf(part["parts"], `${place}.parts`, []);
    const said = textOf(inner, `${place}.parts`, (_, within) => {
      throw invalidInput(within, "no steering-message within another");
    });
    sayings.push({ content: said, id });
  });
  return [...sayings, { content }].filter((saying) => saying.content.trim() !== "");
}

/** Returns the texts among the parts, and hands over the words that a user added to a run. */
function textOf(
  parts: readonly unknown[],
  name: string,
  onSteering: (part: Fields, place: string) => void,
): string {
  const texts = parts.map((part, index): string => {
    const place = `${name}[${index}]`;
    const fields = fieldsOf(part, place);
    const { type, text } = fields;
    if (type === "steering-message") {
      onSteering(fields, place);
      return "";
    }
    if (type === "text") {
      if (typeof text !== "string") throw invalidInput(`${place}.text`, "a string", text);
      return text;
    }
    if (typeof type === "string" && SILENT.test(type)) return "";
    throw invalidInput(`${place}.type`, "text or another type of part of the AI SDK", type);
  });
  return texts.filter((text) => text !== "").join("\n");
}

function timeOf(message: Fields, name: string): Date | undefined {
  const { createdAt, metadata } = message;
  if (createdAt !== undefined && createdAt !== null) {
    return instantOf(createdAt, `${name}.createdAt`);
  }
  // Metadata is the host's own, of any type.
  const own = typeof metadata === "object" ? (metadata as Partial<Fields> | null) : null;
  return instantOf(own?.["createdAt"], `${name}.metadata.createdAt`);
}
