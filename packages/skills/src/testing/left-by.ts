import type { JsonValue, Memory, MemoryRecord } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";

/** One record that a skill has left, without what differs from one run to the next. */
export interface Left {
  readonly at: "shared" | "own";
  readonly kind: string;
  readonly key: string | undefined;
  readonly thread: string | undefined;
  readonly content: string;
  readonly value: JsonValue | undefined;
}

/**
 * What is left of a skill at a place: the texts and values of the shared memory and of the skill's
 * own corner, in a fixed order.
 */
export async function leftAt(memory: Memory, skill: string): Promise<readonly Left[]> {
  const places = [memory, memory.scope("skills", skill)];
  const pages = await Promise.all(places.map((place) => place.list({ limit: 1_000 })));
  return pages
    .flatMap(({ items }, place) => items.map((record) => leftOf(record, place)))
    .map((left) => ({ left, text: JSON.stringify(left) }))
    .toSorted((a, b) => compareText(a.text, b.text))
    .map(({ left }) => left);
}

function leftOf({ key, kind, content, value, thread }: MemoryRecord, place: number): Left {
  return { at: place === 0 ? "shared" : "own", kind, key, thread, content, value };
}
