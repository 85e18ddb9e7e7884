import { MemoryError } from "@kioku/core";
import type { Receipt, RememberInput, Memory, MemoryRecord } from "@kioku/core";

/** How a write ended, without what differs from call to call. */
export type Ending = Readonly<Record<string, unknown>>;

/**
 * How remembering this ends. A refusal with a code is an ending; whatever else is thrown goes on.
 */
export async function endingOf(memory: Memory, input: RememberInput): Promise<Ending> {
  try {
    return endingOfReceipt(await memory.remember(input));
  } catch (error) {
    if (MemoryError.is(error, "plugin-failed") || !MemoryError.is(error)) throw error;
    return { status: error.code };
  }
}

/** How one of a batch ended. */
export function endingOfReceipt(receipt: Receipt): Ending {
  if (receipt.status === "rejected") return { status: "rejected", by: receipt.by };
  return { status: receipt.status, ...plainOf(receipt.record) };
}

/** What was written. */
function plainOf(record: MemoryRecord): Ending {
  const { content, kind, metadata, origin, thread, importance, value } = record;
  return { content, kind, metadata, origin, thread, importance, value };
}
