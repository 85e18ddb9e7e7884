import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore, EmbeddingQueue } from "@kioku/core/toolkit";

import { queuedPut, queueOf } from "../store/queued-records.js";
import { Picker } from "../support/picker.js";
import { deleteOp, instant, searchEntry, testRecord } from "../test-records.js";
import { QueueLedger, type Claim } from "./queue-ledger.js";

const LEASE_MS = 60_000;
const BATCH = 12;
/** Scopes that the records are in. */
const SCOPES = 40;
/** Records that are written at once. */
const PORTION = 500;

/** Options of `queueWorkers`. */
export interface QueueWorkersOptions {
  /** Texts to embed. */
  readonly jobs: number;
  /** Workers at the same time, spread over the stores. */
  readonly workers: number;
  /** Of everything that is drawn. @defaultValue 1 */
  readonly seed?: number | undefined;
}

/** Counts, so that a test can see that something happened. */
export interface QueueWorkersReport {
  /** Jobs that were handed out. */
  readonly claims: number;
  /** Jobs that were completed. */
  readonly completed: number;
  /** Answers that came too late. */
  readonly refused: number;
  /** Batches that a worker took and never answered. */
  readonly crashes: number;
  /** Texts that were changed while workers were at work. */
  readonly changed: number;
  /** Records that were deleted meanwhile. */
  readonly deleted: number;
}

/**
 * Lets workers empty a queue that crash, answer late and give back, while texts change and records
 * go. Fails unless no job is ever in two hands, each text that is left has the vector of exactly
 * one answer, no late one changed anything, and nothing is left two leases after the last crash.
 * Time is counted by the test alone.
 * @param stores - Open stores on the same, empty data.
 */
export async function queueWorkers(
  stores: readonly CompleteStore[],
  options: QueueWorkersOptions,
): Promise<QueueWorkersReport> {
  const trial = new Trial(stores, options);
  await trial.fill();
  await Promise.all(Array.from({ length: options.workers }, (_, index) => trial.work(index)));
  await trial.finish();
  await trial.check();
  return trial.report;
}

class Trial {
  readonly #stores: readonly CompleteStore[];
  readonly #options: QueueWorkersOptions;
  readonly #picker: Picker;
  readonly #ledger: QueueLedger = new QueueLedger();
  /** By id; `undefined` once it is deleted. */
  readonly #records = new Map<string, MemoryRecord | undefined>();
  /** Ids of records that somebody is changing. */
  readonly #changing = new Set<string>();
  #nowMs: number = instant(1_000).getTime();
  readonly #counts = { crashes: 0, changed: 0, deleted: 0 };

  constructor(stores: readonly CompleteStore[], options: QueueWorkersOptions) {
    this.#stores = stores;
    this.#options = options;
    this.#picker = new Picker(options.seed ?? 1);
  }

