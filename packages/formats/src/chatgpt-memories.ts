import type { Origin } from "@kioku/core";
import { checkOneOf, invalidInput } from "@kioku/core/toolkit";

import {
  conversationsOf,
  fieldsOf,
  instantOf,
  nameOf,
  present,
  requiredName,
  titleOf,
} from "./foreign-fields.js";
import type { Fields } from "./foreign-fields.js";
import { messageMemory, type ForeignMemory } from "./foreign-memory.js";

/** Origin by role; messages of `undefined` are instructions and no memories. */
const ROLES: Readonly<Record<string, Origin | undefined>> = {
  user: "user",
  assistant: "assistant",
  tool: "tool",
  system: undefined,
};
/** Types of content without words of a speaker: thoughts, settings, results of searches. */
const SILENT: ReadonlySet<unknown> = new Set([
  "thoughts",
  "reasoning_recap",
  "user_editable_context",
  "model_editable_context",
  "app_pairing_content",
  "tether_browsing_display",
]);

/**
 * Reads the messages of ChatGPT's export (`conversations.json`): a list of conversations with
 * `mapping`, or a single one. Of each conversation the branch that was shown last is read. Left out
 * are instructions, hidden messages, thoughts, calls of tools and pictures.
 * @throws `invalid-input` naming the conversation and the member that is wrong.
 */
export function* chatGptMemories(data: unknown): Generator<ForeignMemory> {
  for (const [index, item] of conversationsOf(data, "ChatGPT", "mapping").entries()) {
    const name = `ChatGPT conversations[${index}]`;
    const conversation = fieldsOf(item, name);
    const id = conversation["conversation_id"] ?? conversation["id"];
    const thread = requiredName(id, `${name}.id`);
    const mapping = fieldsOf(conversation["mapping"], `${name}.mapping`);
    const metadata = present({ title: titleOf(conversation["title"]) });
    for (const nodeId of branchOf(mapping, conversation["current_node"], name)) {
      const at = `${name}.mapping[${JSON.stringify(nodeId)}].message`;
      const message = messageOf(nodeOf(mapping, nodeId, name), at);
      const said = message && wordsOf(message, at);
      if (!message || !said) continue;
      const occurredAt = instantOf(message["create_time"], `${at}.create_time`);
      const once = { system: "chatgpt", thread, id: nodeId };
      yield messageMemory({ ...once, ...said, occurredAt, metadata });
    }
  }
}

/** Returns the ids of the nodes from the root to the current one. */
function branchOf(mapping: Fields, current: unknown, name: string): readonly string[] {
  const ids = new Set<string>();
  let id = nameOf(current, `${name}.current_node`) ?? lastLeaf(mapping, name);
  const isTree = id !== undefined || Object.keys(mapping).length === 0;
  if (!isTree) throw invalidInput(`${name}.mapping`, "a tree", mapping);
  while (id !== undefined) {
    if (ids.has(id)) throw invalidInput(`${name}.mapping`, "a tree", mapping);
    ids.add(id);
    id = nameOf(nodeOf(mapping, id, name)["parent"], `${name}.mapping: parent`);
  }
  return [...ids].toReversed();
}

/** Returns the node without children that comes last: older exports do not name the current one. */
function lastLeaf(mapping: Fields, name: string): string | undefined {
  return Object.keys(mapping).findLast((id) => {
    const { children } = nodeOf(mapping, id, name);
    return !Array.isArray(children) || children.length === 0;
  });
}

function nodeOf(mapping: Fields, id: string, name: string): Fields {
  const at = `${name}.mapping[${JSON.stringify(id)}]`;
  return fieldsOf(Object.hasOwn(mapping, id) ? mapping[id] : undefined, at);
}

function messageOf(node: Fields, at: string): Fields | undefined {
  const { message } = node;
  return message === null || message === undefined ? undefined : fieldsOf(message, at);
}

/** Returns the words of a message that a person could read in the chat, and whose they are. */
function wordsOf(
  message: Fields,
  at: string,
): { readonly origin: Origin; readonly content: string } | undefined {
  const author = fieldsOf(message["author"], `${at}.author`);
  const origin = ROLES[checkOneOf(author["role"], `${at}.author.role`, Object.keys(ROLES))];
  const { is_visually_hidden_from_conversation: isHidden } = fieldsOf(
    message["metadata"] ?? {},
    `${at}.metadata`,
  );
  const isCall = (message["recipient"] ?? "all") !== "all";
  if (origin === undefined || isHidden === true || isCall) return undefined;
  const content = textOf(fieldsOf(message["content"], `${at}.content`), `${at}.content`);
  return content.trim() === "" ? undefined : { origin, content };
}

function textOf(content: Fields, at: string): string {
  const { content_type: type, text, parts } = content;
  if (SILENT.has(type)) return "";
  if (typeof text === "string") return text;
  if (!Array.isArray(parts)) throw invalidInput(at, "an object with text or parts", content);
  const texts = parts.map((part: unknown, index): unknown => {
    if (typeof part === "string" || part === null) return part;
    return fieldsOf(part, `${at}.parts[${index}]`)["text"];
  });
  return texts.filter((one) => typeof one === "string" && one !== "").join("\n");
}
