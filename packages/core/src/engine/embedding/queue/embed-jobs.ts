import type { Embedder } from "../../../contracts/embedder.js";
import type {
  CompleteRequest,
  EmbeddingJob,
  FinishedJob,
  JobRef,
} from "../../../contracts/embedding-queue.js";
import { DEFAULT_BATCH_SIZE } from "../../../embedding/embed-texts.js";
import { MemoryError } from "../../../errors/memory-error.js";
import { chunk } from "../../../internal/async/chunk.js";
import type { CallOptions } from "../../../model/call-options.js";
import type { MemoryRecord } from "../../../model/record.js";
import type { Engine } from "../../engine.js";
import { textHash } from "../../write/search-entry.js";
import {
  embedForWriting,
  emitEmbedded,
  withoutFoundVector,
  writeVectors,
} from "../spaces/embed-for-writing.js";
import { requireQueue } from "./queue-options.js";

/** Result of a batch of jobs. Those refused, or untried for want of time, are still leased. */
interface EmbeddedJobs {
  readonly embedded: number;
  readonly refused: readonly RefusedJob[];
  readonly untried: readonly EmbeddingJob[];
}

/** A job that the embedder failed at. */
export interface RefusedJob {
  readonly job: EmbeddingJob;
  readonly failure: MemoryError;
  /** True if no other text can be the reason. */
  readonly isAlone: boolean;
  /** True if another try cannot help. */
  readonly isForGood: boolean;
  /** True if the embedders say that they cannot embed the text. */
  readonly isUnfit: boolean;
}

interface JobRecord {
  readonly job: EmbeddingJob;
  readonly record: MemoryRecord;
}

const NO_VECTOR = new MemoryError("embedder-failed", "no embedder gave a vector", {
  retryable: true,
});

/**
 * Embeds the texts of claimed jobs and completes them. Jobs whose record is gone, has another text
 * or its vectors by now are only taken off. After `untilMs` (since 1970) no second group is begun.
 */
export async function embedJobs(
  engine: Engine,
  jobs: readonly EmbeddingJob[],
  { signal, untilMs }: CallOptions & { readonly untilMs: number },
): Promise<EmbeddedJobs> {
  const missing = await missingVectors(engine, jobs, { signal });
  const waiting = new Set(missing.map(({ job }) => job));
  const settled = jobs.filter((job) => !waiting.has(job));
  const finished = settled.map((job) => ({ ...refOf(job), vectors: [] }));
  await complete(engine, { spaces: [], jobs: finished }, { signal });
  const refused: RefusedJob[] = [];
  let embedded = 0;
  const [first = [], ...groups] = groupJobs(missing, engine.embedders);
  // The first group is tried however little time there is, or nobody ever would.
  for (let group = first; group.length > 0; group = groups.shift() ?? []) {
    const result = await embedGroup(engine, group, { signal });
    embedded += result.embedded;
    refused.push(...result.refused);
    if (engine.clock().getTime() >= untilMs) break;
  }
  return { embedded, refused, untried: groups.flat().map(({ job }) => job) };
}

async function embedGroup(
  engine: Engine,
  group: readonly JobRecord[],
  { signal }: CallOptions,
): Promise<Omit<EmbeddedJobs, "untried">> {
  const contents = group.map(({ record }) => record.content);
  const given = await embedForWriting(engine, contents, { signal });
  const { texts, failure = NO_VECTOR, spaceOps } = given;
  const isLast = group.length === 1 && !failure.retryable && engine.embedders.length === 1;
  const made: FinishedJob[] = [];
  const refused: RefusedJob[] = [];
  for (const [index, { job }] of group.entries()) {
    const { vectors = [], isFound = false, isUnfit = false } = texts[index] ?? {};
    if (isFound) made.push({ ...refOf(job), vectors });
    else {
      const isAlone = group.length === 1 || isUnfit;
      refused.push({ job, failure, isAlone, isUnfit, isForGood: isLast || isUnfit });
    }
  }
  const applied = await complete(engine, { spaces: spaceOps, jobs: made }, { signal });
  emitEmbedded(engine, applied);
  return { embedded: applied.length, refused };
}

async function missingVectors(
  engine: Engine,
  jobs: readonly EmbeddingJob[],
  { signal }: CallOptions,
): Promise<readonly JobRecord[]> {
  const records = await engine.store.get(jobs, { now: engine.clock(), signal });
  const current = jobs.flatMap((job, index): readonly JobRecord[] => {
    const record = records[index];
    return record && textHash(record) === job.textHash ? [{ job, record }] : [];
  });
  const ofJobs = current.map(({ record }) => record);
  const missing = new Set(await withoutFoundVector(engine, ofJobs, { signal }));
  return current.filter(({ record }) => missing.has(record));
}

/** Returns a job as it is named to the queue. */
export function refOf({ scope, id, token }: JobRef): JobRef {
  return { scope, id, token };
}

/** Completes jobs, and returns those that were still leased. */
async function complete(
  engine: Engine,
  request: CompleteRequest,
  { signal }: CallOptions,
): Promise<readonly FinishedJob[]> {
  if (request.jobs.length === 0) return [];
  const queue = requireQueue(engine);
  const write = (): Promise<readonly boolean[]> => queue.complete(request, { signal });
  const results = await writeVectors(engine, write, { signal });
  return request.jobs.filter((_, index) => results[index]);
}

/** Groups jobs: first tries together, later ones in halves, so that a bad text ends up alone. */
function groupJobs(
  jobs: readonly JobRecord[],
  [first]: readonly Embedder[],
): readonly (readonly JobRecord[])[] {
  const full = first?.maxBatchSize ?? DEFAULT_BATCH_SIZE;
  const byAttempt = Map.groupBy(jobs, ({ job }) => job.attempt);
  return [...byAttempt]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([attempt, ofAttempt]) => {
      const size = Math.max(Math.floor(full / 2 ** (attempt - 1)), 1);
      return attempt <= 1 ? [ofAttempt] : chunk(ofAttempt, size);
    });
}
