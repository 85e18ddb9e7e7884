import type { EmbeddingJob, FinishedJob, JobRef } from "../../../contracts/embedding-queue.js";
import type { SpaceVector } from "../../../contracts/vector-space.js";
import type { SpaceOp } from "../../../contracts/write-op.js";
import { MemoryError } from "../../../errors/memory-error.js";
import type { CallOptions } from "../../../model/call-options.js";
import type { RecordId } from "../../../model/record.js";
import { scopeToPath } from "../../../model/scope.js";
import type { Engine } from "../../engine.js";
import { textHash } from "../../write/search-entry.js";
import { embedForWriting } from "../spaces/embed-for-writing.js";
import { withoutFoundVector } from "../spaces/without-found-vector.js";
import { groupWork } from "./group-work.js";
import type { Work } from "./group-work.js";
import { requireQueue } from "./require-queue.js";

/** What came of a batch of jobs. */
export interface EmbeddedJobs {
  /** How many records got vectors. */
  readonly embedded: number;
  /** What the embedder failed at; still in the hands of the caller. */
  readonly refused: readonly RefusedJob[];
  /** What there was no time for; still in the hands of the caller. */
  readonly untried: readonly EmbeddingJob[];
}

/** A job that the embedder failed at. */
export interface RefusedJob {
  readonly job: EmbeddingJob;
  readonly failure: MemoryError;
  /** Whether it was embedded by itself, so that no other text can be the reason. */
  readonly isAlone: boolean;
  /**
   * Whether it was alone, and the only embedder there is says that trying again will not help, or
   * no embedder can embed it.
   */
  readonly isForGood: boolean;
  /** Whether the embedders say that it is the text that they cannot embed. */
  readonly isUnfit: boolean;
}

/** What embedding takes. */
export interface EmbedJobsCall extends CallOptions {
  /** After this no second group is begun, so that leases are kept; milliseconds since 1970. */
  readonly untilMs: number;
}

/**
 * Embeds the texts of claimed jobs and completes them, group by group. What has its vectors by now,
 * has expired or has another text is only taken off the queue.
 */
export async function embedJobs(
  engine: Engine,
  jobs: readonly EmbeddingJob[],
  { signal, untilMs }: EmbedJobsCall,
): Promise<EmbeddedJobs> {
  const work = await missingVectors(engine, jobs, { signal });
  const waiting = new Set(work.map(({ job }) => job));
  const settled = jobs.filter((job) => !waiting.has(job)).map((job) => finished(job, []));
  await complete(engine, { spaces: [], jobs: settled, signal });
  const refused: RefusedJob[] = [];
  let embedded = 0;
  const [first = [], ...groups] = groupWork(work, engine.embedders);
  // However little time there is, one group is tried, or nobody ever would.
  for (let group = first; group.length > 0; group = groups.shift() ?? []) {
    const result = await embedGroup(engine, group, { signal });
    embedded += result.embedded;
    refused.push(...result.refused);
    if (engine.clock().getTime() >= untilMs) break;
  }
  return { embedded, refused, untried: groups.flat().map(({ job }) => job) };
}

const NO_VECTOR = new MemoryError("embedder-failed", "no embedder gave a vector", {
  retryable: true,
});

async function embedGroup(
  engine: Engine,
  work: readonly Work[],
  { signal }: CallOptions,
): Promise<Omit<EmbeddedJobs, "untried">> {
  const contents = work.map(({ record }) => record.content);
  const given = await embedForWriting(engine, contents, { signal });
  const { texts, failure = NO_VECTOR, spaceOps } = given;
  const isMade = (index: number): boolean => texts[index]?.isFound === true;
  const made = work.flatMap(({ job }, index): readonly FinishedJob[] =>
    isMade(index) ? [finished(job, texts[index]?.vectors ?? [])] : [],
  );
  const isLast = work.length === 1 && !failure.retryable && engine.embedders.length === 1;
  const refused = work.flatMap(({ job }, index): readonly RefusedJob[] => {
    if (isMade(index)) return [];
    const isUnfit = texts[index]?.isUnfit === true;
    const isAlone = work.length === 1 || isUnfit;
    return [{ job, failure, isAlone, isUnfit, isForGood: isLast || isUnfit }];
  });
  const applied = await complete(engine, { spaces: spaceOps, jobs: made, signal });
  tell(engine, applied);
  return { embedded: applied.length, refused };
}

async function missingVectors(
  engine: Engine,
  jobs: readonly EmbeddingJob[],
  { signal }: CallOptions,
): Promise<readonly Work[]> {
  const records = await engine.store.get(jobs, { now: engine.clock(), signal });
  const work = jobs.flatMap((job, index): readonly Work[] => {
    const record = records[index];
    return record && textHash(record) === job.textHash ? [{ job, record }] : [];
  });
  const missing = new Set(
    await withoutFoundVector(
      engine,
      work.map(({ record }) => record),
      { signal },
    ),
  );
  return work.filter(({ record }) => missing.has(record));
}

function finished({ scope, id, token }: JobRef, vectors: readonly SpaceVector[]): FinishedJob {
  return { scope, id, token, vectors };
}

/**
 * Those that were completed. A vector that does not fit its space is refused the next time, before
 * it gets here.
 */
async function complete(
  engine: Engine,
  given: CallOptions & {
    readonly spaces: readonly SpaceOp[];
    readonly jobs: readonly FinishedJob[];
  },
): Promise<readonly FinishedJob[]> {
  const { spaces, jobs, signal } = given;
  if (jobs.length === 0) return [];
  try {
    const results = await requireQueue(engine).complete({ spaces, jobs }, { signal });
    return jobs.filter((_, index) => results[index]);
  } catch (error) {
    if (MemoryError.is(error, "vector-space-mismatch")) {
      const known = await engine.store.spaces({ signal });
      for (const embedder of engine.embedders) embedder.learnWidth(known);
    }
    throw error;
  }
}

function tell({ events }: Engine, embedded: readonly RecordId[]): void {
  const byScope = Map.groupBy(embedded, ({ scope }) => scopeToPath(scope));
  for (const refs of byScope.values()) {
    events.emit("embedded", { scope: refs[0]?.scope ?? [], ids: refs.map(({ id }) => id) });
  }
}
