import type { Embedder } from "../../../contracts/embedder.js";
import type { EmbeddingJob } from "../../../contracts/embedding-queue.js";
import { DEFAULT_BATCH_SIZE } from "../../../embedding/embed-texts.js";
import { chunk } from "../../../internal/async/chunk.js";
import type { MemoryRecord } from "../../../model/record.js";

/** A job and the record it is of. */
export interface Work {
  readonly job: EmbeddingJob;
  readonly record: MemoryRecord;
}

/**
 * What is embedded at once: all that is tried for the first time, and the others in groups half as
 * large with each attempt, so that one text that no embedder takes does not take others with it.
 */
export function groupWork(
  work: readonly Work[],
  [first]: readonly Embedder[],
): readonly (readonly Work[])[] {
  const full = first?.maxBatchSize ?? DEFAULT_BATCH_SIZE;
  const byAttempt = Map.groupBy(work, ({ job }) => job.attempt);
  return [...byAttempt]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([attempt, ofAttempt]) => {
      const size = Math.max(Math.floor(full / 2 ** (attempt - 1)), 1);
      return attempt <= 1 ? [ofAttempt] : chunk(ofAttempt, size);
    });
}
