import type { MemoryRecord } from "@kioku/core";

/** Instant 0 of all test data; the later ones are counted from it. */
const EPOCH: Date = new Date("2026-01-01T00:00:00.000Z");

/** The instant this many seconds after the first. */
export function instant(seconds: number): Date {
  return new Date(EPOCH.getTime() + seconds * 1_000);
}

/** The n-th test id: a UUIDv7; ids are in the order of their numbers. */
export function testId(n: number): string {
  return `019b7600-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

/** The number of a test id. */
export function numberOf(ref: { readonly id: string }): number {
  return Number.parseInt(ref.id.slice(-12), 16);
}

/**
 * A valid record with the least that a record has: scope `["test"]`, the n-th id, written n seconds
 * after 2026 began. Members of `fields` replace the defaults.
 */
export function testRecord(n: number, fields: Partial<MemoryRecord> = {}): MemoryRecord {
  return {
    id: testId(n),
    scope: ["test"],
    kind: "note",
    content: `memory number ${n}`,
    metadata: {},
    origin: "user",
    trust: 1,
    sources: [],
    importance: 0.5,
    pinned: false,
    strength: { stabilityDays: 7, uses: 0 },
    createdAt: instant(n),
    updatedAt: instant(n),
    version: 1,
    ...fields,
  };
}
