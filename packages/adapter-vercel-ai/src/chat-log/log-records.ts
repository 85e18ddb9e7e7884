import type { CallOptions, Filter, ListQuery, Memory, MemoryRecord } from "@kioku/core";

import { lettersOf } from "./message-json.js";
import { LOG_FIELD, MESSAGE_KIND } from "./message-record.js";

/** Records of one page. Each can hold a mebibyte. */
const PAGE = 200;
/** Most ids that one filter names. */
export const MAX_IDS = 500;
const PREFIX = "chat-log";

/** What is asked of the log of one chat. */
export interface LogQuery {
  /** Only such records. */
  readonly only?: Filter;
  /** @defaultValue `"asc"` */
  readonly order?: "asc" | "desc";
  /** Most records. @defaultValue all */
  readonly limit?: number;
}

/** Selects the records of the log of a chat, and nothing that others keep in its thread. */
export function logFilter(chatId: string): Filter {
  return { "@kind": MESSAGE_KIND, "@thread": chatId, [`${LOG_FIELD}.id`]: { $exists: true } };
}

/** Records of the log of a chat, in its order. What was archived or superseded is still there. */
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

/**
 * The records of these messages, as far as the log has them. Of very many the others are among
 * them: reading all is faster then.
 */
export async function findLogged(
  memory: Memory,
  chatId: string,
  { idHashes, signal }: { readonly idHashes: readonly string[] } & CallOptions,
): Promise<readonly MemoryRecord[]> {
  if (idHashes.length === 0) return [];
  if (idHashes.length > MAX_IDS) return listLog(memory, chatId, { signal });
  const only = { [`${LOG_FIELD}.id`]: { $in: idHashes } };
  return listLog(memory, chatId, { only, signal });
}

/** The number that comes after those of all calls that wrote to the log so far. */
export async function nextTurn(
  memory: Memory,
  chatId: string,
  { signal }: CallOptions,
): Promise<number> {
  const [newest] = await listLog(memory, chatId, { order: "desc", limit: 1, signal });
  return Number(newest?.key?.split("/")[2] ?? 0) + 1;
}

/** A place in the order of a log. */
export interface LogPlace {
  readonly chatId: string;
  /** Comes first: what was appended later has a higher one. */
  readonly turn: number;
  /** Keeps together what was appended at once. */
  readonly call: string;
  /** Place among these. */
  readonly index: number;
  /** Keeps apart what two calls would put in one place. */
  readonly idHash: string;
}

/** The key of a record, by which the log is ordered. */
export function logKey({ chatId, turn, call, index, idHash }: LogPlace): string {
  const chat = lettersOf(chatId);
  return [PREFIX, chat, padded(turn, 10), call, padded(index, 6), idHash].join("/");
}

/** Under this key a message is written once, whatever its place. */
export function onceKey(...parts: readonly string[]): string {
  return `${PREFIX}/${lettersOf(...parts)}`;
}

function padded(count: number, digits: number): string {
  return String(count).padStart(digits, "0");
}
