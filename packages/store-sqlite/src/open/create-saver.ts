import { IndexSaver, type SaverContext } from "../index/saved/index-saver.js";
import { BusyTimeout, type SerialQueue } from "../sql/scheduling.js";
import { onAnother, type Connections } from "./open-connections.js";

/** Limit of how long other processes may delay a step of saving an index. */
const MAX_WAIT_MS = 1_000;

interface SaverNeeds extends Pick<SaverContext, "indexes" | "contextOf" | "pause"> {
  readonly reads: SerialQueue;
  readonly writes: SerialQueue;
}

/**
 * Lets indexes be saved in files and read from there, if the store has the database for itself: a
 * handle of somebody else may be to an encrypted one.
 */
export function createSaver(
  { another, files, indexFiles, reader, writer }: Connections,
  { reads, writes, ...context }: SaverNeeds,
): IndexSaver | undefined {
  if (!another || !indexFiles) return undefined;
  context.indexes.saveIn(indexFiles);
  return new IndexSaver({
    ...context,
    files: indexFiles,
    inRead: (work) => reads.run(() => reader.read(() => work(reader))),
    inLongRead: (work) =>
      onAnother(another, (connection) => connection.read(() => work(connection))),
    inWrite: (work) =>
      writes.run(() => {
        files.requireAll();
        const timeout = new BusyTimeout(MAX_WAIT_MS);
        return writer.lend({ timeout }, () => writer.write(() => work(writer)));
      }),
  });
}
