import type { PutOp } from "../../contracts/write-op.js";
import type { WriteOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import { contentHash } from "../write/search-entry.js";

/** When, and by whom and why, for history. */
export interface ArchiveCall extends Omit<WriteOptions, "signal"> {
  readonly now: Date;
}

/**
 * Puts a record aside: it is kept as it is, but recalled and listed only when archived ones are
 * asked for.
 */
export function archiving(record: MemoryRecord, call: ArchiveCall): PutOp {
  return nextVersion({ ...record, archivedAt: call.now }, "archived", call);
}

/** Takes an archived record back. */
export function restoring(record: MemoryRecord, call: ArchiveCall): PutOp {
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
