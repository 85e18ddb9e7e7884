import type { JsonObject, JsonValue } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";
import {
  isBaseMessage,
  mapStoredMessagesToChatMessages,
  RemoveMessage,
} from "@langchain/core/messages";
import type { BaseMessage, StoredMessage } from "@langchain/core/messages";

import { classNameOf, emptyMessage } from "./message-classes.js";
import { packJson } from "./pack-json.js";
import { fromTagged, isPlainObject, toTagged } from "./tagged-json.js";
import type { Members } from "./tagged-json.js";

/** What every message of a class has in common, so that it need not be stored. */
const CONSTANT: ReadonlySet<string> = new Set([
  "lc_kwargs",
  "lc_namespace",
  "lc_serializable",
  "lc_direct_tool_output",
  "type",
]);

/**
 * A message as JSON: `{ type, data }` as LangChain's own stored messages, and beside them `class`,
 * and `kwargs` where what the message was made with is not what it holds now. Nothing that is not
 * `undefined` is lost.
 * @throws `invalid-input` naming the place of what cannot be stored.
 */
export function toStoredMessage(message: BaseMessage, name: string): JsonObject {
  if (!isBaseMessage(message)) throw invalidInput(name, "a message of LangChain");
  const className = classNameOf(message);
  if (className === undefined) {
    throw invalidInput(
      name,
      `of a message class of @langchain/core, not ${String(message.lc_id.at(-1)).slice(0, 40)}`,
    );
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

/**
 * The message that was stored; also from `{ type, data }` of LangChain alone.
 * @throws An error for what is no stored message.
 */
export function fromStoredMessage(stored: Members): BaseMessage {
  if (stored["class"] === undefined) return fromLangChain(stored);
  const message = emptyMessage(stored["class"]);
  const [data, kwargs] = [fromTagged(stored["data"]), fromTagged(stored["kwargs"])];
  if (!message || !isPlainObject(data)) throw new TypeError("it is of no known class");
  for (const key of Object.keys(message)) {
    if (!CONSTANT.has(key)) assign(message, key, undefined);
  }
  for (const [key, value] of Object.entries(data)) {
    // Methods and accessors are no data.
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

/** What the message holds now. */
function dataOf(message: BaseMessage): Members {
  const members = Object.entries(message);
  return Object.fromEntries(
    members.filter(([key, value]) => !CONSTANT.has(key) && value !== undefined),
  );
}

/**
 * What the message was made with, if that is not what it holds: of each the value, or which
 * property is the same. LangChain's `toJSON` goes by its names.
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
      const { property, value } = given as {
        readonly property?: string;
        readonly value?: JsonValue;
      };
      return [key, property === undefined ? value : data[property]];
    }),
  );
}
