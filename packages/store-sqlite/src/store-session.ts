import { MemoryError } from "@kioku/core";
import type { CallOptions } from "@kioku/core";
import type { Selection, ScopeRange } from "@kioku/core/toolkit";
import { rangesOf, unlessAborted } from "@kioku/core/toolkit";

import { toMemoryError } from "./errors.js";
import { JobQueue } from "./jobs/job-queue.js";
import { BusyTime, Patience } from "./jobs/patience.js";
import { Turn } from "./jobs/turn.js";
import type { Pause } from "./jobs/turn.js";
import { Mirrors } from "./mirror/mirrors.js";
import { openConnections } from "./open/open-connections.js";
import type { Connections } from "./open/open-connections.js";
import type { Maintenance } from "./operations/maintenance.js";
import type { MirrorStats } from "./operations/mirror-stats.js";
import type { ResolvedOptions } from "./options.js";
import type { Connection } from "./sql/connection.js";
import { createQueryBuilder } from "./sql/query-builder.js";
import type { StoreContext } from "./store-context.js";

/** Areas of so few records are loaded sooner than a connection is opened. */
const LOADED_IN_TURN = 512;

/** One operation. */
export type Work<T> = (context: StoreContext) => T | Promise<T>;

const AT_ONCE: Pick<JobQueue, "run"> = { run: async (job) => job() };

/** Facts about a write before it is done. */
export interface WriteNeeds {
  /** True if all that it does is to delete. */
  readonly frees?: boolean | undefined;
}

/**
 * The life of a store: new, open, closed. Whatever goes wrong in between becomes a `MemoryError`
 * here.
 */
