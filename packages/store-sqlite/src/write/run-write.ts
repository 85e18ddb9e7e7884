import type { Connections } from "../open/open-connections.js";
import type { BusyTimeout } from "../sql/scheduling.js";

/** One call that writes. */
interface WriteCall {
  /** True if it only deletes. */
  readonly frees: boolean;
  readonly timeout: BusyTimeout;
}

/** Lends the writing connection to `work`, which begins its transactions itself. */
export async function runWrite<T>(
  { writer, checkpoints, files, indexFiles, room }: Connections,
  call: WriteCall,
  work: () => T | Promise<T>,
): Promise<T> {
  files.requireAll();
  await room.require(call);
  const makeRoom = (attempt: number): Promise<boolean> => room.make(call, attempt);
  const result = await writer.lend({ timeout: call.timeout, makeRoom }, work);
  // A file without a name acknowledges nothing.
  files.requireAll();
  room.keep();
  await indexFiles?.afterWrite(writer);
  checkpoints.afterWrite();
  return result;
}
