import type { CallOptions, Filter, ListQuery, Memory, MemoryRecord } from "@kioku/core";

import { hashInLetters } from "./message-json.js";
import { LOG_FIELD, MESSAGE_KIND } from "./message-record.js";

/** Records per page; each can hold a mebibyte. */
const PAGE = 200;
const PREFIX = "chat-log";

interface LogQuery {
  /** Further condition. */
  readonly only?: Filter;
  /** @defaultValue `"asc"` */
  readonly order?: "asc" | "desc";
  /** @defaultValue all */
  readonly limit?: number;
}

/** Returns the filter for the log of a chat, which excludes other records of its thread. */
export function logFilter(chatId: string): Filter {
  return { "@kind": MESSAGE_KIND, "@thread": chatId, [`${LOG_FIELD}.id`]: { $exists: true } };
}

/** Returns the log of a chat in its order, archived and superseded records included. */
export async function listLog(
  memory: Memory,
  chatId: string,
  { only, order = "asc", limit = Infinity, signal }: LogQuery & CallOptions,
): Promise<MemoryRecord[]> {
  const own = logFilter(chatId);
  const query: ListQuery = {
    filter: only ? { $and: [own, only] } : own,
    orderBy: "key",
    order,
    includeArchived: true,
    includeRetired: true,
  };
  const records: MemoryRecord[] = [];
  let cursor: string | undefined;
  do {
    const rest = Math.min(PAGE, limit - records.length);
    const page = await memory.list({ ...query, limit: rest, cursor }, { signal });
    records.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== undefined && records.length < limit);
  return records;
}

/** Returns the number after the highest turn in the log. */
export async function nextTurn(
  memory: Memory,
  chatId: string,
  { signal }: CallOptions,
): Promise<number> {
  const [newest] = await listLog(memory, chatId, { order: "desc", limit: 1, signal });
  return Number(newest?.key?.split("/")[2] ?? 0) + 1;
}

/** Position in the order of a log. */
interface LogPosition {
  readonly chatId: string;
  /** Sorts first: a later append has a higher one. */
  readonly turn: number;
  /** Keeps the messages of one append together. */
  readonly call: string;
  /** Position within the append. */
  readonly index: number;
  /** Separates two calls with the same position. */
  readonly idHash: string;
}

/** Returns the key of a record; the log is ordered by it. */
export function logKey({ chatId, turn, call, index, idHash }: LogPosition): string {
  const chat = hashInLetters(chatId);
  return [PREFIX, chat, padded(turn, 10), call, padded(index, 6), idHash].join("/");
}

/** Returns the idempotency key that lets a message be written once, at any position. */
export function onceKey(...parts: readonly string[]): string {
  return `${PREFIX}/${hashInLetters(...parts)}`;
}

function padded(count: number, digits: number): string {
  return String(count).padStart(digits, "0");
}
