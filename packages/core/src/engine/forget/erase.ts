import type { EraseOptions, ErasureReport, ForgetTarget } from "../../api/forget-inputs.js";
import type { WriteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { safeProgress } from "../../internal/async/notify.js";
import { Slices } from "../../internal/async/slices.js";
import { checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkBoolean, checkFunction, checkOneOf } from "../../internal/check/check.js";
import type { CallOptions } from "../../model/call-options.js";
import type { RecordId } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/hook-context.js";
import { countVectors } from "../maintain/count-vectors.js";
import { checkTarget } from "./check-target.js";
import { erasing } from "./erasing.js";
import { announceForgotten } from "./forget.js";
import { derivedFrom, traceRecords } from "./lineage.js";
import type { TraceCall } from "./lineage.js";
import { TextForgetting } from "./text-forgetting.js";

const BACKUPS =
  "backups and exports that were made before: delete them, or erase again after a restore; the tombstones keep an import from bringing back what was erased";
const NOT_SCRUBBED =
  "bytes of it in the store's own files, which were not scrubbed: erase again with scrub";

/** Removes what the target names, and what was derived from it, for good. */
export async function erase(
  engine: Engine,
  target: ForgetTarget,
  call: EraseOptions & { readonly scope: Scope },
): Promise<ErasureReport> {
  const { scope, ...options } = call;
  checkEraseOptions(options);
  const { signal, reach = "here", dryRun = false, scrub = true } = options;
  const checked = checkTarget(target, reach);
  const context = hookContext(engine, "erase", call);
  return engine.lifecycle.run(signal, async () => {
    await engine.hooks.beforeForget(target, context);
    let looked = 0;
    const tellProgress = safeProgress(options.onProgress, engine.logger);
    const onPage = (count: number): void => tellProgress?.((looked += count));
    const search = { target: checked, scope, reach, signal, onPage };
    const { kept, ...found } = await eraseAll(engine, search, dryRun);
    if (dryRun) return { ...found, unreached: [BACKUPS] };
    const gone = [...found.records, ...found.derived];
    engine.surfacedLately.remove(gone);
    await announceForgotten(engine, gone, context);
    const left = scrub ? await scrubFiles(engine, { signal }) : [NOT_SCRUBBED];
    const report = { ...found, unreached: [...left, ...kept, BACKUPS] };
    engine.events.emit("erased", { scope, report });
    return report;
  });
}

function checkEraseOptions(options: EraseOptions): void {
  checkWriteOptions(options, ["reach", "dryRun", "scrub", "onProgress"]);
  checkOneOf(options.reach ?? "here", "options.reach", ["here", "below"]);
  checkBoolean(options.dryRun ?? false, "options.dryRun");
  checkBoolean(options.scrub ?? true, "options.scrub");
  if (options.onProgress !== undefined) checkFunction(options.onProgress, "options.onProgress");
}

type Found = Omit<ErasureReport, "unreached"> & {
  /** What embedders could not be made to forget, in words. */
  readonly kept: readonly string[];
};

/**
 * Looks and removes until nothing is left: somebody may have derived something from it in the
 * meantime.
 */
async function eraseAll(engine: Engine, search: TraceCall, dryRun: boolean): Promise<Found> {
  const first = await traceRecords(engine, search);
  const records = first.filter(({ isNamed }) => isNamed);
  // What is named by its id may be gone, and what was derived from it still here.
  const derived = [...derivedFrom(first, [...records, ...idOf(search)])];
  let found = [...records, ...derived];
  const total = { revisions: 0, vectors: 0 };
  const forgetting = new TextForgetting(engine);
  for (;;) {
    for (const { revisions } of found) total.revisions += revisions;
    total.vectors += await countVectors(engine, found, search);
    if (dryRun) break;
    await forgetting.beforeRemoval(found, search);
    await remove(engine, found, search);
    await forgetting.afterRemoval(search);
    const roots = [...records, ...derived, ...idOf(search)];
    if (roots.length === 0) break;
    found = [...derivedFrom(await traceRecords(engine, search), roots)];
    if (found.length === 0) break;
    derived.push(...found);
  }
  return {
    records: records.map(toId),
    derived: derived.map(toId),
    kept: forgetting.unreached,
    ...total,
  };
}

/**
 * All in one transaction. A record that is named by its id gets a tombstone even if it is not here:
 * a backup may have it.
 */
async function remove(
  engine: Engine,
  found: readonly RecordId[],
  search: TraceCall,
): Promise<void> {
  const at = engine.clock();
  const named = idOf(search).filter((ref) => !found.some((one) => isSame(one, ref)));
  const ops: WriteOp[] = [];
  const slices = new Slices();
  for (const ref of [...named, ...found]) {
    ops.push(...erasing(ref, at));
    const pause = slices.pause();
    if (pause) await pause;
  }
  if (ops.length > 0) await engine.store.write(ops, { signal: search.signal });
}

function idOf({ target, scope }: TraceCall): readonly RecordId[] {
  return target.type === "id" ? [{ scope, id: target.id }] : [];
}

/** The removal is durable: a store that cannot scrub says so in the report. */
async function scrubFiles(engine: Engine, options: CallOptions): Promise<readonly string[]> {
  try {
    return await engine.store.scrub(options);
  } catch (error) {
    if (!MemoryError.is(error)) throw error;
    return [`${NOT_SCRUBBED}; the store said: ${error.message}`];
  }
}

function toId({ scope, id }: RecordId): RecordId {
  return { scope, id };
}

function isSame(a: RecordId, b: RecordId): boolean {
  return a.id === b.id && scopeToPath(a.scope) === scopeToPath(b.scope);
}
