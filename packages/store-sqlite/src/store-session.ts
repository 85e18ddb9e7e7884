import { MemoryError, type CallOptions } from "@kioku/core";
import { rangesOf, unlessAborted, type Selection, type ScopeRange } from "@kioku/core/toolkit";

import { storeFailed, toMemoryError } from "./errors.js";
import { ResidentIndexes } from "./index/resident-indexes.js";
import type { Maintenance } from "./maintain/maintenance.js";
import type { IndexStats } from "./maintain/store-operations.js";
import { openConnections, type Connections } from "./open/open-connections.js";
import type { ResolvedOptions } from "./options.js";
import type { Connection } from "./sql/connection.js";
import { BusyClock, SerialQueue, BusyTimeout, TimeSlicer, type Pause } from "./sql/scheduling.js";
import { createQueryBuilder, type StoreContext } from "./sql/store-context.js";

/** Records up to which loading is faster than opening a connection. */
const MAX_QUEUED_LOAD = 512;

type Work<T> = (context: StoreContext) => T | Promise<T>;

const UNQUEUED: Pick<SerialQueue, "run"> = { run: async (job) => job() };

interface WriteNeeds {
  /** True if it only deletes. */
  readonly frees?: boolean | undefined;
}

/** Lifecycle of a store: new, open, closed. Converts every failure to a `MemoryError`. */
export class StoreSession {
  readonly #options: ResolvedOptions;
  readonly #queries = createQueryBuilder();
  readonly #slicer: TimeSlicer = new TimeSlicer();
  readonly #indexes: ResidentIndexes;
  readonly #busy: BusyClock = new BusyClock();
  readonly #writes: SerialQueue = new SerialQueue(this.#slicer);
  readonly #wholeFile: SerialQueue = new SerialQueue(this.#slicer);
  #reads: SerialQueue = new SerialQueue(this.#slicer);
  #opening: Promise<Connections> | undefined;
  #connections: Connections | undefined;
  #closed = false;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#indexes = new ResidentIndexes(options.indexBytes);
  }

  /** Opens the database once; after a failure it may be tried again. */
  async open(options?: CallOptions): Promise<void> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    const queues = { wholeFile: this.#wholeFile, writes: this.#writes };
    this.#opening ??= openConnections(this.#options, queues).catch((error: unknown) => {
      this.#opening = undefined;
      throw toMemoryError(error, this.#options.path);
    });
    const connections = await unlessAborted(this.#opening, options?.signal);
    // Jobs on one connection share a queue.
    if (connections.reader === connections.writer) this.#reads = this.#writes;
    this.#connections = connections;
  }

  get indexStats(): IndexStats {
    return this.#indexes.stats;
  }

  /**
   * Runs an operation on one snapshot, so that counters and data agree.
   * @param isMapped - Maps the file into memory or not; default: unchanged.
   */
  async read<T>(options: CallOptions | undefined, work: Work<T>, isMapped?: boolean): Promise<T> {
    return this.#run(options, this.#reads, ({ reader, another }, timeout) => {
      if (isMapped !== undefined) reader.mapFile(isMapped && another !== undefined);
      return reader.lend({ timeout }, () =>
        reader.read(() => work(this.#context(reader, options))),
      );
    });
  }

  /** Runs an operation that may read many long texts. */
  async readLong<T>(options: CallOptions | undefined, work: Work<T>): Promise<T> {
    return this.read(options, work, false);
  }

  /** Runs a search after loading the indexes requested by earlier ones. */
  async search<T>(
    selection: Pick<Selection, "within" | "reach">,
    options: CallOptions | undefined,
    work: (context: StoreContext, indexes: ResidentIndexes) => T | Promise<T>,
  ): Promise<T> {
    for (const range of rangesOf(selection)) {
      const records = this.#indexes.requestedRecords(range);
      if (records !== undefined) await this.#load(range, records, options);
    }
    return this.read(options, (context) => work(context, this.#indexes), true);
  }

  /** Runs an operation that begins its write transactions itself. */
  async write<T>(options: (CallOptions & WriteNeeds) | undefined, work: Work<T>): Promise<T> {
    return this.#run(options, this.#writes, async (connections, timeout) => {
      const { writer, checkpoints, files, room } = connections;
      files.requireAll();
      const onDisk = { frees: options?.frees === true, timeout };
      await room.require(onDisk);
      const makeRoom = (attempt: number): Promise<boolean> => room.make(onDisk, attempt);
      const result = await writer.lend({ timeout, makeRoom }, () =>
        work(this.#context(writer, options)),
      );
      // A file without a name acknowledges nothing.
      files.requireAll();
      room.keep();
      checkpoints.afterWrite();
      return result;
    });
  }

  /** Runs an operation on the whole file, which queues itself. */
  async maintain<T>(
    options: CallOptions | undefined,
    work: (maintenance: Maintenance, timeout: BusyTimeout) => Promise<T>,
  ): Promise<T> {
    return this.#run(options, UNQUEUED, ({ maintenance }, timeout) => work(maintenance, timeout));
  }

  /** Closes the database after a pending `open` and running operations. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const connections = await this.#opening?.catch(() => undefined);
    await this.#indexes.close();
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

  /** Loads an index on a separate connection if it takes long and there can be one. */
  async #load(range: ScopeRange, records: number, options: CallOptions | undefined): Promise<void> {
    const pause: Pause = () => {
      this.#requireNotClosed();
      return this.#slicer.pause();
    };
    const onConnection = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
      this.#run(undefined, UNQUEUED, async ({ another, reader, files }) => {
        if (!another || records <= MAX_QUEUED_LOAD) {
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
    await unlessAborted(this.#indexes.load(range, { onConnection, pause }), options?.signal);
  }

  async #run<T>(
    options: CallOptions | undefined,
    queue: Pick<SerialQueue, "run">,
    job: (connections: Connections, timeout: BusyTimeout) => T | Promise<T>,
  ): Promise<T> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    const connections = this.#connections;
    if (!connections) {
      throw storeFailed("the sqlite store is not open: call open() first");
    }
    const signal = options?.signal;
    const timeout = new BusyTimeout(this.#options.busyTimeoutMs, { busy: this.#busy, signal });
    try {
      return await queue.run(() => {
        signal?.throwIfAborted();
        connections.files.requireFile();
        return job(connections, timeout);
      }, timeout);
    } catch (error) {
      if (signal?.aborted === true && error === signal.reason) throw error;
      throw toMemoryError(error, this.#options.path);
    }
  }

  #context(connection: Connection, options: CallOptions | undefined): StoreContext {
    const signal = options?.signal;
    const pause: Pause = () => this.#slicer.pause()?.then(() => signal?.throwIfAborted());
    return { connection, queries: this.#queries, pause };
  }

  #requireNotClosed(): void {
    if (this.#closed) {
      throw new MemoryError("closed", "the sqlite store is closed: make a new one");
    }
  }
}
