import type { RecordRef } from "../contracts/memory-store.js";
import { requireFreeKey, requireKept } from "../contracts/store-helpers.js";
import type {
  EarlierOp,
  PutOp,
  RestoreOp,
  SearchEntry,
  WriteResult,
} from "../contracts/write-op.js";
import { MemoryError } from "../errors/memory-error.js";
import type { MemoryRecord } from "../model/record.js";
import { scopeToPath } from "../model/scope.js";
import { addRevision, authorship, lastVersion } from "./history.js";
import { copyRecord, copyRevision, eraseRecord, findRecord } from "./records.js";
import { isExpired } from "./selection.js";
import { registerSpace } from "./spaces.js";
import { identityOf } from "./tables.js";
import type { StoredJob, StoredRecord, StoredSearch, Tables } from "./tables.js";

/** Writes one record, unless it has been written before. */
export function putRecord(tables: Tables, op: PutOp): WriteResult {
  eraseExpired(tables, op);
  const existing = findExisting(tables, op);
  if (existing) return { applied: false, record: copyRecord(existing.record) };
  checkVersion(tables, op.record);
  requireUnusedKey(tables, op.record);

  const before = tables.records.get(identityOf(op.record));
  const strength = before?.record.strength ?? op.record.strength;
  const record = copyRecord({ ...op.record, strength });
  const search = storeSearch(tables, op.search, before?.search);
  tables.records.set(identityOf(record), {
    record,
    path: scopeToPath(record.scope),
    contentHash: op.contentHash,
    idempotencyKeys: idempotencyKeys(op, before),
    search,
  });
  addRevision(tables, record, {
    version: record.version,
    change: op.change,
    at: record.updatedAt,
    ...authorship(op),
    searchable: search !== undefined,
    record,
  });
  return { applied: true, record: copyRecord(record) };
}

/** Makes way as `sweep` would: what has expired must not hold an id or a key. */
function eraseExpired(tables: Tables, { record, idempotencyKey }: PutOp): void {
  const path = scopeToPath(record.scope);
  for (const stored of tables.records.values()) {
    const isInTheWay =
      stored.path === path &&
      (stored.record.id === record.id ||
        (record.key !== undefined && stored.record.key === record.key) ||
        (idempotencyKey !== undefined && stored.idempotencyKeys.includes(idempotencyKey)));
    if (isInTheWay && isExpired(stored.record, record.updatedAt)) {
      eraseRecord(tables, stored.record);
    }
  }
}

/** The record that says that this put has happened already. */
function findExisting(tables: Tables, op: PutOp): StoredRecord | undefined {
  const { scope, updatedAt } = op.record;
  const refs: RecordRef[] = [];
  if (op.idempotencyKey !== undefined) refs.push({ scope, idempotencyKey: op.idempotencyKey });
  if (op.unlessDuplicate) refs.push({ scope, contentHash: op.contentHash });
  for (const ref of refs) {
    const found = findRecord(tables, ref, updatedAt);
    if (found) return found;
  }
  return undefined;
}

function checkVersion(tables: Tables, record: MemoryRecord): void {
  const expected = lastVersion(tables, record) + 1;
  if (record.version === expected) return;
  throw new MemoryError(
    "conflict",
    `record ${record.id} cannot be written as version ${record.version}: the next one is ${expected}`,
  );
}

function idempotencyKeys(op: PutOp, before: StoredRecord | undefined): readonly string[] {
  const earlier = before?.idempotencyKeys ?? [];
  return op.idempotencyKey === undefined ? earlier : [...earlier, op.idempotencyKey];
}

/** Before everything that expires, so that what has expired holds its keys too. */
const ALWAYS = new Date(-8.64e15);

/** Refuses a key that another record of the scope holds, expired or not. */
export function requireUnusedKey(tables: Tables, { id, scope, key }: MemoryRecord): void {
  if (key === undefined) return;
  requireFreeKey(id, findRecord(tables, { scope, key }, ALWAYS)?.record);
}

/** Refuses idempotency keys that other records of the scope were written with, expired or not. */
export function requireUnusedIdempotencyKeys(tables: Tables, op: RestoreOp): void {
  const { scope, id, idempotencyKeys } = op;
  for (const idempotencyKey of idempotencyKeys) {
    const holder = findRecord(tables, { scope, idempotencyKey }, ALWAYS);
    requireFreeKey(id, holder?.record, "idempotency key");
  }
}

/** How a record is found after a put, given how it was found before. */
export function storeSearch(
  tables: Tables,
  search: SearchEntry | "keep" | "none",
  before: StoredSearch | undefined,
): StoredSearch | undefined {
  if (search === "keep") return before;
  if (search === "none") return undefined;
  const frequencies = new Map<string, number>();
  for (const term of search.terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const ofSameText = before?.textHash === search.textHash ? before : undefined;
  const vectors = new Map(ofSameText?.vectors);
  for (const { space, values } of search.vectors) {
    registerSpace(tables, space, values);
    vectors.set(space.id, values.slice());
  }
  return {
    textHash: search.textHash,
    termCount: search.terms.length,
    scripts: search.scripts,
    frequencies,
    vectors,
    job: jobAfter(tables, search, ofSameText?.job),
  };
}

/** What is to come of a text, given what was to come of it before. */
function jobAfter(
  tables: Tables,
  { embedAt, vectors }: SearchEntry,
  before: StoredJob | undefined,
): StoredJob | undefined {
  if (embedAt === undefined) return vectors.length > 0 ? undefined : before;
  if (before) return before;
  const runAt = embedAt.getTime();
  return { number: tables.nextJob(), claims: 0, attempt: 0, runAt, isLeased: false };
}

/** Writes a record with its history in place of what is there. */
export function restoreRecord(tables: Tables, op: RestoreOp): WriteResult {
  const { revisions, search, contentHash, idempotencyKeys } = op;
  const copies = revisions.map(copyRevision);
  const record = copies.at(-1)?.record;
  eraseRecord(tables, op);
  tables.history.set(identityOf(op), copies);
  if (!record) return { applied: true };
  requireUnusedKey(tables, record);
  requireUnusedIdempotencyKeys(tables, op);
  const stored = {
    record,
    path: scopeToPath(op.scope),
    contentHash,
    idempotencyKeys: [...new Set(idempotencyKeys)],
    search: storeSearch(tables, search, undefined),
  };
  tables.records.set(identityOf(op), stored);
  return { applied: true, record: copyRecord(record) };
}

/** Writes earlier versions of a record that is there, in place of those that history has. */
export function restoreEarlier(tables: Tables, op: EarlierOp): WriteResult {
  const { before, revisions } = op;
  requireKept(op, lastVersion(tables, op));
  const all = tables.history.get(identityOf(op)) ?? [];
  const kept = all.filter(({ version }) => version >= before);
  tables.history.set(identityOf(op), [...revisions.map(copyRevision), ...kept]);
  return { applied: true };
}
