import type { MemoryRecord } from "@kioku/core";

import { chunksOf } from "../../records/chunks-of.js";
import { attemptsOf } from "../model/image-record.js";

/** Failures after which an image is asked about alone. */
const ALONE_FROM = 2;

/**
 * Divides the images that wait into batches, in the order of time. Images that failed come last, in
 * small batches and then alone, so that one that no model takes holds up no other one.
 */
export function planBatches(
  records: readonly MemoryRecord[],
  { batchSize, partial }: { readonly batchSize: number; readonly partial: boolean },
): readonly (readonly MemoryRecord[])[] {
  const fresh = records.filter((record) => attemptsOf(record) === 0);
  const failed = records.filter((record) => attemptsOf(record) === 1);
  const alone = records.filter((record) => attemptsOf(record) >= ALONE_FROM);
  const full = chunksOf(fresh, batchSize).filter((one) => partial || one.length === batchSize);
  return [...full, ...chunksOf(failed, Math.ceil(batchSize / 4)), ...chunksOf(alone, 1)];
}
