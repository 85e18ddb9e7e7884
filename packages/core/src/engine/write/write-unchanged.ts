import type { WriteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Engine } from "../engine.js";

/** Options of `writeUnchanged`. */
interface ChangeUnchanged {
  /** Makes an op that fails with `conflict` if the record has another version by now. */
  readonly toOp: (record: MemoryRecord) => WriteOp;
  readonly signal: AbortSignal | undefined;
}

/** Changes, in one batch, the records that nobody has changed since, and returns them. */
export async function writeUnchanged(
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
