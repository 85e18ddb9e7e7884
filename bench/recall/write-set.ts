import type { Memory, MemoryRoot, Receipt, RememberInput } from "@kioku/core";

import type { MovableClock } from "./movable-clock.ts";
import type { OnProgress } from "./progress.ts";
import type { RecallSet, SetGroup } from "./recall-set.ts";
import { toInput } from "./to-input.ts";

/** The ids of a set's records by the ids that the memory gave them. */
export type RecordNames = ReadonlyMap<string, string>;

/** The time over which the records of a group are spread. */
export interface Ages {
  readonly days: number;
  readonly clock: MovableClock;
}

/** Arguments of writing a set. */
interface WriteCall {
  readonly onProgress: OnProgress;
  /** Absent: all is written now. */
  readonly ages?: Ages | undefined;
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
    const part = { group, from: 0, to: group.records.length, ages };
    for (const [id, name] of await writeRecords(memory, part)) names.set(id, name);
    ages?.clock.set(0);
    onProgress({ phase: "remember", done: names.size, total });
  }
  return names;
}

/** The scope that a group of a set is in. */
export function scopeOf(memory: MemoryRoot, group: SetGroup): Memory {
  return memory.scope("bench", group.id);
}

/** Consecutive records of a group. */
interface WrittenPart {
  readonly group: SetGroup;
  readonly from: number;
  /** Index of the first one that is no longer written. */
  readonly to: number;
  readonly ages?: Ages | undefined;
}

/** Remembers a part of a group. The clock stays at the last of its records. */
export async function writeRecords(
  memory: MemoryRoot,
  { group, from, to, ages }: WrittenPart,
): Promise<RecordNames> {
  const scope = scopeOf(memory, group);
  const inputs = group.records.slice(from, to).map(toInput);
  const share = { from, of: group.records.length };
  const receipts = ages
    ? await writeAged(scope, inputs, { ...ages, ...share })
    : await scope.rememberAll(inputs);
  const names = new Map<string, string>();
  for (const [index, receipt] of receipts.entries()) {
    if (receipt.status !== "stored") throw new Error(`a record was not stored: ${receipt.status}`);
    names.set(receipt.record.id, group.records[from + index]?.id ?? "");
  }
  return names;
}

/** Writes one by one, in order, each a little later than the one before. */
async function writeAged(
  scope: Memory,
  inputs: readonly RememberInput[],
  { days, clock, from, of }: Ages & { readonly from: number; readonly of: number },
): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  for (const [index, input] of inputs.entries()) {
    clock.set(days * (1 - (from + index) / of));
    receipts.push(await scope.remember(input));
  }
  return receipts;
}
