import type { PutOp } from "../../contracts/write-op.js";
import type { WriteOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import { contentHash } from "../write/search-entry.js";

type ArchiveCall = Omit<WriteOptions, "signal"> & { readonly now: Date };

/** Returns the op that archives a record: reads leave it out unless they ask for archived ones. */
export function archiveOp(record: MemoryRecord, call: ArchiveCall): PutOp {
  return nextVersion({ ...record, archivedAt: call.now }, "archived", call);
}

/** Returns the op that restores an archived record. */
export function restoreOp(record: MemoryRecord, call: ArchiveCall): PutOp {
  const { archivedAt: _, ...restored } = record;
  return nextVersion(restored, "restored", call);
}

function nextVersion(record: MemoryRecord, change: PutOp["change"], call: ArchiveCall): PutOp {
  const { now, actor, cause } = call;
  return {
    op: "put",
    record: { ...record, updatedAt: now, version: record.version + 1 },
    change,
    search: "keep",
    contentHash: contentHash(record),
    actor,
    cause,
  };
}
