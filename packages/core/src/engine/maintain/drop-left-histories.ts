import type { HookContext } from "../../api/plugin.js";
import type { RecordHistory } from "../../contracts/history.js";
import { eachPage } from "../../contracts/store-helpers.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { Engine } from "../engine.js";
import { announceForgotten } from "../forget/forget.js";
import { hasGone } from "../read/has-gone.js";
import { retentionOf } from "../resolve-options.js";

/** How many histories of each sort were dropped. */
export interface DroppedHistories {
  /** Of records that would have expired by now. */
  readonly removed: number;
  /** Of records whose kind is not kept so long. */
  readonly retired: number;
}

/**
 * Drops, page by page, what is left of records that were forgotten before, once nothing of them may
 * be kept any more: forgetting must not make a text outlive its time.
 */
export async function* dropLeftHistories(
  engine: Engine,
  context: HookContext,
): AsyncGenerator<DroppedHistories> {
  const { signal } = context;
  const everywhere = { within: [[]], reach: "below", deleted: true, limit: MAX_LIMIT } as const;
  const pages = eachPage((cursor) => engine.store.histories({ ...everywhere, cursor }, { signal }));
  for await (const page of pages) {
    const now = engine.clock();
    const left = page.filter(({ revisions }) => revisions.at(-1)?.record === undefined);
    const removed = left.filter(({ revisions }) => hasGone(revisions, now));
    const retired = left.filter((one) => !removed.includes(one) && isTooOld(engine, one, now));
    const all = [...removed, ...retired];
    if (all.length === 0) continue;
    const purge = { op: "delete", at: now, purge: true } as const;
    const ops = all.map(({ scope, id }) => ({ ...purge, scope, id }));
    await engine.store.write(ops, { signal });
    await announceForgotten(engine, all, context);
    yield { removed: removed.length, retired: retired.length };
  }
}

function isTooOld(engine: Engine, { revisions }: RecordHistory, now: Date): boolean {
  const last = revisions.findLast(({ record }) => record !== undefined)?.record;
  const policy = last && retentionOf(engine.retention, last.kind);
  const at = revisions.at(-1)?.at;
  if (policy?.afterwards !== "purge" || !at) return false;
  return at.getTime() <= now.getTime() - policy.keepMs;
}
