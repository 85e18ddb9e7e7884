import type { StoredRevision } from "../contracts/history.js";
import type { HistoryOptions } from "../contracts/memory-store.js";
import { HISTORY_PAGE_LENGTH, recordLength, takePage } from "../contracts/store-helpers.js";
import type { RecordId } from "../contracts/write-op.js";
import type { Revision } from "../model/record.js";
import { copyRecord, copyRevision } from "./records.js";
import { identityOf } from "./tables.js";
import type { Tables } from "./tables.js";

/** Who made a change and why, as a revision has it: absent rather than `undefined`. */
export function authorship(by: {
  readonly actor?: string | undefined;
  readonly cause?: string | undefined;
}): Pick<Revision, "actor" | "cause"> {
  return {
    ...(by.actor === undefined ? {} : { actor: by.actor }),
    ...(by.cause === undefined ? {} : { cause: by.cause }),
  };
}

/** Returns copies of the versions of a record that are asked for. */
export function readHistory(
  tables: Tables,
  ref: RecordId,
  { after = 0, limit }: HistoryOptions,
): readonly Revision[] {
  const all = tables.history.get(identityOf(ref)) ?? [];
  const revisions = all.filter(({ version }) => version > after);
  if (limit === undefined) return revisions.map((revision) => toRevision(revision));
  return takePage(revisions, { limit, read: toRevision, lengthOf, most: HISTORY_PAGE_LENGTH })
    .items;
}

function lengthOf({ record }: Revision): number {
  return record ? recordLength(record) : 0;
}

/** A copy of what history says of a version. */
function toRevision({ version, change, at, record, ...by }: StoredRevision): Revision {
  const copy = copyRevision({ version, change, at, ...authorship(by) });
  return record === undefined ? copy : { ...copy, record: copyRecord(record) };
}

/**
 * The last version that was ever written under this identity, its deletion included; 0 if there was
 * none.
 */
export function lastVersion(tables: Tables, ref: RecordId): number {
  return tables.history.get(identityOf(ref))?.at(-1)?.version ?? 0;
}

/** Adds one version to a record's history. */
export function addRevision(tables: Tables, ref: RecordId, revision: StoredRevision): void {
  const identity = identityOf(ref);
  tables.history.set(identity, [...(tables.history.get(identity) ?? []), revision]);
}
