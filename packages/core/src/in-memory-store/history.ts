import type { StoredRevision } from "../contracts/history.js";
import type { HistoryOptions } from "../contracts/memory-store.js";
import { HISTORY_PAGE_LENGTH, recordLength, takePage } from "../contracts/paging.js";
import { recordKey } from "../internal/record-key.js";
import type { RecordId, Revision } from "../model/record.js";
import { copyRevision, type Tables } from "./tables.js";

/** Returns the author of a change as a revision has it: absent rather than `undefined`. */
export function authorship(by: {
  readonly actor?: string | undefined;
  readonly cause?: string | undefined;
}): Pick<Revision, "actor" | "cause"> {
  return {
    ...(by.actor === undefined ? {} : { actor: by.actor }),
    ...(by.cause === undefined ? {} : { cause: by.cause }),
  };
}

/** Returns copies of the versions of a record that the options select. */
export function readHistory(
  tables: Tables,
  ref: RecordId,
  { after = 0, limit }: HistoryOptions,
): readonly Revision[] {
  const revisions = revisionsOf(tables, ref).filter(({ version }) => version > after);
  if (limit === undefined) return revisions.map((revision) => toRevision(revision));
  return takePage(revisions, { limit, read: toRevision, lengthOf, most: HISTORY_PAGE_LENGTH })
    .items;
}

function lengthOf({ record }: Revision): number {
  return record ? recordLength(record) : 0;
}

function toRevision({ version, change, at, record, ...by }: StoredRevision): Revision {
  const revision = { version, change, at, ...authorship(by) };
  return copyRevision(record === undefined ? revision : { ...revision, record });
}

/** Returns the versions of a record, oldest first, its deletion included. */
export function revisionsOf(tables: Tables, ref: RecordId): readonly StoredRevision[] {
  return tables.history.get(recordKey(ref))?.revisions ?? [];
}

/** Returns the last version of a record, its deletion included; 0 if it never existed. */
export function lastVersion(tables: Tables, ref: RecordId): number {
  return revisionsOf(tables, ref).at(-1)?.version ?? 0;
}

/** Replaces the versions of a record. */
export function setRevisions(
  tables: Tables,
  { scope, id }: RecordId,
  revisions: readonly StoredRevision[],
): void {
  tables.history.set(recordKey({ scope, id }), { scope: [...scope], id, revisions });
}

/** Adds one version to the history of a record. */
export function addRevision(tables: Tables, ref: RecordId, revision: StoredRevision): void {
  setRevisions(tables, ref, [...revisionsOf(tables, ref), revision]);
}
