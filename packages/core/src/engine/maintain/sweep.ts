import type { SweepOptions, SweepReport } from "../../api/memory-root.js";
import type { HookContext } from "../../api/plugin.js";
import type { RecordHistory } from "../../contracts/history.js";
import type { Selection } from "../../contracts/search.js";
import { eachPage, recordPages } from "../../contracts/store-helpers.js";
import type { WriteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { safeProgress } from "../../internal/async/notify.js";
import { checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkFunction, checkNumber } from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { CallOptions, WriteOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { hasFaded } from "../../ranking/forgetting.js";
import type { Engine } from "../engine.js";
import { emitForgotten } from "../forget/forget.js";
import { historyPages } from "../history-pages.js";
import { hookContext } from "../hooks/run-hook.js";
import { recallable } from "../read/find-searchable.js";
import { isPurged } from "../read/known-revisions.js";
import { retentionOf, type Retention } from "../resolve-options.js";
import { archiveOp } from "./archive.js";

/** Removes what has expired or is kept too long, and archives what has faded, if asked to. */
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
    for (const policy of engine.retention) {
      for await (const retired of retireOld(engine, policy, { ...call, scope })) yield { retired };
    }
    if (below === 0) continue;
    for await (const archived of archiveFaded(engine, below, { ...call, scope })) {
      yield { archived };
    }
  }
}

/** Yields every scope that holds records, one at a time since stores have indexes by scope. */
async function* allScopes({ store }: Engine, signal?: AbortSignal): AsyncGenerator<Scope> {
  const pages = eachPage((cursor) => store.scopes([], { limit: MAX_LIMIT, cursor }, { signal }));
  for await (const scopes of pages) yield* scopes;
}

/** Drops histories of forgotten records that have expired or are kept too long. */
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

type Call = WriteOptions & { readonly scope: Scope };

/** Ends, page by page, the records of a scope that are too old, and yields their number. */
async function* retireOld(engine: Engine, policy: Retention, call: Call): AsyncGenerator<number> {
  const { scope, signal, actor, cause } = call;
  const selection = toSelection(engine, policy, scope);
  for await (const records of recordPages(engine.store, selection, { signal })) {
    if (policy.afterwards === "archive") {
      yield* archive(engine, records, call);
      continue;
    }
    const purge = policy.afterwards === "purge";
    const ended = await writeUnchanged(engine, records, {
      toOp: ({ scope: owner, id, version: ifVersion }) => {
        const at = engine.clock();
        return { op: "delete", scope: owner, id, at, ifVersion, purge, actor, cause };
      },
      signal,
    });
    if (ended.length === 0) continue;
    await emitForgotten(engine, ended, hookContext(engine, "sweep", call));
    yield ended.length;
  }
}

/** Selects old records of the kind of a policy, retired and archived ones too. */
function toSelection(
  engine: Engine,
  { kind, keepMs, afterwards }: Retention,
  scope: Scope,
): Selection {
  const named = engine.retention.map((policy) => policy.kind).filter((one) => one !== "*");
  const until = new Date(engine.clock().getTime() - keepMs);
  const where = parseFilter({
    "@updatedAt": { $lte: until },
    ...(kind === "*" && named.length > 0 ? { "@kind": { $nin: named } } : {}),
  });
  return {
    within: [scope],
    reach: "here",
    ...(kind === "*" ? {} : { kinds: [kind] }),
    where,
    includeArchived: afterwards !== "archive",
  };
}

/** Records that can fade. Entries are kept up by writing their key again. */
const CAN_FADE = parseFilter({ "@pinned": false, "@key": { $exists: false } });

/** Archives, page by page, the records of a scope whose probability of recall is below this. */
async function* archiveFaded(engine: Engine, below: number, call: Call): AsyncGenerator<number> {
  const { scope, signal } = call;
  const where = { within: [scope], reach: "here", where: CAN_FADE } as const;
  const selection = recallable(where, engine.clock());
  for await (const records of recordPages(engine.store, selection, { signal })) {
    const now = engine.clock();
    const faded = records.filter((record) => hasFaded(record, now, below));
    yield* archive(engine, faded, call);
  }
}

async function* archive(
  engine: Engine,
  records: readonly MemoryRecord[],
  { scope, signal, actor, cause }: Call,
): AsyncGenerator<number> {
  const toOp = (record: MemoryRecord): WriteOp =>
    archiveOp(record, { now: engine.clock(), actor, cause });
  const archived = await writeUnchanged(engine, records, { toOp, signal });
  if (archived.length === 0) return;
  engine.events.emit("archived", { scope, ids: archived.map(({ id }) => id) });
  yield archived.length;
}

/** Writes, in one batch, ops on the records that nobody has changed since, and returns these. */
async function writeUnchanged(
  engine: Engine,
  records: readonly MemoryRecord[],
  given: CallOptions & { readonly toOp: (record: MemoryRecord) => WriteOp },
): Promise<readonly MemoryRecord[]> {
  const { toOp, signal } = given;
  let left = records;
  while (left.length > 0) {
    try {
      await engine.store.write(left.map(toOp), { signal });
      return left;
    } catch (error) {
      if (!MemoryError.is(error, "conflict")) throw error;
      const current = await engine.store.get(left, { now: engine.clock(), signal });
      const unchanged = left.filter((record, index) => current[index]?.version === record.version);
      // A conflict that no write explains would be met again.
      if (unchanged.length === left.length) throw error;
      left = unchanged;
    }
  }
  return [];
}