  get report(): QueueWorkersReport {
    const { claims, completed, refused } = this.#ledger;
    return { claims, completed, refused, ...this.#counts };
  }

  async fill(): Promise<void> {
    const { jobs } = this.#options;
    for (let start = 0; start < jobs; start += PORTION) {
      const length = Math.min(PORTION, jobs - start);
      const records = Array.from({ length }, (_, index) => {
        const n = start + index + 1;
        return testRecord(n, { scope: ["queue", `${n % SCOPES}`] });
      });
      for (const record of records) this.#records.set(record.id, record);
      await this.#store(0).write(records.map((record) => queuedPut(record, 0)));
    }
  }

  /**
   * One worker; a crashed one is followed by another. Ends when nothing is due and enough was done.
   */
  async work(index: number): Promise<void> {
    const store = this.#store(index);
    const queue = queueOf(store);
    for (let idle = 0; idle < 3;) {
      const claims = await this.#claim(queue);
      idle = claims.length === 0 ? idle + 1 : 0;
      if (claims.length === 0) this.#nowMs += LEASE_MS / 3;
      else await this.#deal(store, claims);
    }
  }

  /** After the last crash: two leases are enough. */
  async finish(): Promise<void> {
    for (let lease = 0; lease < 2; lease += 1) {
      this.#nowMs += LEASE_MS;
      for (let claims = await this.#claim(this.#queue); claims.length > 0;) {
        await this.#answer(this.#queue, claims);
        claims = await this.#claim(this.#queue);
      }
    }
    const stats = await this.#queue.stats(new Date(this.#nowMs));
    assert.deepEqual(stats, { ready: 0, leased: 0, delayed: 0, dead: 0 }, "jobs are stuck");
  }

  async check(): Promise<void> {
    const records = [...this.#records.values()].filter((record) => record !== undefined);
    const vectors = await this.#store(0).vectors(this.#ledger.space, records);
    for (const [index, { id, content }] of records.entries()) {
      const { textHash } = searchEntry(content);
      const { values } = this.#ledger.effectOn({ id, textHash });
      assert.deepEqual(vectors[index], values, `${id} has not the vector of its worker`);
    }
    assert.equal(await this.#store(0).countMissingVectors(this.#ledger.space), 0);
  }

  get #queue(): EmbeddingQueue {
    return queueOf(this.#store(0));
  }

  #store(index: number): CompleteStore {
    const store = this.#stores[index % this.#stores.length];
    assert.ok(store, "there must be a store");
    return store;
  }

  async #claim(queue: EmbeddingQueue): Promise<readonly Claim[]> {
    const now = this.#nowMs;
    const limit = 1 + this.#picker.integer(BATCH);
    const jobs = await queue.claim({ now: new Date(now), leaseMs: LEASE_MS, limit });
    return this.#ledger.claim(jobs, now, LEASE_MS);
  }

  /** Draws what becomes of a batch. */
  async #deal(store: CompleteStore, claims: readonly Claim[]): Promise<void> {
    const queue = queueOf(store);
    const drawn = this.#picker.number();
    this.#nowMs += this.#picker.integer(500);
    if (drawn < 0.08) {
      this.#counts.crashes += 1;
    } else if (drawn < 0.16) {
      for (const claim of claims) this.#ledger.release(claim);
      const runAt = new Date(this.#nowMs + this.#picker.integer(LEASE_MS));
      await queue.release(claims.map(({ job }) => ({ ...job, runAt })));
    } else if (drawn < 0.24) {
      // Meanwhile the lease runs out, and another worker may get some of it.
      this.#nowMs += LEASE_MS;
      const taken = await this.#claim(queue);
      await Promise.all([this.#answer(queue, taken), this.#answer(queue, claims)]);
      await this.#answer(queue, claims);
    } else if (drawn < 0.36) {
      await Promise.all([this.#answer(queue, claims), this.#change(store, claims)]);
    } else {
      await this.#answer(queue, claims);
    }
  }

  async #answer(queue: EmbeddingQueue, claims: readonly Claim[]): Promise<void> {
    const jobs = claims.map((claim) => this.#ledger.answer(claim));
    this.#ledger.complete(jobs, claims, await queue.complete({ jobs }));
  }

  /** The text of the first record changes, and the last record goes, while their worker answers. */
  async #change(store: CompleteStore, claims: readonly Claim[]): Promise<void> {
    const free = claims.filter(({ job }) => !this.#changing.has(job.id));
    for (const { job } of free) this.#changing.add(job.id);
    await this.#changeEnds(store, free);
    for (const { job } of free) this.#changing.delete(job.id);
  }

  async #changeEnds(store: CompleteStore, claims: readonly Claim[]): Promise<void> {
    const [first, ...more] = claims.map(({ job }) => this.#records.get(job.id));
    const last = more.at(-1);
    if (first) {
      const version = first.version + 1;
      const changed = { ...first, version, content: `${first.content}, version ${version}` };
      this.#records.set(first.id, changed);
      this.#counts.changed += 1;
      await store.write([queuedPut(changed, 500)]);
    }
    if (last) {
      this.#records.set(last.id, undefined);
      this.#counts.deleted += 1;
      await store.write([deleteOp(last)]);
    }
  }
}
