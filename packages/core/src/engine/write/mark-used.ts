import { MemoryError } from "../../errors/memory-error.js";
import { checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkText, checkTexts, invalidInput } from "../../internal/check/check.js";
import type { WriteOptions } from "../../model/call-options.js";
import { MAX_IDS, MAX_NAME_LENGTH } from "../../model/limits.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { strengthAfterUse } from "../../ranking/strength.js";
import type { Engine } from "../engine.js";
import { restoring } from "../maintain/archive.js";

/** How often restoring is tried anew when somebody else wrote one of the records in between. */
const MAX_ATTEMPTS = 64;

/**
 * Strengthens the records of this scope that were used, and takes back the archived ones among
 * them.
 */
export async function markUsed(
  engine: Engine,
  ids: string | readonly string[],
  call: WriteOptions & { readonly scope: Scope },
): Promise<number> {
  const { scope, ...options } = call;
  checkWriteOptions(options);
  const used = checkIds(ids);
  return engine.lifecycle.run(options.signal, async () => {
    const { records, restored, now } = await restore(engine, used, call);
    if (records.length === 0) return 0;
    const updates = records.map(({ id, strength, createdAt }) => {
      return { scope, id, strength: strengthAfterUse(strength, { createdAt, now }) };
    });
    await engine.store.strengthen(updates, { signal: options.signal });
    engine.events.emit("used", { scope, ids: records.map(({ id }) => id), restored });
    return records.length;
  });
}

function checkIds(ids: unknown): readonly string[] {
  if (typeof ids === "string") return [checkText(ids, "ids", MAX_NAME_LENGTH)];
  if (!Array.isArray(ids)) throw invalidInput("ids", "an id or a list of ids", ids);
  if (ids.length > MAX_IDS) throw invalidInput("ids", `at most ${MAX_IDS} ids`, ids);
  return [...new Set(checkTexts(ids, "ids", MAX_NAME_LENGTH))];
}

/**
 * The records that were used, as they were just read, after the archived ones among them were taken
 * back.
 */
interface Restored {
  readonly records: readonly MemoryRecord[];
  /** Ids of those that were archived. */
  readonly restored: readonly string[];
  readonly now: Date;
}

async function restore(
  engine: Engine,
  ids: readonly string[],
  { scope, signal, actor, cause }: WriteOptions & { readonly scope: Scope },
): Promise<Restored> {
  const refs = ids.map((id) => ({ scope, id }));
  for (let attempt = 1; ; attempt += 1) {
    const now = engine.clock();
    const found = await engine.store.get(refs, { now, signal });
    const records = found.filter((record) => record !== undefined);
    const archived = records.filter((record) => record.archivedAt !== undefined);
    const restored = archived.map(({ id }) => id);
    if (archived.length === 0) return { records, restored, now };
    const ops = archived.map((record) => restoring(record, { now, actor, cause }));
    try {
      await engine.store.write(ops, { signal });
      return { records, restored, now };
    } catch (error) {
      if (!MemoryError.is(error, "conflict") || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
