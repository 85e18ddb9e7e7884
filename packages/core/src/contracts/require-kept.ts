import { MemoryError } from "../errors/memory-error.js";
import type { EarlierOp } from "./write-op.js";

/**
 * Refuses earlier versions of what is not kept: it may have been purged, and must not come back.
 * @param last - the last version that is kept of the record, its deletion included; 0 if there is
 *   none
 * @throws `conflict` if that is before the versions that should be kept.
 */
export function requireKept({ id, before }: EarlierOp, last: number): void {
  if (last >= before) return;
  throw new MemoryError("conflict", `record ${id} has no version ${before} or later to be kept`);
}
