import type { SweepOptions, SweepReport } from "../../api/memory-root.js";
import type { HookContext } from "../../api/plugin.js";
import type { RecordHistory } from "../../contracts/history.js";
import { eachPage } from "../../contracts/store-helpers.js";
import { safeProgress } from "../../internal/async/notify.js";
import { checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkFunction, checkNumber } from "../../internal/check/check.js";
import type { WriteOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { Page } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { emitForgotten } from "../forget/forget.js";
import { historyPages } from "../history-pages.js";
import { hookContext } from "../hooks/run-hook.js";
import { isPurged } from "../read/known-revisions.js";
import { retentionOf } from "../resolve-options.js";
import { archiveFaded, retireOld } from "./retire.js";

/**
 * Removes what has expired, then what the memory's retention keeps no longer, and then, if asked
 * to, archives what has faded, scope by scope.
 */
export async function sweep(engine: Engine, options: SweepOptions): Promise<SweepReport> {
  checkWriteOptions(options, ["archiveBelow", "onProgress"]);
  const { signal, archiveBelow = 0, onProgress } = options;
  checkNumber(archiveBelow, "options.archiveBelow", { min: 0, max: 1 });
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  const reportProgress = safeProgress(onProgress, engine.logger);
  return engine.lifecycle.run(signal, async () => {
    let report: SweepReport = { removed: 0, retired: 0, archived: 0 };
    for await (const { removed = 0, retired = 0, archived = 0 } of steps(engine, options)) {
      report = {
        removed: report.removed + removed,
        retired: report.retired + retired,
        archived: report.archived + archived,
      };
      reportProgress?.(report);
    }
    return report;
  });
}

/** Yields the durable result of each step. */
async function* steps(engine: Engine, options: SweepOptions): AsyncGenerator<Partial<SweepReport>> {
  const { signal, actor, cause, archiveBelow: below = 0 } = options;
  const call: WriteOptions = { signal, actor, cause };
  const expired = await engine.store.sweep(engine.clock(), { signal });
  const context = hookContext(engine, "sweep", { ...call, scope: [] });
  await emitForgotten(engine, expired, context);
  yield { removed: expired.length };
  yield* dropLeftHistories(engine, context);
  if (below === 0 && engine.retention.length === 0) return;
  for await (const scope of allScopes(engine, signal)) {
    for await (const retired of retireOld(engine, { ...call, scope })) yield { retired };
    if (below === 0) continue;
    for await (const archived of archiveFaded(engine, { ...call, scope, below })) {
      yield { archived };
    }
  }
}

/** Yields every scope that holds records, one at a time since stores have indexes by scope. */
async function* allScopes(engine: Engine, signal: AbortSignal | undefined): AsyncGenerator<Scope> {
  const readPage = (cursor: string | undefined): Promise<Page<Scope>> =>
    engine.store.scopes([], { limit: MAX_LIMIT, cursor }, { signal });
  for await (const scopes of eachPage(readPage)) yield* scopes;
}

/**
 * Drops, page by page, histories of forgotten records that have expired or that the retention does
 * not keep so long.
 */
async function* dropLeftHistories(
  engine: Engine,
  context: HookContext,
): AsyncGenerator<Partial<SweepReport>> {
  const { signal } = context;
  const everywhere = { within: [[]], reach: "below", deleted: true } as const;
  for await (const page of historyPages(engine, everywhere, { signal })) {
    const now = engine.clock();
    const left = page.filter(({ revisions }) => revisions.at(-1)?.record === undefined);
    const removed = left.filter(({ revisions }) => isPurged(revisions, now));
    const retired = left.filter((one) => !removed.includes(one) && isTooOld(engine, one, now));
    const all = [...removed, ...retired];
    if (all.length === 0) continue;
    const purge = { op: "delete", at: now, purge: true } as const;
    const ops = all.map(({ scope, id }) => ({ ...purge, scope, id }));
    await engine.store.write(ops, { signal });
    await emitForgotten(engine, all, context);
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
