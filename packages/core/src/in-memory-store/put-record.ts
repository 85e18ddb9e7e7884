import type { RecordRef } from "../contracts/memory-store.js";
import { requireKept } from "../contracts/store-helpers.js";
import type {
  EarlierOp,
  PutOp,
  RestoreOp,
  SearchEntry,
  WriteResult,
} from "../contracts/write-op.js";
import { MemoryError } from "../errors/memory-error.js";
import { recordKey } from "../internal/record-key.js";
import type { MemoryRecord } from "../model/record.js";
import { scopeToPath } from "../model/scope.js";
import { addRevision, authorship, lastVersion, revisionsOf, setRevisions } from "./history.js";
import { eraseRecord, findRecord, requireUnusedKeys } from "./records.js";
import { isExpired } from "./selection.js";
import { registerSpace, copyRecord, copyRevision } from "./tables.js";
import type { StoredJob, StoredRecord, StoredSearch, Tables } from "./tables.js";

/** Writes one record, unless it has been written before. */
export function putRecord(tables: Tables, op: PutOp): WriteResult {
  eraseExpired(tables, op);
  const existing = findExisting(tables, op);
  if (existing) return { applied: false, record: copyRecord(existing.record) };
  requireNextVersion(tables, op.record);
  requireUnusedKeys(tables, op.record);

  const key = recordKey(op.record);
  const before = tables.records.get(key);
  const strength = before?.record.strength ?? op.record.strength;
  const record = copyRecord({ ...op.record, strength });
  const search = searchAfter(tables, op.search, before?.search);
  const earlier = before?.idempotencyKeys ?? [];
  tables.records.set(key, {
    record,
    path: scopeToPath(record.scope),
    contentHash: op.contentHash,
    idempotencyKeys: op.idempotencyKey === undefined ? earlier : [...earlier, op.idempotencyKey],
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

/** Removes expired records that hold the id or a key of the put, as `sweep` would. */
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

function findExisting(tables: Tables, op: PutOp): StoredRecord | undefined {
  const { scope, updatedAt } = op.record;
  const refs: RecordRef[] = [];
  if (op.idempotencyKey !== undefined) refs.push({ scope, idempotencyKey: op.idempotencyKey });
  if (op.unlessDuplicate) refs.push({ scope, contentHash: op.contentHash });
  for (const ref of refs) {
    const found = findRecord(tables.records, ref, updatedAt);
    if (found) return found;
  }
  return undefined;
}

function requireNextVersion(tables: Tables, record: MemoryRecord): void {
  const expected = lastVersion(tables, record) + 1;
  if (record.version === expected) return;
  const problem = `record ${record.id} cannot be written as version ${record.version}`;
  throw new MemoryError("conflict", `${problem}: the next one is ${expected}`);
}

/** Returns the search part of a record after a write; keeps vectors and job of the same text. */
function searchAfter(
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
    traits: search.traits,
    frequencies,
    vectors,
    job: jobAfter(tables, search, ofSameText?.job),
  };
}

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

/** Writes a record with its history in the place of what is there. */
export function restoreRecord(tables: Tables, op: RestoreOp): WriteResult {
  const revisions = op.revisions.map(copyRevision);
  const record = revisions.at(-1)?.record;
  eraseRecord(tables, op);
  setRevisions(tables, op, revisions);
  if (!record) return { applied: true };
  requireUnusedKeys(tables, record, op.idempotencyKeys);
  tables.records.set(recordKey(op), {
    record,
    path: scopeToPath(op.scope),
    contentHash: op.contentHash,
    idempotencyKeys: [...new Set(op.idempotencyKeys)],
    search: searchAfter(tables, op.search, undefined),
  });
  return { applied: true, record: copyRecord(record) };
}

/** Replaces the versions of a record before `before`. */
export function restoreEarlier(tables: Tables, op: EarlierOp): WriteResult {
  requireKept(op, lastVersion(tables, op));
  const kept = revisionsOf(tables, op).filter(({ version }) => version >= op.before);
  setRevisions(tables, op, [...op.revisions.map(copyRevision), ...kept]);
  return { applied: true };
}
