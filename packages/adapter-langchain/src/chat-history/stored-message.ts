import type { JsonObject } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";
import {
  AIMessage,
  AIMessageChunk,
  ChatMessage,
  ChatMessageChunk,
  FunctionMessage,
  FunctionMessageChunk,
  HumanMessage,
  HumanMessageChunk,
  isBaseMessage,
  mapStoredMessagesToChatMessages,
  RemoveMessage,
  SystemMessage,
  SystemMessageChunk,
  ToolMessage,
  ToolMessageChunk,
} from "@langchain/core/messages";
import type { BaseMessage, StoredMessage } from "@langchain/core/messages";

import { fromTagged, isPlainObject, packJson, toTagged, type Members } from "./tagged-json.js";

/** Members that all messages of a class share. */
const CONSTANT: ReadonlySet<string> = new Set([
  "lc_kwargs",
  "lc_namespace",
  "lc_serializable",
  "lc_direct_tool_output",
  "type",
]);

/**
 * Converts a message to JSON: LangChain's `{ type, data }`, `class`, and `kwargs` where the
 * constructor's arguments differ from the present state. Loses only `undefined`.
 */
export function toStoredMessage(message: BaseMessage, name: string): JsonObject {
  if (!isBaseMessage(message)) throw invalidInput(name, "a message of LangChain");
  const className = classNameOf(message);
  if (className === undefined) {
    const given = String(message.lc_id.at(-1)).slice(0, 40);
    throw invalidInput(name, `of a message class of @langchain/core, not ${given}`);
  }
  const data = dataOf(message);
  const kwargs = kwargsOf(message, data);
  const stored = {
    type: message.type,
    data: toTagged(data, name),
    class: className,
    ...(kwargs ? { kwargs: toTagged(kwargs, `${name}.lc_kwargs`) } : {}),
  };
  return packJson(stored) as JsonObject;
}

/** Restores a stored message, also from LangChain's `{ type, data }`. @throws if it is none. */
export function fromStoredMessage(stored: Members): BaseMessage {
  if (stored["class"] === undefined) return fromLangChain(stored);
  const message = CLASSES.get(stored["class"])?.();
  const [data, kwargs] = [fromTagged(stored["data"]), fromTagged(stored["kwargs"])];
  if (!message || !isPlainObject(data)) throw new TypeError("it is of no known class");
  for (const key of Object.keys(message)) {
    if (!CONSTANT.has(key)) assign(message, key, undefined);
  }
  for (const [key, value] of Object.entries(data)) {
    // Skips methods and accessors.
    if (Object.hasOwn(message, key) || !(key in message)) assign(message, key, value);
  }
  message.lc_kwargs = isPlainObject(kwargs) ? fromKwargs(kwargs, data) : { ...data };
  return message;
}

function fromLangChain({ type, data }: Members): BaseMessage {
  if (type === "remove") return new RemoveMessage(data as { readonly id: string });
  const [message] = mapStoredMessagesToChatMessages([{ type, data } as StoredMessage]);
  if (!message) throw new TypeError("LangChain does not know it");
  return message;
}

function assign(message: BaseMessage, key: string, value: unknown): void {
  if (!CONSTANT.has(key)) (message as unknown as Record<string, unknown>)[key] = value;
}

function dataOf(message: BaseMessage): Members {
  const members = Object.entries(message);
  return Object.fromEntries(
    members.filter(([key, value]) => !CONSTANT.has(key) && value !== undefined),
  );
}

/**
 * Returns constructor arguments that differ from the state, each as a value or as the name of an
 * equal property. LangChain's `toJSON` uses these names.
 */
function kwargsOf({ lc_kwargs: made }: BaseMessage, data: Members): Members | undefined {
  const given: Members = made;
  const names = new Set([...Object.keys(given), ...Object.keys(data)]);
  if ([...names].every((key) => Object.is(given[key], data[key]))) return undefined;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const property =
        typeof value === "object"
          ? Object.keys(data).find((one) => data[one] === value)
          : undefined;
      return [key, property === undefined ? { value } : { property }];
    }),
  );
}

function fromKwargs(kwargs: Members, data: Members): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(kwargs).map(([key, given]) => {
      const { property, value } = given as { readonly property?: string; readonly value?: unknown };
      return [key, property === undefined ? value : data[property]];
    }),
  );
}

const CONTENT = { content: "" } as const;

/** Constructors of the supported classes, with empty content. Stored data creates nothing else. */
const CLASSES: ReadonlyMap<unknown, () => BaseMessage> = new Map<string, () => BaseMessage>([
  ["AIMessage", () => new AIMessage({ ...CONTENT })],
  ["AIMessageChunk", () => new AIMessageChunk({ ...CONTENT })],
  ["ChatMessage", () => new ChatMessage({ ...CONTENT, role: "" })],
  ["ChatMessageChunk", () => new ChatMessageChunk({ ...CONTENT, role: "" })],
  ["FunctionMessage", () => new FunctionMessage({ ...CONTENT, name: "" })],
  ["FunctionMessageChunk", () => new FunctionMessageChunk({ ...CONTENT, name: "" })],
  ["HumanMessage", () => new HumanMessage({ ...CONTENT })],
  ["HumanMessageChunk", () => new HumanMessageChunk({ ...CONTENT })],
  ["RemoveMessage", () => new RemoveMessage({ id: "" })],
  ["SystemMessage", () => new SystemMessage({ ...CONTENT })],
  ["SystemMessageChunk", () => new SystemMessageChunk({ ...CONTENT })],
  ["ToolMessage", () => new ToolMessage({ ...CONTENT, tool_call_id: "" })],
  ["ToolMessageChunk", () => new ToolMessageChunk({ ...CONTENT, tool_call_id: "" })],
]);

/** Returns the class name of a LangChain message, also after minification. */
function classNameOf(message: BaseMessage): string | undefined {
  const name = message.type === "remove" ? "RemoveMessage" : message.lc_id.at(-1);
  return name !== undefined && CLASSES.has(name) ? name : undefined;
}
