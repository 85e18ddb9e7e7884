import type { CallOptions } from "../model/call-options.js";
import type { RecordId } from "../model/record.js";
import type { SpaceVector, SpaceOp } from "./write-op.js";

/** Names a job, and proves that the caller is the one who claimed it last. */
export interface JobRef extends RecordId {
  /** Fencing token, unique for every claim and every new text. Only the newest one is valid. */
  readonly token: string;
}

/** A text whose vectors are still to come, handed out to one worker for the length of its lease. */
export interface EmbeddingJob extends JobRef {
  /** Hash of the text, which the record has as long as the token is the newest. */
  readonly textHash: string;
  /** Times this text was handed out and not given back as `untried`, this time included. */
  readonly attempt: number;
}

/** Which jobs, and for how long. */
export interface ClaimRequest {
  /** Only jobs that may be done by then, those that may be done first before others. */
  readonly now: Date;
  /** Length of the lease from `now` on, in milliseconds, after which it can be claimed again. */
  readonly leaseMs: number;
  /** Most jobs, 1 to 1,000. */
  readonly limit: number;
}

/** A job with what came of it. */
export interface FinishedJob extends JobRef {
  /** At most one per space; none if there is nothing left to make. */
  readonly vectors: readonly SpaceVector[];
}

/** Finished jobs, and the ops that go before them. */
export interface CompleteRequest {
  /** Made known first, in the same transaction. */
  readonly spaces?: readonly SpaceOp[] | undefined;
  /** Each with the vectors of its text. */
  readonly jobs: readonly FinishedJob[];
}

/** A job that is given back. */
export interface ReleasedJob extends JobRef {
  /** Earliest next claim. Absent: given up, until `revive` or a new text. */
  readonly runAt?: Date | undefined;
  /** True if this claim does not count as an attempt. @defaultValue `false` */
  readonly untried?: boolean | undefined;
}

/** Counts of jobs by state. */
export interface QueueStats {
  /** May be claimed now, those whose lease ran out included. */
  readonly ready: number;
  /** In the hands of a worker. */
  readonly leased: number;
  /** May be claimed later. */
  readonly delayed: number;
  /** Given up. */
  readonly dead: number;
}

/**
 * Texts of all scopes that wait for vectors, for any number of workers. A record enters with
 * `embedAt` of its search entry, once, and leaves when its job is completed or a write changes its
 * text, makes it unsearchable, writes its vectors or removes it. Clocks agree to within a lease.
 */
export interface EmbeddingQueue {
  /**
   * Hands out jobs, those of a shard the earliest first. No job has two workers before its lease
   * ends.
   */
  claim(request: ClaimRequest, options?: CallOptions): Promise<readonly EmbeddingJob[]>;
  /**
   * Writes vectors and removes the jobs, in one transaction a shard; false for each whose token is
   * not the newest, which is skipped. @throws `vector-space-mismatch`; then nothing changes.
   */
  complete(request: CompleteRequest, options?: CallOptions): Promise<readonly boolean[]>;
  /** Gives jobs back before their lease ends. False for tokens that are not the newest. */
  release(jobs: readonly ReleasedJob[], options?: CallOptions): Promise<readonly boolean[]>;
  /** Counts the jobs of all scopes. */
  stats(now: Date, options?: CallOptions): Promise<QueueStats>;
  /** Lets given up jobs be claimed from `runAt` on, as if new, and returns their number. */
  revive(runAt: Date, options?: CallOptions): Promise<number>;
}
