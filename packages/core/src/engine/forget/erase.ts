import type { EraseOptions, ErasureReport, ForgetTarget } from "../../api/forget-inputs.js";
import type { WriteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { chunk } from "../../internal/async/chunk.js";
import { safeProgress } from "../../internal/async/notify.js";
import { Slices } from "../../internal/async/timers.js";
import { checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkBoolean, checkFunction, checkOneOf } from "../../internal/check/check.js";
import { recordKey } from "../../internal/record-key.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { RecordId } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { tombstoneHash } from "../../text/hash.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/run-hook.js";
import { EmbedderCachePurge } from "./embedder-cache-purge.js";
import { checkTarget, emitForgotten } from "./forget.js";
import { derivedFrom, traceRecords, type TraceCall } from "./lineage.js";

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
  checkWriteOptions(options, ["reach", "dryRun", "scrub", "onProgress"]);
  const { signal, reach = "here", dryRun = false, scrub = true, onProgress } = options;
  checkOneOf(options.reach ?? "here", "options.reach", ["here", "below"]);
  checkBoolean(options.dryRun ?? false, "options.dryRun");
  checkBoolean(options.scrub ?? true, "options.scrub");
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  const checked = checkTarget(target, reach);
  const context = hookContext(engine, "erase", call);
  return engine.lifecycle.run(signal, async () => {
    await engine.hooks.beforeForget(target, context);
    let looked = 0;
    const reportProgress = safeProgress(onProgress, engine.logger);
    const onPage = (count: number): void => reportProgress?.((looked += count));
    const search = { target: checked, scope, reach, signal, onPage };
    const found = await eraseAll(engine, search, dryRun);
    if (dryRun) return { ...found, unreached: [BACKUPS] };
    const gone = [...found.records, ...found.derived];
    engine.surfacedLately.remove(gone);
    await emitForgotten(engine, gone, context);
    const left = scrub ? await scrubFiles(engine, { signal }) : [NOT_SCRUBBED];
    const report = { ...found, unreached: [...left, ...found.unreached, BACKUPS] };
    engine.events.emit("erased", { scope, report });
    return report;
  });
}

/** Looks and removes until nothing is left: others may derive from it in the meantime. */
async function eraseAll(engine: Engine, call: TraceCall, dryRun: boolean): Promise<ErasureReport> {
  const first = await traceRecords(engine, call);
  const records = first.filter(({ isNamed }) => isNamed);
  // A record that is named by its id may be gone, and what was derived from it still here.
  const derived = [...derivedFrom(first, [...records, ...idOf(call)])];
  let found = [...records, ...derived];
  const total = { revisions: 0, vectors: 0 };
  const purge = new EmbedderCachePurge(engine);
  for (;;) {
    for (const { revisions } of found) total.revisions += revisions;
    total.vectors += await countVectors(engine, found, call);
    if (dryRun) break;
    await purge.beforeRemoval(found, call);
    await remove(engine, found, call);
    await purge.afterRemoval(call);
    const roots = [...records, ...derived, ...idOf(call)];
    if (roots.length === 0) break;
    found = [...derivedFrom(await traceRecords(engine, call), roots)];
    if (found.length === 0) break;
    derived.push(...found);
  }
  const { unreached } = purge;
  return { records: records.map(toId), derived: derived.map(toId), ...total, unreached };
}

/** Removes all in one transaction. A named id gets a tombstone in any case, for backups. */
async function remove(engine: Engine, found: readonly RecordId[], call: TraceCall): Promise<void> {
  const at = engine.clock();
  const keys = new Set(found.map(recordKey));
  const named = idOf(call).filter((ref) => !keys.has(recordKey(ref)));
  const ops: WriteOp[] = [];
  const slices = new Slices();
  for (const ref of [...named, ...found]) {
    ops.push(...eraseOps(ref, at));
    const pause = slices.pause();
    if (pause) await pause;
  }
  if (ops.length > 0) await engine.store.write(ops, { signal: call.signal });
}

function idOf({ target, scope }: TraceCall): readonly RecordId[] {
  return target.type === "id" ? [{ scope, id: target.id }] : [];
}

/** Scrubs the files. The removal is durable, so that a failure only goes into the report. */
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

/** Returns ops that remove a record for good and leave a tombstone. */
export function eraseOps({ scope, id }: RecordId, at: Date): readonly WriteOp[] {
  return [
    { op: "delete", scope, id, at, purge: true },
    { op: "tombstone", scope, hash: tombstoneHash(id), at },
  ];
}

async function countVectors(
  { store }: Engine,
  records: readonly RecordId[],
  { signal }: CallOptions,
): Promise<number> {
  let count = 0;
  for (const { id } of await store.spaces({ signal })) {
    for (const part of chunk(records, MAX_LIMIT)) {
      const vectors = await store.vectors(id, part, { signal });
      count += vectors.filter((vector) => vector !== undefined).length;
    }
  }
  return count;
}
