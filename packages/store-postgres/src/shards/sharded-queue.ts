import type { CallOptions } from "@kioku/core";
import type {
  ClaimRequest,
  CompleteRequest,
  EmbeddingJob,
  EmbeddingQueue,
  JobRef,
  QueueStats,
  ReleasedJob,
} from "@kioku/core/toolkit";

import type { PostgresStore } from "../postgres-store.js";
import { sumOf } from "./shards.js";
import type { Sharded } from "./write-shard.js";

type JobWork<Job> = (queue: EmbeddingQueue, jobs: readonly Job[]) => Promise<readonly boolean[]>;

/** The queues of all shards. Jobs of a scope are in order, those of several shards are not. */
export class ShardedQueue implements EmbeddingQueue {
  readonly #sharded: Sharded;
  /** Shard that the next claim begins with, so that each has its turn. */
  #next = 0;

  constructor(sharded: Sharded) {
    this.#sharded = sharded;
  }

  async claim(request: ClaimRequest, options?: CallOptions): Promise<readonly EmbeddingJob[]> {
    const { shards } = this.#sharded;
    return shards.run(options, async () => {
      const due = await shards.due(request.now, options);
      const start = Math.max(
        due.findIndex((shard) => shard >= this.#next),
        0,
      );
      const order = [...due.slice(start), ...due.slice(0, start)];
      const [first] = order;
      if (first === undefined) return [];
      this.#next = first + 1;
      const jobs: EmbeddingJob[] = [];
      try {
        await shards.inTurn(order, options, async (store) => {
          const limit = request.limit - jobs.length;
          jobs.push(...(await queueOf(store).claim({ ...request, limit }, options)));
          return jobs.length < request.limit;
        });
      } catch (error) {
        // Claimed jobs have to be worked off, or they wait for the end of their lease.
        if (jobs.length === 0) throw error;
      }
      return jobs;
    });
  }

  async complete(
    { spaces = [], jobs }: CompleteRequest,
    options?: CallOptions,
  ): Promise<readonly boolean[]> {
    const { shards, spaces: known } = this.#sharded;
    return shards.run(options, async () => {
      await known.begin([...spaces, ...jobs.flatMap((job) => job.vectors)], options);
      const results = await this.#byShard(jobs, options, (queue, own) =>
        queue.complete({ jobs: own }, options),
      );
      const written = jobs.filter((_, index) => results[index]);
      await known.publish([...spaces, ...written.flatMap((job) => job.vectors)]);
      return results;
    });
  }

  async release(jobs: readonly ReleasedJob[], options?: CallOptions): Promise<readonly boolean[]> {
    return this.#sharded.shards.run(options, () =>
      this.#byShard(jobs, options, (queue, own) => queue.release(own, options)),
    );
  }

  async stats(now: Date, options?: CallOptions): Promise<QueueStats> {
    const stats = await this.#sharded.shards.inAll(options, (store) =>
      queueOf(store).stats(now, options),
    );
    const sum = (name: keyof QueueStats): number => sumOf(stats.map((one) => one[name]));
    return {
      ready: sum("ready"),
      leased: sum("leased"),
      delayed: sum("delayed"),
      dead: sum("dead"),
    };
  }

  async revive(runAt: Date, options?: CallOptions): Promise<number> {
    const revived = await this.#sharded.shards.inAll(options, (store) =>
      queueOf(store).revive(runAt, options),
    );
    return sumOf(revived);
  }

  async #byShard<Job extends JobRef>(
    jobs: readonly Job[],
    options: CallOptions | undefined,
    work: JobWork<Job>,
  ): Promise<readonly boolean[]> {
    const done = await this.#sharded.shards.ofItems(jobs, options, (store, own) =>
      work(queueOf(store), own),
    );
    return done.map((isDone) => isDone === true);
  }
}

function queueOf({ queue }: PostgresStore): EmbeddingQueue {
  if (!queue) throw new Error("a shard has no queue");
  return queue;
}
