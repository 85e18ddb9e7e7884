import type { Origin } from "@kioku/core";
import { checkOneOf, invalidInput } from "@kioku/core/toolkit";

import {
  conversationsOf,
  fieldsOf,
  instantOf,
  objectsOf,
  nameOf,
  present,
  requiredName,
  titleOf,
} from "./foreign-fields.js";
import type { Fields } from "./foreign-fields.js";
import { messageMemory, type ForeignMemory } from "./foreign-memory.js";

const SENDERS: Readonly<Record<string, Origin>> = { human: "user", assistant: "assistant" };

/**
 * Reads the messages of Claude's export (`conversations.json`): a list of conversations with
 * `chat_messages`, or a single one. Left out are thoughts, calls of tools and their results,
 * attachments and files.
 * @throws `invalid-input` naming the conversation and the member that is wrong.
 */
export function* claudeMemories(data: unknown): Generator<ForeignMemory> {
  for (const [index, item] of conversationsOf(data, "Claude", "chat_messages").entries()) {
    const name = `Claude conversations[${index}]`;
    const conversation = fieldsOf(item, name);
    const thread = requiredName(conversation["uuid"], `${name}.uuid`);
    const metadata = present({ title: titleOf(conversation["name"]) });
    for (const each of objectsOf(conversation["chat_messages"], `${name}.chat_messages`)) {
      const { fields: message, name: part } = each;
      const sender = checkOneOf(message["sender"], `${part}.sender`, Object.keys(SENDERS));
      const content = textOf(message, part);
      const origin = SENDERS[sender];
      if (origin === undefined || content.trim() === "") continue;
      const id = nameOf(message["uuid"], `${part}.uuid`) ?? String(each.index);
      const occurredAt = instantOf(message["created_at"], `${part}.created_at`);
      yield messageMemory({ system: "claude", thread, id, origin, content, occurredAt, metadata });
    }
  }
}

/** Returns the texts among the blocks: `text` of the message also holds notes on the others. */
function textOf({ content, text }: Fields, name: string): string {
  if (content === undefined || content === null || (Array.isArray(content) && !content.length)) {
    if (typeof text === "string") return text;
    throw invalidInput(name, "an object with a list as content, or a text as text", text);
  }
  const texts: string[] = [];
  for (const { fields, name: block } of objectsOf(content, `${name}.content`)) {
    if (typeof fields["type"] !== "string") throw invalidInput(`${block}.type`, "a string");
    if (fields["type"] !== "text" || fields["text"] === "") continue;
    if (typeof fields["text"] !== "string") {
      throw invalidInput(`${block}.text`, "a string", fields["text"]);
    }
    texts.push(fields["text"]);
  }
  return texts.join("\n");
}
