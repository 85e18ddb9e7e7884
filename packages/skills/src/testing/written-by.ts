import type { JsonValue, Memory, MemoryRecord } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";

/** One record that a skill wrote, without the members that differ between runs. */
export interface WrittenRecord {
  readonly at: "shared" | "own";
  readonly kind: string;
  readonly key: string | undefined;
  readonly thread: string | undefined;
  readonly content: string;
  readonly value: JsonValue | undefined;
}

/** Lists the records of the shared memory and of the skill's own corner, in a fixed order. */
export async function writtenBy(memory: Memory, skill: string): Promise<readonly WrittenRecord[]> {
  const scopes = [memory, memory.scope("skills", skill)];
  const pages = await Promise.all(scopes.map((scope) => scope.list({ limit: 1_000 })));
  return pages
    .flatMap(({ items }, scope) => items.map((record) => withoutChance(record, scope)))
    .map((record) => ({ record, text: JSON.stringify(record) }))
    .toSorted((a, b) => compareText(a.text, b.text))
    .map(({ record }) => record);
}

function withoutChance(
  { key, kind, content, value, thread }: MemoryRecord,
  scope: number,
): WrittenRecord {
  return { at: scope === 0 ? "shared" : "own", kind, key, thread, content, value };
}
