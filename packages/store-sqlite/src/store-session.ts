import { setImmediate as nextTurn } from "node:timers/promises";

import { MemoryError, type CallOptions } from "@kioku/core";
import { rangesOf, unlessAborted } from "@kioku/core/toolkit";
import type { Selection, WriteOp, WriteResult } from "@kioku/core/toolkit";

import { storeFailed, toMemoryError } from "./errors.js";
import { ResidentIndexes } from "./index/resident-indexes.js";
import type { IndexSaver } from "./index/saved/index-saver.js";
import type { VectorCache } from "./index/similarities.js";
import type { Maintenance } from "./maintain/maintenance.js";
import type { IndexStats } from "./maintain/store-operations.js";
import { createSaver } from "./open/create-saver.js";
import { loadRequested, type LoadNeeds } from "./open/load-requested.js";
import { isSound, openConnections, type Connections } from "./open/open-connections.js";
import type { ResolvedOptions } from "./options.js";
import type { Connection } from "./sql/connection.js";
import { BusyClock, SerialQueue, BusyTimeout, TimeSlicer, type Pause } from "./sql/scheduling.js";
import { createQueryBuilder, type StoreContext } from "./sql/store-context.js";
import { JoinedWrites } from "./write/joined-writes.js";
import { runWrite } from "./write/run-write.js";
import { writeBatch } from "./write/write-batch.js";

type Work<T> = (context: StoreContext) => T | Promise<T>;

interface Queue<T> {
  run(job: () => T | Promise<T>, timeout: BusyTimeout): Promise<T>;
}

const UNQUEUED: Pick<SerialQueue, "run"> = { run: async (job) => job() };

interface WriteNeeds {
  /** True if it only deletes. */
  readonly frees?: boolean | undefined;
}

/** Options of reading. */
interface ReadNeeds extends CallOptions {
  /** True if the answer stands for one to a write, such as that of a repeated write. */
  readonly isReceipt?: boolean | undefined;
}

/** Lifecycle of a store: new, open, closed. Converts every failure to a `MemoryError`. */
export class StoreSession {
  readonly #options: ResolvedOptions;
  readonly #queries = createQueryBuilder();
  readonly #slicer: TimeSlicer = new TimeSlicer();
  readonly #indexes: ResidentIndexes;
  readonly #busy: BusyClock = new BusyClock();
  readonly #writes: SerialQueue = new SerialQueue(this.#slicer);
  readonly #joinedWrites: JoinedWrites = new JoinedWrites(this.#writes);
  readonly #wholeFile: SerialQueue = new SerialQueue(this.#slicer);
  #reads: SerialQueue = new SerialQueue(this.#slicer);
  #opening: Promise<Connections> | undefined;
  #connections: Connections | undefined;
  #saver: IndexSaver | undefined;
  #searches = 0;
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
    this.#saver ??= createSaver(connections, {
      indexes: this.#indexes,
      reads: this.#reads,
      writes: this.#writes,
      contextOf: (connection) => this.#context(connection, undefined),
      pause: this.#pauseOfLoads,
    });
  }

  /** Vectors that searches have read lately. */
  get vectorCache(): VectorCache {
    return this.#indexes.vectors;
  }

  get indexStats(): IndexStats {
    return this.#indexes.stats;
  }

  /**
   * Runs an operation on one snapshot, so that counters and data agree.
   * @param isMapped - Maps the file into memory or not; default: unchanged.
   */
  async read<T>(options: ReadNeeds | undefined, work: Work<T>, isMapped?: boolean): Promise<T> {
    return this.#run(options, this.#reads, async ({ reader, another, log }, timeout) => {
      if (isMapped !== undefined) reader.mapFile(isMapped && another !== undefined);
      const result = await reader.lend({ timeout }, () =>
        reader.read(() => work(this.#context(reader, options))),
      );
      if (options?.isReceipt === true) log?.noteOthers();
      return result;
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
    const needs: LoadNeeds = {
      indexes: this.#indexes,
      reads: this.#reads,
      pause: this.#pauseOfLoads,
      run: async (queue, job) => this.#run(undefined, queue, job),
    };
    await loadRequested(rangesOf(selection), needs, options?.signal);
    this.#searches += 1;
    try {
      return await this.read(options, (context) => work(context, this.#indexes), true);
    } finally {
      this.#searches -= 1;
      if (!this.#closed) this.#saver?.start();
    }
  }

  /** Runs an operation that begins its write transactions itself. */
  async write<T>(options: (CallOptions & WriteNeeds) | undefined, work: Work<T>): Promise<T> {
    this.#joinedWrites.separate();
    return this.#run(options, this.#writes, (connections, timeout) =>
      runWrite(connections, { frees: options?.frees === true, timeout }, () =>
        work(this.#context(connections.writer, options)),
      ),
    );
  }

  /** Writes ops in one transaction, maybe with those of other calls that wait. */
  async writeOps(
    options: CallOptions | undefined,
    ops: readonly WriteOp[],
  ): Promise<readonly WriteResult[]> {
    let joined = ops;
    const queue: Queue<readonly WriteResult[]> = {
      run: (job, timeout) =>
        this.#joinedWrites.write({ ops, signal: options?.signal, timeout }, async (all) => {
          joined = all;
          return job();
        }),
    };
    return this.#run(options, queue, (connections, timeout) =>
      runWrite(connections, { frees: false, timeout }, () =>
        writeBatch(this.#context(connections.writer, options), joined),
      ),
    );
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
    await this.#saver?.close();
    await this.#indexes.close();
    try {
      await this.#reads.run(() => {
        if (connections && connections.reader !== connections.writer) connections.reader.close();
      });
      try {
        await connections?.maintenance.close(connections.writer, () => isSound(connections));
      } finally {
        await this.#writes.run(async () => {
          await connections?.log?.close();
          if (connections && isSound(connections)) connections.writer.close();
          else connections?.writer.abandon();
        });
        connections?.room.close();
      }
    } catch (error) {
      throw toMemoryError(error, this.#options.path);
    }
  }

  /** Pauses in the background, at each step if a search goes on. */
  readonly #pauseOfLoads: Pause = () => {
    this.#requireNotClosed();
    return this.#searches > 0 ? nextTurn() : this.#slicer.pause();
  };

  async #run<T>(
    options: CallOptions | undefined,
    queue: Queue<NoInfer<T>>,
    job: (connections: Connections, timeout: BusyTimeout) => T | Promise<T>,
  ): Promise<T> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    const connections = this.#connections;
    if (!connections) throw storeFailed("the sqlite store is not open: call open() first");
    const signal = options?.signal;
    const timeout = new BusyTimeout(this.#options.busyTimeoutMs, { busy: this.#busy, signal });
    const { files, log } = connections;
    try {
      const result = await queue.run(() => {
        signal?.throwIfAborted();
        files.requireFile();
        log?.requireWorking();
        return job(connections, timeout);
      }, timeout);
      const settling = log?.settle();
      if (settling) await settling;
      return result;
    } catch (error) {
      if (signal?.aborted === true && error === signal.reason) throw error;
      // Others may act on it as on an answer: a conflict tells of a write.
      const failure = await log?.settle()?.catch((reason: unknown) => reason);
      throw toMemoryError(failure ?? error, this.#options.path);
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
