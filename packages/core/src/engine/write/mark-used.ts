import type { StrengthUpdate } from "../../contracts/memory-store.js";
import { MemoryError } from "../../errors/memory-error.js";
import { checkIds, checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkText, invalidInput } from "../../internal/check/check.js";
import type { CallOptions, WriteOptions } from "../../model/call-options.js";
import { MAX_NAME_LENGTH } from "../../model/limits.js";
import type { MemoryRecord, Strength } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { strengthAfterUse } from "../../ranking/forgetting.js";
import type { Engine } from "../engine.js";
import { restoreOp } from "../maintain/archive.js";

/** Attempts to restore when others write one of the records in between. */
const MAX_ATTEMPTS = 64;

type ScopeCall = CallOptions & { readonly scope: Scope };
type MarkUsedCall = WriteOptions & ScopeCall;

/** Strengthens the records of this scope that were used, and restores the archived ones. */
export async function markUsed(
  engine: Engine,
  ids: string | readonly string[],
  call: MarkUsedCall,
): Promise<number> {
  const { scope: _, ...options } = call;
  checkWriteOptions(options);
  const used = checkUsed(ids);
  return engine.lifecycle.run(options.signal, async () => {
    const found = await restore(engine, used, call);
    return (await strengthen(engine, found, call)).size;
  });
}

function checkUsed(ids: unknown): readonly string[] {
  if (typeof ids === "string") return [checkText(ids, "ids", MAX_NAME_LENGTH)];
  if (!Array.isArray(ids)) throw invalidInput("ids", "an id or a list of ids", ids);
  return [...new Set(checkIds(ids, "ids"))];
}

/** Records as they were just read, and the ids of those that were archived. */
interface Used {
  readonly records: readonly MemoryRecord[];
  readonly restored: readonly string[];
  readonly now: Date;
}

async function restore(engine: Engine, ids: readonly string[], call: MarkUsedCall): Promise<Used> {
  const { signal, actor, cause } = call;
  for (let attempt = 1; ; attempt += 1) {
    const used = await readAll(engine, ids, call);
    const archived = used.records.filter((record) => record.archivedAt !== undefined);
    if (archived.length === 0) return used;
    const ops = archived.map((record) => restoreOp(record, { now: used.now, actor, cause }));
    try {
      await engine.store.write(ops, { signal });
      return { ...used, restored: archived.map(({ id }) => id) };
    } catch (error) {
      if (!MemoryError.is(error, "conflict") || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Strengthens the records that are still there, as `markUsed` would, without restoring any. */
export async function touchRecords(
  engine: Engine,
  ids: readonly string[],
  call: ScopeCall,
): Promise<ReadonlyMap<string, Strength>> {
  return strengthen(engine, await readAll(engine, ids, call), call);
}

async function readAll(
  engine: Engine,
  ids: readonly string[],
  { scope, signal }: ScopeCall,
): Promise<Used> {
  const now = engine.clock();
  const refs = ids.map((id) => ({ scope, id }));
  const found = await engine.store.get(refs, { now, signal });
  return { records: found.filter((record) => record !== undefined), restored: [], now };
}

async function strengthen(
  engine: Engine,
  { records, restored, now }: Used,
  { scope, signal }: ScopeCall,
): Promise<ReadonlyMap<string, Strength>> {
  if (records.length === 0) return new Map();
  const updates = records.map(({ id, strength, createdAt }): StrengthUpdate => {
    return { scope, id, strength: strengthAfterUse(strength, { createdAt, now }) };
  });
  await engine.store.strengthen(updates, { signal });
  engine.events.emit("used", { scope, ids: updates.map(({ id }) => id), restored });
  return new Map(updates.map(({ id, strength }) => [id, strength]));
}
