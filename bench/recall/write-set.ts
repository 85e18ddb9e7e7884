import type { Memory, MemoryRoot, Receipt, RememberInput } from "@kioku/core";

import type { MovableClock } from "./movable-clock.ts";
import type { OnProgress } from "./progress.ts";
import type { RecallSet, SetGroup, SetRecord } from "./recall-set.ts";

/** The ids of a set's records by the ids that the memory gave them. */
export type RecordNames = ReadonlyMap<string, string>;

/** Arguments of writing a set. */
interface WriteCall {
  readonly onProgress: OnProgress;
  /** Absent: all is written now. */
  readonly ages?: { readonly days: number; readonly clock: MovableClock } | undefined;
}

/** Remembers each group of a set in a scope of its own. */
export async function writeSet(
  memory: MemoryRoot,
  set: RecallSet,
  { onProgress, ages }: WriteCall,
): Promise<RecordNames> {
  const names = new Map<string, string>();
  const total = set.groups.reduce((sum, group) => sum + group.records.length, 0);
  for (const group of set.groups) {
    const scope = scopeOf(memory, group);
    const inputs = group.records.map(toInput);
    const receipts = ages ? await writeAged(scope, inputs, ages) : await scope.rememberAll(inputs);
    for (const [index, receipt] of receipts.entries()) {
      if (receipt.status !== "stored")
        throw new Error(`a record was not stored: ${receipt.status}`);
      names.set(receipt.record.id, group.records[index]?.id ?? "");
    }
    onProgress({ phase: "remember", done: names.size, total });
  }
  return names;
}

/** The scope that a group of a set is in. */
export function scopeOf(memory: MemoryRoot, group: SetGroup): Memory {
  return memory.scope("bench", group.id);
}

/**
 * Writes one by one, in order, each a little later than the one before; the clock is at the present
 * again after it.
 */
async function writeAged(
  scope: Memory,
  inputs: readonly RememberInput[],
  { days, clock }: { readonly days: number; readonly clock: MovableClock },
): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  for (const [index, input] of inputs.entries()) {
    clock.set(days * (1 - index / inputs.length));
    receipts.push(await scope.remember(input));
  }
  clock.set(0);
  return receipts;
}

/** Formats a chat turn as a host would remember it, with its speaker. */
function toInput(record: SetRecord): RememberInput {
  const { text, speaker, caption, thread, at } = record;
  const said = speaker === undefined ? text : `${speaker}: ${text}`;
  return {
    content: caption === undefined ? said : `${said} [${caption}]`,
    dedupe: "off",
    kind: thread === undefined ? "note" : "message",
    ...(thread === undefined ? {} : { thread }),
    ...(at === undefined ? {} : { occurredAt: new Date(at) }),
  };
}
