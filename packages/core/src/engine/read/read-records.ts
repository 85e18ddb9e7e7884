import { type Key, keyName, storedValue } from "../../api/key.js";
import type { HistoryReadOptions, ReadOptions } from "../../api/queries.js";
import { HISTORY_PAGE_LENGTH, recordLength } from "../../contracts/paging.js";
import { MemoryError } from "../../errors/memory-error.js";
import { unlessAborted } from "../../internal/async/notify.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import { checkNumber, checkText } from "../../internal/check/check.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_HISTORY_LENGTH, MAX_LIMIT, MAX_NAME_LENGTH } from "../../model/limits.js";
import { isValidAt } from "../../model/record.js";
import type { JsonValue, MemoryRecord, RecordId, Revision } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { checkKey } from "../write/check-remember-input.js";
import { checkAsOf, engineAt } from "./engine-at.js";
import { readAt } from "./known-revisions.js";

/** A call of a verb that reads. */
export type ReadCall = CallOptions & { readonly scope: Scope };

/** Returns the record of this id in exactly this scope. */
export async function readRecord(
  engine: Engine,
  id: string,
  { scope, ...options }: ReadCall & ReadOptions,
): Promise<MemoryRecord | undefined> {
  checkCallOptions(options, ["asOf"]);
  checkText(id, "id", MAX_NAME_LENGTH);
  const { knownAt, validAt } = checkAsOf(options.asOf, "options.asOf");
  const { signal } = options;
  return engine.lifecycle.run(signal, async () => {
    const record = await readAt(engine, { scope, id }, { knownAt, signal });
    return record && (!validAt || isValidAt(record, validAt)) ? record : undefined;
  });
}

/** Returns the value under a key of exactly this scope. */
export async function getValue<T extends JsonValue>(
  engine: Engine,
  key: string | Key<T>,
  { scope, ...options }: ReadCall & ReadOptions,
): Promise<T | undefined> {
  checkCallOptions(options, ["asOf"]);
  const ref = { scope, key: checkKey(keyName(key)) };
  const { knownAt, validAt = engine.clock() } = checkAsOf(options.asOf, "options.asOf");
  const { signal } = options;
  return engine.lifecycle.run(signal, async () => {
    const selection = { within: [scope], reach: "here" } as const;
    const then = await engineAt(engine, { selection, knownAt, search: "none", signal });
    const [record] = await then.store.get([ref], { now: then.clock(), signal });
    if (!record || !isValidAt(record, validAt)) return undefined;
    const value = record.value === undefined ? record.content : record.value;
    return (await unlessAborted(storedValue(key, value), signal)) as T;
  });
}

/** Highest version that every store can compare with: stores may keep them in 32 bits. */
const MAX_STORED_VERSION = 2_147_483_647;

/** Reads the versions of the record of this id in exactly this scope: one page, or all of them. */
export async function readHistory(
  engine: Engine,
  id: string,
  { scope, ...options }: ReadCall & HistoryReadOptions,
): Promise<readonly Revision[]> {
  checkCallOptions(options, ["after", "limit"]);
  checkText(id, "id", MAX_NAME_LENGTH);
  const { after = 0, limit, signal } = options;
  checkNumber(after, "options.after", { min: 0, max: MAX_STORED_VERSION, integer: true });
  const most = { min: 1, max: MAX_LIMIT, integer: true };
  if (limit !== undefined) checkNumber(limit, "options.limit", most);
  return engine.lifecycle.run(signal, () =>
    limit === undefined
      ? wholeHistory(engine, { scope, id }, { after, signal })
      : engine.store.history({ scope, id }, { after, limit, signal }),
  );
}

/** @throws `invalid-input` as soon as it is too long to be returned at once. */
async function wholeHistory(
  { store }: Engine,
  ref: RecordId,
  { after, signal }: { readonly after: number; readonly signal: AbortSignal | undefined },
): Promise<readonly Revision[]> {
  const revisions: Revision[] = [];
  let length = 0;
  for (let last = after; ;) {
    const page = await store.history(ref, { after: last, limit: MAX_LIMIT, signal });
    revisions.push(...page);
    const before = length;
    for (const { record } of page) length += record ? recordLength(record) : 0;
    if (length > MAX_HISTORY_LENGTH) {
      const message = `history of ${ref.id} has more than ${MAX_HISTORY_LENGTH} characters: read it in pages, with limit and after`;
      throw new MemoryError("invalid-input", message);
    }
    const newest = page.at(-1)?.version;
    // A store may count bytes, at most 3 for a UTF-16 unit: a shorter page was not cut for length.
    const isLast = page.length < MAX_LIMIT && (length - before) * 3 < HISTORY_PAGE_LENGTH;
    if (newest === undefined || isLast) return revisions;
    last = newest;
  }
}
