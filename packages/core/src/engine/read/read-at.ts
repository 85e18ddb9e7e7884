import { isExpired } from "../../in-memory-store/selection.js";
import type { CallOptions } from "../../model/call-options.js";
import type { MemoryRecord, RecordId } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { hasGone } from "./has-gone.js";
import { newestRevisions } from "./newest-revisions.js";

/**
 * A record as it is now, or in the version that was the last one written by an instant, if it was
 * there then.
 */
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
  const { store } = engine;
  const [known] = await newestRevisions(store, ref, { at: knownAt, signal });
  const record = known?.record;
  if (!record || isExpired(record, knownAt)) return undefined;
  return hasGone(await newestRevisions(store, ref, { signal }), now) ? undefined : record;
}
