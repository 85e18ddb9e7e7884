import { MemoryError } from "@kioku/core";
import type { JsonValue, Memory, MemoryRecord, Receipt, RememberInput } from "@kioku/core";

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

/** The words of a text that what became of it does not have. */
export function removedWords(content: string, becomes: string): readonly string[] {
  const words = content.split(/\s+/u).filter((word) => word !== "");
  return words.filter((word) => !becomes.includes(word));
}

/** Every text in a value, names of members included. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => textsIn(item));
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}
