import { unlessAborted, type ScopeRange } from "@kioku/core/toolkit";

import type { ResidentIndexes } from "../index/resident-indexes.js";
import type { InTransaction } from "../index/saved/saved-indexes.js";
import type { Connection } from "../sql/connection.js";
import type { Pause, SerialQueue } from "../sql/scheduling.js";
import { onAnother, type Connections } from "./open-connections.js";

/** Records up to which loading is faster than opening a connection. */
const MAX_QUEUED = 512;
/** Records up to which a search waits for its index: it takes .2 s. */
const MAX_AWAITED = 20_000;

type Queue = Pick<SerialQueue, "run">;

const UNQUEUED: Queue = { run: async (job) => job() };

/** The parts of a store that loads need. */
export interface LoadNeeds {
  readonly indexes: ResidentIndexes;
  readonly reads: Queue;
  readonly pause: Pause;
  /** Runs a job of the store. */
  readonly run: <T>(queue: Queue, job: (connections: Connections) => T | Promise<T>) => Promise<T>;
}

/** Loads the indexes that searches need; while large ones load, the database answers. */
export async function loadRequested(
  ranges: readonly ScopeRange[],
  needs: LoadNeeds,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const range of ranges) {
    const records = needs.indexes.requestedRecords(range);
    if (records === undefined) continue;
    const loading = load(range, records, needs);
    if (records <= MAX_AWAITED) await unlessAborted(loading, signal);
    else void loading.catch(() => undefined);
  }
}

/** Loads an index on a separate connection if it takes long and there can be one. */
function load(
  range: ScopeRange,
  records: number,
  { indexes, reads, pause, run }: LoadNeeds,
): Promise<void> {
  const inRead: InTransaction = (work) =>
    run(reads, ({ reader }) => reader.read(() => work(reader)));
  const onConnection = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    run(UNQUEUED, async ({ another, reader, files }) => {
      if (!another || records <= MAX_QUEUED) {
        return reads.run(() => reader.read(() => work(reader)));
      }
      return onAnother(another, async (connection) => {
        // It was opened by its path.
        files.requireFile();
        connection.mapFile(true);
        return connection.read(() => work(connection));
      });
    });
  return indexes.load(range, { onConnection, inRead, pause });
}
