import type { Format } from "../../table/move-commands.js";

/** Format of a JSON document; `part`: of an export whose main file is another one. */
export type JsonFormat = Format | "part" | "empty" | undefined;

type Fields = Readonly<Record<string, unknown>>;
type Test = (item: Fields) => boolean;

/** Formats by an item of their list. */
const ITEMS: readonly (readonly [Format, Test])[] = [
  ["chatgpt", ({ mapping }) => isFields(mapping)],
  ["claude", ({ chat_messages: messages }) => Array.isArray(messages)],
  ["sharegpt", ({ conversations }) => hasItem(conversations, ({ from }) => isText(from))],
  ["ui-messages", ({ role, parts }) => isText(role) && Array.isArray(parts)],
  ["mastra", isMastraMessage],
  ["chat", (item) => isText(item["role"]) && isChatContent(item) && !isMastraMessage(item)],
  ["mem0", ({ id, memory, data }) => id !== undefined && isText(memory ?? data)],
  ["langgraph", ({ namespace, key }) => Array.isArray(namespace) && isText(key)],
  ["mcp", ({ type, name, from }) => isText(type) && MCP_TYPES.has(type) && isText(name ?? from)],
];
const MCP_TYPES: ReadonlySet<string> = new Set(["entity", "relation"]);
/** Lists inside of objects. */
const LISTS = ["results", "memories", "items", "messages", "conversations"] as const;

/** Returns the format of a JSON document; several, or none, if its content does not tell. */
export function detectJson(value: unknown): readonly JsonFormat[] {
  if (!Array.isArray(value)) return isFields(value) ? detectObject(value) : [];
  if (value.length === 0) return ["empty"];
  const item: unknown = value.find((one) => isFields(one));
  return isFields(item) ? formatsOf(item) : [];
}

function detectObject(value: Fields): readonly JsonFormat[] {
  const { schema } = value;
  if (schema === "portable-ai-memory") return ["pam"];
  if (isText(schema) && schema.startsWith("portable-ai-memory-")) return ["part"];
  if (Array.isArray(value["entities"]) && Array.isArray(value["relations"])) return ["mcp"];
  const single = formatsOf(value);
  if (single.length > 0) return single;
  const list = LISTS.map((name) => value[name]).find((one) => Array.isArray(one));
  return list === undefined ? [] : detectJson(list);
}

function formatsOf(item: Fields): readonly Format[] {
  return ITEMS.filter(([, test]) => test(item)).map(([format]) => format);
}

function isChatContent({ content, parts, tool_calls: calls }: Fields): boolean {
  if (Array.isArray(parts)) return false;
  return isText(content) || Array.isArray(content) || Array.isArray(calls);
}

/** Tells messages of Mastra, whose content is an object, or its JSON in rows of a table. */
function isMastraMessage({ role, content, threadId, thread_id: row }: Fields): boolean {
  const hasParts = isText(content)
    ? content.startsWith('{"format":2')
    : isFields(content) && Array.isArray(content["parts"]);
  return isText(role) && isText(threadId ?? row) && hasParts;
}

function hasItem(list: unknown, test: Test): boolean {
  const item: unknown = Array.isArray(list) ? list[0] : undefined;
  return isFields(item) && test(item);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
