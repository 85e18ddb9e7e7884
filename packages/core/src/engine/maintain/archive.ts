import { eachPage } from "../../contracts/store-helpers/each-page.js";
import type { PutOp } from "../../contracts/write-op.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { WriteOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { hasFaded } from "../../ranking/fading.js";
import type { Engine } from "../engine.js";
import { recallable } from "../read/recallable.js";
import { contentHash } from "../write/search-entry.js";
import { writeUnchanged } from "../write/write-unchanged.js";

interface ArchiveCall extends Omit<WriteOptions, "signal"> {
  readonly now: Date;
}

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

/** Records that can fade. Entries are kept up by writing their key again. */
const CAN_FADE = parseFilter({ "@pinned": false, "@key": { $exists: false } });

interface FadedCall extends WriteOptions {
  readonly scope: Scope;
  readonly below: number;
}

/** Archives, page by page, the faded records of one scope, and yields their number. */
export async function* archiveFaded(engine: Engine, call: FadedCall): AsyncGenerator<number> {
  const { scope, below, signal, actor, cause } = call;
  const pages = eachPage((cursor) => {
    const where = { within: [scope], reach: "here", where: CAN_FADE } as const;
    const page = { orderBy: "createdAt", order: "asc", limit: MAX_LIMIT, cursor } as const;
    return engine.store.list({ ...recallable(where, engine.clock()), ...page }, { signal });
  });
  for await (const records of pages) {
    const now = engine.clock();
    const faded = records.filter((record) => hasFaded(record, now, below));
    const archived = await writeUnchanged(engine, faded, {
      toOp: (record) => archiveOp(record, { now: engine.clock(), actor, cause }),
      signal,
    });
    if (archived.length === 0) continue;
    engine.events.emit("archived", { scope, ids: archived.map(({ id }) => id) });
    yield archived.length;
  }
}
