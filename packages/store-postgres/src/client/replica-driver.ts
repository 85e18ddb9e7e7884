import { MemoryError } from "@kioku/core";

import { leavesConnection } from "../errors/to-memory-error.js";
import type { Channel, Driver, RunOptions, Statement, TransactionOptions } from "./driver.js";
import { ReplicaBehindError } from "./replication.js";

/** How long a replica that failed is left alone at first, and at most. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/**
 * How far the log is that reads have to see, if anywhere; not known after a commit that did not
 * tell.
 */
export type Position =
  | { readonly known: true; readonly at: string | undefined }
  | { readonly known: false };

/** What reads go through. */
export interface ReplicaDriverOptions {
  readonly primary: Driver;
  readonly replicas: readonly Driver[];
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** What reads have to see at this time. */
  readonly position: () => Position;
}

const IN_USE = { failures: 0, retryAt: 0 };

interface Replica {
  readonly driver: Driver;
  failures: number;
  retryAt: number;
}

/**
 * Writes to the primary, and reads from replicas in turn. Where a replica cannot answer, the
 * primary does.
 */
export class ReplicaDriver implements Driver {
  readonly #options: ReplicaDriverOptions;
  readonly #replicas: readonly Replica[];
  #turn = 0;

  constructor(options: ReplicaDriverOptions) {
    this.#options = options;
    this.#replicas = options.replicas.map((driver) => ({ driver, ...IN_USE }));
  }

  async rows<Row>(statement: Statement, options: RunOptions = {}): Promise<readonly Row[]> {
    return this.#read(options, (driver, given) => driver.rows<Row>(statement, given));
  }

  async transaction<T>(
    options: TransactionOptions,
    work: (channel: Channel) => Promise<T>,
  ): Promise<T> {
    if (options.mode !== "snapshot") return this.#options.primary.transaction(options, work);
    return this.#read(options, (driver, given) =>
      driver.transaction({ ...options, ...given }, work),
    );
  }

  async outside<T>(
    work: (channel: Channel) => Promise<T>,
    options?: Pick<RunOptions, "signal">,
  ): Promise<T> {
    return this.#options.primary.outside(work, options);
  }

  async close(): Promise<void> {
    const drivers = [this.#options.primary, ...this.#options.replicas];
    const ended = await Promise.allSettled(drivers.map((driver) => driver.close()));
    for (const end of ended) if (end.status === "rejected") throw end.reason;
  }

  async #read<T>(
    options: RunOptions,
    run: (driver: Driver, options: RunOptions) => Promise<T>,
  ): Promise<T> {
    const { primary, position } = this.#options;
    const written = position();
    const replica = written.known ? this.#next() : undefined;
    if (replica && written.known) {
      try {
        const result = await run(replica.driver, { ...options, notBefore: written.at });
        Object.assign(replica, IN_USE);
        return result;
      } catch (error) {
        options.signal?.throwIfAborted();
        this.#passOver(replica, error);
      }
    }
    return run(primary, options);
  }

  /**
   * The next replica that is not left alone. Of those that failed, one read at a time tries whether
   * it is back.
   */
  #next(): Replica | undefined {
    const now = this.#options.now();
    for (let tries = 0; tries < this.#replicas.length; tries += 1) {
      const replica = this.#replicas[this.#turn % this.#replicas.length];
      this.#turn += 1;
      if (replica && replica.retryAt <= now) {
        if (replica.failures > 0) leaveAlone(replica, now);
        return replica;
      }
    }
    return undefined;
  }

  /**
   * One that is behind, or that refuses a statement, is asked again by the next read; one that is
   * gone, or that gives no connection, is left alone for a while.
   */
  #passOver(replica: Replica, error: unknown): void {
    if (MemoryError.is(error) || error instanceof ReplicaBehindError || leavesConnection(error)) {
      return;
    }
    replica.failures += 1;
    leaveAlone(replica, this.#options.now());
  }
}

function leaveAlone(replica: Replica, now: number): void {
  replica.retryAt = now + Math.min(FIRST_PAUSE_MS * 2 ** (replica.failures - 1), MAX_PAUSE_MS);
}
