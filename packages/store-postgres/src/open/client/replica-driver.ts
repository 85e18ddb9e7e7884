import { MemoryError } from "@kioku/core";

import type {
  Channel,
  Driver,
  Executable,
  RunOptions,
  TransactionOptions,
} from "../../sql/driver.js";
import { leavesConnection } from "../../sql/to-memory-error.js";
import { ReplicaBehindError, type Position } from "./replication.js";

/** Pause of a replica after its first failure. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/** Options of `ReplicaDriver`. */
interface ReplicaDriverOptions {
  readonly primary: Driver;
  readonly replicas: readonly Driver[];
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Returns the position that reads have to see. */
  readonly position: () => Position;
}

const HEALTHY = { failures: 0, retryAt: 0 };

interface Replica {
  readonly driver: Driver;
  failures: number;
  retryAt: number;
}

/** Writes to the primary and reads from replicas in turn, falling back to the primary. */
export class ReplicaDriver implements Driver {
  readonly #options: ReplicaDriverOptions;
  readonly #replicas: readonly Replica[];
  #turn = 0;

  constructor(options: ReplicaDriverOptions) {
    this.#options = options;
    this.#replicas = options.replicas.map((driver) => ({ driver, ...HEALTHY }));
  }

  async rows<Row>(statement: Executable, options: RunOptions = {}): Promise<readonly Row[]> {
    return this.#read(options, (driver, given) => driver.rows<Row>(statement, given));
  }

  async commit<Row>(statement: Executable, options?: RunOptions): Promise<readonly Row[]> {
    return this.#options.primary.commit(statement, options);
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
        Object.assign(replica, HEALTHY);
        return result;
      } catch (error) {
        options.signal?.throwIfAborted();
        this.#noteFailure(replica, error);
      }
    }
    return run(primary, options);
  }

  /** Returns the next healthy replica. One read at a time tries a failed one again. */
  #next(): Replica | undefined {
    const now = this.#options.now();
    for (let tries = 0; tries < this.#replicas.length; tries += 1) {
      const replica = this.#replicas[this.#turn % this.#replicas.length];
      this.#turn += 1;
      if (replica && replica.retryAt <= now) {
        if (replica.failures > 0) suspend(replica, now);
        return replica;
      }
    }
    return undefined;
  }

  /** Suspends a replica that is gone; one that is behind or refuses a statement stays in use. */
  #noteFailure(replica: Replica, error: unknown): void {
    if (MemoryError.is(error) || error instanceof ReplicaBehindError || leavesConnection(error)) {
      return;
    }
    replica.failures += 1;
    suspend(replica, this.#options.now());
  }
}

function suspend(replica: Replica, now: number): void {
  replica.retryAt = now + Math.min(FIRST_PAUSE_MS * 2 ** (replica.failures - 1), MAX_PAUSE_MS);
}
