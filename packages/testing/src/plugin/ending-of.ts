import { MemoryError } from "@kioku/core";
import type { Receipt, RememberInput, Memory, MemoryRecord } from "@kioku/core";

/** Ending of a write, without what differs from call to call. */
export type Ending = Readonly<Record<string, unknown>>;

/**
 * Returns how remembering this ends. A refusal with a code is an ending; other errors are rethrown.
 */
export async function endingOf(memory: Memory, input: RememberInput): Promise<Ending> {
  try {
    return endingOfReceipt(await memory.remember(input));
  } catch (error) {
    if (MemoryError.is(error, "plugin-failed") || !MemoryError.is(error)) throw error;
    return { status: error.code };
  }
}

/** Returns the ending that a receipt of a batch states. */
export function endingOfReceipt(receipt: Receipt): Ending {
  if (receipt.status === "rejected") return { status: "rejected", by: receipt.by };
  return { status: receipt.status, ...plainOf(receipt.record) };
}

/** Returns the members of a record that a write decides. */
function plainOf(record: MemoryRecord): Ending {
  const { content, kind, metadata, origin, thread, importance, value } = record;
  return { content, kind, metadata, origin, thread, importance, value };
}
