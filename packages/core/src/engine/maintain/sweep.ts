import type { SweepOptions, SweepReport } from "../../api/memory-root.js";
import { eachPage } from "../../contracts/store-helpers.js";
import { safeProgress } from "../../internal/async/notify.js";
import { checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkFunction, checkNumber } from "../../internal/check/check.js";
import type { WriteOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { Page } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { announceForgotten } from "../forget/forget.js";
import { hookContext } from "../hooks/hook-context.js";
import { archiveFaded } from "./archive-faded.js";
import { dropLeftHistories } from "./drop-left-histories.js";
import { retireOld } from "./retire-old.js";

/**
 * Removes what has expired, then what the memory's retention keeps no longer, and then, if asked
 * to, archives what has faded, scope by scope.
 */
export async function sweep(engine: Engine, options: SweepOptions): Promise<SweepReport> {
  checkWriteOptions(options, ["archiveBelow", "onProgress"]);
  const { signal, archiveBelow = 0, onProgress } = options;
  checkNumber(archiveBelow, "options.archiveBelow", { min: 0, max: 1 });
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  const tellProgress = safeProgress(onProgress, engine.logger);
  return engine.lifecycle.run(signal, async () => {
    let report: SweepReport = { removed: 0, retired: 0, archived: 0 };
    for await (const step of steps(engine, options)) {
      report = {
        removed: report.removed + (step.removed ?? 0),
        retired: report.retired + (step.retired ?? 0),
        archived: report.archived + (step.archived ?? 0),
      };
      tellProgress?.(report);
    }
    return report;
  });
}

/** What each step did that is durable. */
async function* steps(engine: Engine, options: SweepOptions): AsyncGenerator<Partial<SweepReport>> {
  const { signal, actor, cause, archiveBelow: below = 0 } = options;
  const call: WriteOptions = { signal, actor, cause };
  const expired = await engine.store.sweep(engine.clock(), { signal });
  const context = hookContext(engine, "sweep", { ...call, scope: [] });
  await announceForgotten(engine, expired, context);
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

/** Every scope that holds records. One at a time, because stores have their indexes by scope. */
async function* allScopes(engine: Engine, signal: AbortSignal | undefined): AsyncGenerator<Scope> {
  const readPage = (cursor: string | undefined): Promise<Page<Scope>> =>
    engine.store.scopes([], { limit: MAX_LIMIT, cursor }, { signal });
  for await (const scopes of eachPage(readPage)) yield* scopes;
}
