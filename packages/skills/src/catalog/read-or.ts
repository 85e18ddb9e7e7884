import { unlessAborted } from "@kioku/core/toolkit";

import { unreadable } from "../format/fault-report.js";

/** Calls the author of a skill. Rejects with an error that names what could not be read. */
export async function readOr<T>(
  what: string,
  signal: AbortSignal | undefined,
  read: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await unlessAborted(read(), signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable(what, error);
  }
}
