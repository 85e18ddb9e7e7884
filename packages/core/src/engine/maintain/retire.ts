import type { Selection } from "../../contracts/search.js";
import { eachPage } from "../../contracts/store-helpers.js";
import type { WriteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { WriteOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { hasFaded } from "../../ranking/forgetting.js";
import type { Engine } from "../engine.js";
import { emitForgotten } from "../forget/forget.js";
import { hookContext } from "../hooks/run-hook.js";
import { recallable } from "../read/find-searchable.js";
import type { Retention } from "../resolve-options.js";
import { archiveOp } from "./archive.js";

const OLDEST_FIRST = { orderBy: "createdAt", order: "asc", limit: MAX_LIMIT } as const;

interface RetireCall extends WriteOptions {
  readonly scope: Scope;
}

/** Ends, page by page, the records of a scope that are too old, and yields their number. */
export async function* retireOld(engine: Engine, call: RetireCall): AsyncGenerator<number> {
  for (const policy of engine.retention) yield* applyPolicy(engine, policy, call);
}

async function* applyPolicy(
  engine: Engine,
  policy: Retention,
  call: RetireCall,
): AsyncGenerator<number> {
  const { scope, signal } = call;
  const selection = toSelection(engine, policy, scope);
  const pages = eachPage((cursor) =>
    engine.store.list({ ...selection, ...OLDEST_FIRST, cursor }, { signal }),
  );
  for await (const records of pages) {
    const toOp = (record: MemoryRecord): WriteOp => ending(engine, record, { policy, call });
    const ended = await writeUnchanged(engine, records, { toOp, signal });
    if (ended.length === 0) continue;
    if (policy.afterwards === "archive") {
      engine.events.emit("archived", { scope, ids: ended.map(({ id }) => id) });
    } else await emitForgotten(engine, ended, hookContext(engine, "sweep", call));
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

function ending(
  engine: Engine,
  record: MemoryRecord,
  { policy, call }: { readonly policy: Retention; readonly call: RetireCall },
): WriteOp {
  const { actor, cause } = call;
  const now = engine.clock();
  if (policy.afterwards === "archive") return archiveOp(record, { now, actor, cause });
  const { scope, id, version: ifVersion } = record;
  const purge = policy.afterwards === "purge";
  return { op: "delete", scope, id, at: now, ifVersion, purge, actor, cause };
}

/** Records that can fade. Entries are kept up by writing their key again. */
const CAN_FADE = parseFilter({ "@pinned": false, "@key": { $exists: false } });

interface FadedCall extends RetireCall {
  /** Probability of recall below which a memory is archived. */
  readonly below: number;
}

/** Archives, page by page, the faded records of one scope, and yields their number. */
export async function* archiveFaded(engine: Engine, call: FadedCall): AsyncGenerator<number> {
  const { scope, below, signal, actor, cause } = call;
  const pages = eachPage((cursor) => {
    const where = { within: [scope], reach: "here", where: CAN_FADE } as const;
    const selection = recallable(where, engine.clock());
    return engine.store.list({ ...selection, ...OLDEST_FIRST, cursor }, { signal });
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

/** Options of `writeUnchanged`. */
interface ChangeUnchanged {
  /** Makes an op that fails with `conflict` if the record has another version by now. */
  readonly toOp: (record: MemoryRecord) => WriteOp;
  readonly signal: AbortSignal | undefined;
}

/** Changes, in one batch, the records that nobody has changed since, and returns them. */
async function writeUnchanged(
  engine: Engine,
  records: readonly MemoryRecord[],
  { toOp, signal }: ChangeUnchanged,
): Promise<readonly MemoryRecord[]> {
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
