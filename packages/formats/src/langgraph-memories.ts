import type { JsonObject, JsonValue } from "@kioku/core";
import {
  runCallback,
  checkJson,
  checkScope,
  checkFunction,
  checkMembers,
  onRejection,
} from "@kioku/core/toolkit";

import {
  contentOf,
  fieldsOf,
  instantOf,
  itemsOf,
  requiredName,
  withOnceKey,
  present,
} from "./foreign-fields.js";
import type { ForeignMemory } from "./foreign-memory.js";

/** Options of `langGraphMemories`. */
export interface LangGraphOptions {
  /**
   * Returns the text that an item is found by.
   * @defaultValue its text `content`, `text`, `memory` or `data`, or else key and value
   */
  readonly content?: ((value: JsonValue, key: string) => string) | undefined;
}

const TEXT_MEMBERS = ["content", "text", "memory", "data"] as const;

/**
 * Reads items of a LangGraph store, of JavaScript or Python, which LangMem uses, too: a list, or an
 * object with `items`. The namespace becomes the scope; key and value stay, so that `get(key)`
 * answers as the store did.
 * @throws `invalid-input` naming the item that is wrong.
 */
export function* langGraphMemories(
  data: unknown,
  options: LangGraphOptions = {},
): Generator<ForeignMemory> {
  checkMembers(options, "options", ["content"]);
  const { content = describeItem } = options;
  checkFunction(content, "options.content");
  for (const [index, item] of itemsOf(data, "LangGraph items", ["items"]).entries()) {
    const name = `items[${index}]`;
    const fields = fieldsOf(item, name);
    const scope = checkScope(fields["namespace"], `${name}.namespace`);
    const key = requiredName(fields["key"], `${name}.key`);
    const value = checkJson(fields["value"], `${name}.value`);
    const createdAt = fields["createdAt"] ?? fields["created_at"];
    const updatedAt = instantOf(fields["updatedAt"] ?? fields["updated_at"], `${name}.updatedAt`);
    const occurredAt = instantOf(createdAt, `${name}.createdAt`);
    const text = runCallback("options.content", () => content(value, key));
    onRejection(text);
    const input = {
      content: contentOf(text, `content of ${name}`),
      key,
      value,
      kind: "entry",
      metadata: present({ updatedAt: updatedAt?.toISOString() }),
      origin: "import" as const,
      ...(occurredAt ? { occurredAt } : {}),
    };
    // An item that has changed since is a new version of the same entry.
    yield { scope, input: withOnceKey(input, "langgraph") };
  }
}

function describeItem(value: JsonValue, key: string): string {
  const { kind, content } = membersOf(value);
  const own = textOf(value);
  if (own !== undefined) return own;
  // Managers of LangMem keep a document with the name of its schema.
  if (typeof kind === "string" && typeof content === "object" && content !== null) {
    return textOf(content) ?? `${kind}: ${JSON.stringify(content)}`;
  }
  return `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
}

function membersOf(value: JsonValue): JsonObject {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : {};
}

function textOf(value: JsonValue): string | undefined {
  const members = membersOf(value);
  const texts = TEXT_MEMBERS.map((member) => members[member]);
  return texts.find((one): one is string => typeof one === "string" && one.trim() !== "");
}