export class StoreSession {
  readonly #options: ResolvedOptions;
  readonly #queries = createQueryBuilder();
  readonly #turn: Turn = new Turn();
  readonly #mirrors: Mirrors;
  readonly #busy: BusyTime = new BusyTime();
  readonly #writes: JobQueue = new JobQueue(this.#turn);
  readonly #wholeFile: JobQueue = new JobQueue(this.#turn);
  #reads: JobQueue = new JobQueue(this.#turn);
  #opening: Promise<Connections> | undefined;
  #connections: Connections | undefined;
  #closed = false;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#mirrors = new Mirrors(options.mirrorBytes);
  }

  /** Opens the database, once. After a failure it may be tried again. */
  async open(options?: CallOptions): Promise<void> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    const queues = { wholeFile: this.#wholeFile, writes: this.#writes };
    this.#opening ??= openConnections(this.#options, queues).catch((error: unknown) => {
      this.#opening = undefined;
      throw toMemoryError(error, this.#options.path);
    });
    const connections = await unlessAborted(this.#opening, options?.signal);
    // Jobs that share a connection take turns on it.
    if (connections.reader === connections.writer) this.#reads = this.#writes;
    this.#connections = connections;
  }

  /** What is in memory. */
  get mirror(): MirrorStats {
    return this.#mirrors.stats;
  }

  /** Runs an operation on one state of the database, so that counters and data agree. */
  async read<T>(options: CallOptions | undefined, work: Work<T>): Promise<T> {
    return this.#read(options, work);
  }

  /** Does the same for what may read many long texts. */
  async readLong<T>(options: CallOptions | undefined, work: Work<T>): Promise<T> {
    return this.#read(options, work, false);
  }

  /** Runs a search, after what it asks for repeatedly has been loaded into memory. */
  async search<T>(
    selection: Pick<Selection, "within" | "reach">,
    options: CallOptions | undefined,
    work: (context: StoreContext, mirrors: Mirrors) => T | Promise<T>,
  ): Promise<T> {
    for (const area of rangesOf(selection)) {
      const records = this.#mirrors.wanted(area);
      if (records !== undefined) await this.#load(area, records, options);
    }
    return this.#read(options, (context) => work(context, this.#mirrors), true);
  }

  /** Runs an operation that writes; it begins its transactions itself. */
  async write<T>(options: (CallOptions & WriteNeeds) | undefined, work: Work<T>): Promise<T> {
    return this.#run(options, this.#writes, async (connections, patience) => {
      const { writer, checkpoints, files, room } = connections;
      files.requireAll();
      const onDisk = { frees: options?.frees === true, patience };
      await room.require(onDisk);
      const makeRoom = (attempt: number): Promise<boolean> => room.make(onDisk, attempt);
      const result = await writer.lend({ patience, makeRoom }, () =>
        work(this.#context(writer, options)),
      );
      // Nothing is acknowledged to a file that has no name.
      files.requireAll();
      room.keep();
      checkpoints.afterWrite();
      return result;
    });
  }

  /** Runs an operation on the whole file; it waits for its turn itself. */
  async maintain<T>(
    options: CallOptions | undefined,
    work: (maintenance: Maintenance, patience: Patience) => Promise<T>,
  ): Promise<T> {
    return this.#run(options, AT_ONCE, ({ maintenance }, patience) => work(maintenance, patience));
  }

  /** Closes the database; waits for an `open` and for operations under way. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const connections = await this.#opening?.catch(() => undefined);
    await this.#mirrors.close();
    try {
      await this.#reads.run(() => {
        if (connections && connections.reader !== connections.writer) connections.reader.close();
      });
      try {
        await connections?.maintenance.close(connections.writer, connections.files);
      } finally {
        await this.#writes.run(() => {
          if (connections?.files.isInPlace === true) connections.writer.close();
          else connections?.writer.abandon();
        });
        connections?.room.close();
      }
    } catch (error) {
      throw toMemoryError(error, this.#options.path);
    }
  }

  /**
   * What takes long is loaded on a connection of its own, so that others can go on reading; where
   * there is none, in turn.
   */
  async #load(area: ScopeRange, records: number, options: CallOptions | undefined): Promise<void> {
    const pause: Pause = () => {
      this.#requireNotClosed();
      return this.#turn.pause();
    };
    const onConnection = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
      this.#run(undefined, AT_ONCE, async ({ another, reader, files }) => {
        if (!another || records <= LOADED_IN_TURN) {
          return this.#reads.run(() => reader.read(() => work(reader)));
        }
        const connection = another();
        connection.mapFile(true);
        try {
          // It was opened by its path.
          files.requireFile();
          return await connection.read(() => work(connection));
        } finally {
          connection.close();
        }
      });
    await unlessAborted(this.#mirrors.load(area, { onConnection, pause }), options?.signal);
  }

  /** @param isMapped - Whether the file is mapped into memory meanwhile; by default as it was. */
  async #read<T>(options: CallOptions | undefined, work: Work<T>, isMapped?: boolean): Promise<T> {
    return this.#run(options, this.#reads, ({ reader, another }, patience) => {
      if (isMapped !== undefined) reader.mapFile(isMapped && another !== undefined);
      return reader.lend({ patience }, () =>
        reader.read(() => work(this.#context(reader, options))),
      );
    });
  }

  async #run<T>(
    options: CallOptions | undefined,
    queue: Pick<JobQueue, "run">,
    job: (connections: Connections, patience: Patience) => T | Promise<T>,
  ): Promise<T> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    const connections = this.#connections;
    if (!connections) {
      throw new MemoryError("store-failed", "the sqlite store is not open: call open() first");
    }
    const signal = options?.signal;
    const patience = new Patience(this.#options.busyTimeoutMs, { busy: this.#busy, signal });
    try {
      return await queue.run(() => {
        signal?.throwIfAborted();
        connections.files.requireFile();
        return job(connections, patience);
      }, patience);
    } catch (error) {
      if (signal?.aborted === true && error === signal.reason) throw error;
      throw toMemoryError(error, this.#options.path);
    }
  }

  #context(connection: Connection, options: CallOptions | undefined): StoreContext {
    const signal = options?.signal;
    const pause: Pause = () => this.#turn.pause()?.then(() => signal?.throwIfAborted());
    return { connection, queries: this.#queries, pause };
  }

  #requireNotClosed(): void {
    if (this.#closed) {
      throw new MemoryError("closed", "the sqlite store is closed: make a new one");
    }
  }
}
