import type { DeleteOptions } from "../contracts/memory-store.js";
import type { Selection } from "../contracts/selection.js";
import { takesWholeScopes } from "../contracts/store-helpers/takes-whole-scopes.js";
import type { RecordId } from "../contracts/write-op.js";
import type { MemoryRecord } from "../model/record.js";
import { deleteRecord, eraseRecord } from "./delete-record.js";
import { isExpired, isInScopes, matchesSelection } from "./matches-selection.js";
import { refOfIdentity } from "./tables.js";
import type { Tables } from "./tables.js";

/** Deletes every record selected and says which they were. */
export function deleteSelected(
  tables: Tables,
  selection: Selection,
  options: DeleteOptions,
): readonly RecordId[] {
  const { at, actor, cause, purge = false } = options;
  const refs = refsWhere(tables, (record) => matchesSelection(record, selection));
  for (const ref of refs) deleteRecord(tables, { ...ref, op: "delete", at, actor, cause, purge });
  if (purge && takesWholeScopes(selection)) dropHistory(tables, selection);
  return refs;
}

/** Of records deleted earlier, too. */
function dropHistory(tables: Tables, selection: Selection): void {
  for (const identity of tables.history.keys()) {
    if (isInScopes(refOfIdentity(identity).scope, selection)) tables.history.delete(identity);
  }
}

/** Erases every record that has expired and says which they were. */
export function sweepExpired(tables: Tables, now: Date): readonly RecordId[] {
  const refs = refsWhere(tables, (record) => isExpired(record, now));
  for (const ref of refs) eraseRecord(tables, ref);
  return refs;
}

function refsWhere(tables: Tables, holds: (record: MemoryRecord) => boolean): RecordId[] {
  const refs: RecordId[] = [];
  for (const { record } of tables.records.values()) {
    if (holds(record)) refs.push({ scope: [...record.scope], id: record.id });
  }
  return refs;
}
