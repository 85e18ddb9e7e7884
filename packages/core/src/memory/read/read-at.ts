import type { CallOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import { isExpired } from "../../store/in-memory/matches-selection.js";
import type { RecordId } from "../../store/write-op.js";
import type { Engine } from "../engine.js";
import { hasGone } from "./has-gone.js";

/** A record as it is now, or in the version that was the last one written by an instant, if it was there then. */
export async function readAt(
  engine: Engine,
  ref: RecordId,
  { knownAt, signal }: CallOptions & { readonly knownAt: Date | undefined },
): Promise<MemoryRecord | undefined> {
  const now = engine.clock();
  if (knownAt === undefined) {
    const [record] = await engine.store.get([ref], { now, signal });
    return record;
  }
  const revisions = await engine.store.history(ref, { signal });
  const record = revisions.findLast(({ at }) => at <= knownAt)?.record;
  return record && !isExpired(record, knownAt) && !hasGone(revisions, now) ? record : undefined;
}
