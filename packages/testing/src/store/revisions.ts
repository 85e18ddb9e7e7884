import type { MemoryRecord, Revision } from "@kioku/core";
import { hashText, scopeToPath } from "@kioku/core/toolkit";
import type {
  CompleteStore,
  HistoriesRequest,
  RecordHistory,
  RecordId,
  RestoreOp,
  StoredRevision,
  Tombstone,
  TombstonesRequest,
} from "@kioku/core/toolkit";

import { allPages } from "../lists.js";
import { numberOf, searchEntry } from "../test-records.js";

/** The revision that a put of this record makes. Members of `fields` replace the defaults. */
export function revisionOf(
  record: MemoryRecord,
  fields: Partial<StoredRevision> = {},
): StoredRevision {
  const { version, updatedAt: at } = record;
  const change = version === 1 ? "created" : "updated";
  return { version, change, at, searchable: true, record, ...fields };
}

/** The same as `history` has it. */
export function plainRevision(revision: StoredRevision): Revision {
  const plain = { ...revision };
  Reflect.deleteProperty(plain, "searchable");
  return plain;
}

/** The revision that a deletion makes. */
export function deletionOf(version: number, at: Date): StoredRevision {
  return { version, change: "deleted", at, searchable: false };
}

/**
 * Writes a record with these revisions, searchable by its content if the last one is. Members of
 * `fields` replace the defaults.
 */
export function restoreOp(
  { scope, id }: RecordId,
  revisions: readonly StoredRevision[],
  fields: Partial<RestoreOp> = {},
): RestoreOp {
  const last = revisions.at(-1);
  const content = last?.record?.content ?? "";
  return {
    op: "restore",
    scope,
    id,
    revisions,
    search: last?.searchable === true ? searchEntry(content) : "none",
    contentHash: hashText(content),
    idempotencyKeys: [],
    ...fields,
  };
}

/**
 * Every history of a selection of scopes, page by page; of scope `test` unless `fields` say
 * otherwise.
 */
export async function listHistories(
  store: CompleteStore,
  fields: Partial<HistoriesRequest> = {},
): Promise<RecordHistory[]> {
  const request = { within: [["test"]], reach: "here", limit: 1_000, ...fields } as const;
  return allPages((cursor) => store.histories({ ...request, cursor }));
}

/**
 * Every tombstone of a selection of scopes, page by page; of scope `test` unless `fields` say
 * otherwise.
 */
export async function listTombstones(
  store: CompleteStore,
  fields: Partial<TombstonesRequest> = {},
): Promise<Tombstone[]> {
  const request = { within: [["test"]], reach: "here", limit: 1_000, ...fields } as const;
  return allPages((cursor) => store.tombstones({ ...request, cursor }));
}

/** Returns the owners of histories as `path number`, in their order. */
export function whose(histories: readonly RecordId[]): string[] {
  return histories.map((ref) => `${scopeToPath(ref.scope)} ${numberOf(ref)}`);
}

/** Describes versions in histories, such as `1 created, 2 deleted`, in their order. */
export function versionsOf(histories: readonly RecordHistory[]): string[] {
  return histories.map(({ revisions }) =>
    revisions.map(({ version, change }) => `${version} ${change}`).join(", "),
  );
}
