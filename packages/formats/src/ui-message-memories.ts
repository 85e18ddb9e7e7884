import type { Origin } from "@kioku/core";
import { checkOneOf, invalidInput } from "@kioku/core/toolkit";

import { checkThread, type ChatOptions } from "./chat-memories.js";
import { fieldsOf, instantOf, itemsOf, nameOf, type Fields } from "./foreign-fields.js";
import { messageMemory, type ForeignMemory } from "./foreign-memory.js";

/** Origin by role; messages of `undefined` are instructions and no memories. */
const ROLES: Readonly<Record<string, Origin | undefined>> = {
  user: "user",
  assistant: "assistant",
  system: undefined,
};
/** Parts without words of a speaker: thoughts, sources, files, calls of tools, data of the app. */
const SILENT =
  /^(?:reasoning|reasoning-file|source|source-url|source-document|file|step-start|custom|dynamic-tool|tool-.+|data-.+)$/u;

/**
 * Reads `UIMessage`s of the AI SDK 5 to 7: a list, or an object with `messages`. Words that a user
 * added to a run (`steering-message`) become a message of the user. The time is `createdAt` of the
 * message or of its metadata. Instructions and parts without text are left out.
 * @throws `invalid-input` naming the message and the part that is wrong.
 */
export function* uiMessageMemories(data: unknown, options: ChatOptions): Generator<ForeignMemory> {
  const thread = checkThread(options);
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
  /** Id of a user's message within the answer; `undefined` for the message itself. */
  readonly id?: string;
}

/** Returns the words that users added to a message, then its own. */
function sayingsOf(parts: readonly unknown[], name: string): readonly Saying[] {
  const sayings: Saying[] = [];
  const content = textOf(parts, name, (part, at) => {
    const id = nameOf(part["id"], `${at}.id`) ?? at;
    const inner = itemsOf(part["parts"], `${at}.parts`, []);
    const said = textOf(inner, `${at}.parts`, (_, within) => {
      throw invalidInput(within, "no steering-message within another");
    });
    sayings.push({ content: said, id });
  });
  return [...sayings, { content }].filter((saying) => saying.content.trim() !== "");
}

/** Joins the texts of the parts, and passes on the words that a user added. */
function textOf(
  parts: readonly unknown[],
  name: string,
  onSteering: (part: Fields, at: string) => void,
): string {
  const texts = parts.map((part, index): string => {
    const at = `${name}[${index}]`;
    const fields = fieldsOf(part, at);
    const { type, text } = fields;
    if (type === "steering-message") {
      onSteering(fields, at);
      return "";
    }
    if (type === "text") {
      if (typeof text !== "string") throw invalidInput(`${at}.text`, "a string", text);
      return text;
    }
    if (typeof type === "string" && SILENT.test(type)) return "";
    throw invalidInput(`${at}.type`, "text or another type of part of the AI SDK", type);
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
