import type { JsonObject, JsonValue, MemoryRecord, Scope, TextForm } from "@kioku/core";
import type { VectorSpace, PutOp } from "@kioku/core/toolkit";

import type { Picker } from "../support/picker.js";
import { putOp, searchEntry, testRecord } from "../test-records.js";

/** Vectors of random records are of this space. */
export const RANDOM_SPACE: VectorSpace = { id: "space", dimensions: 8 };
/** Parts of random records. */
export const KINDS: readonly string[] = ["note", "message", "entry", ""];
/** Scopes of random records: some beside, some below each other. */
export const RANDOM_SCOPES: readonly Scope[] = [
  [],
  ["a"],
  ["a", "b"],
  ["a", "b", "c"],
  ["a!"],
  ["b"],
];
/** Texts that differ in case, accents, length and beyond U+FFFF. */
export const TEXTS: readonly string[] = [
  "",
  "a",
  "A",
  "b",
  "aa",
  "é",
  "null",
  "1",
  "\uFFFF",
  "\u{10000}",
  "猫が好き",
];
/** Numbers that lose digits, signs or their form where they are not kept as they are. */
export const NUMBERS: readonly number[] = [
  -1.5,
  -0,
  0,
  0.1,
  0.1 + 0.2,
  1,
  2,
  1e21,
  2 ** 53 + 2,
  130_679_442_984_726_700,
];
const WORDS = ["cat", "dog", "likes", "user", "editor", "dark", "mode", "猫", "咖啡", "2024-01-02"];
const TEXT_FORMS: readonly TextForm[] = ["statement", "question", "small-talk"];
const BASE = Date.UTC(2026, 0, 1);

/** One of ten instants, so that many are equal. */
export function randomInstant(picker: Picker): Date {
  return new Date(BASE + picker.integer(10) * 1_000);
}

/** A text, a number, true, false or null. */
export function randomPrimitive(picker: Picker): string | number | boolean | null {
  const kind = picker.integer(4);
  if (kind === 0) return picker.one(TEXTS);
  if (kind === 1) return picker.one(NUMBERS);
  return kind === 2 ? picker.chance(0.5) : null;
}

function randomValue(picker: Picker, depth: number): JsonValue {
  if (depth === 0 || picker.chance(0.5)) return randomPrimitive(picker);
  if (picker.chance(0.5)) {
    return Array.from({ length: picker.integer(4) }, () => randomValue(picker, depth - 1));
  }
  return randomObject(picker, depth - 1);
}

function randomObject(picker: Picker, depth: number): JsonObject {
  const names = ["a", "b", "é", "x-y"].filter(() => picker.chance(0.6));
  return Object.fromEntries(names.map((name) => [name, randomValue(picker, depth)]));
}

function randomText(picker: Picker): string {
  return Array.from({ length: picker.integer(12) }, () => picker.one(WORDS)).join(" ");
}

function randomRecord(picker: Picker, n: number): MemoryRecord {
  const fields = picker.members(
    {
      key: `key ${n % 7} ${n}`,
      value: randomValue(picker, 2),
      thread: picker.one(["x", "y"]),
      speaker: picker.one(["Ana", "安娜"]),
      emotion: { valence: picker.one([-1, 0, 0.5]), arousal: picker.one([0, 0.25]) },
      occurredAt: randomInstant(picker),
      validFrom: randomInstant(picker),
      validTo: randomInstant(picker),
      expiresAt: randomInstant(picker),
    },
    0.5,
  );
  return testRecord(n, {
    ...fields,
    scope: picker.one(RANDOM_SCOPES),
    kind: picker.one(KINDS),
    content: randomText(picker),
    metadata: randomObject(picker, 2),
    form: picker.one(TEXT_FORMS),
    origin: picker.one(["user", "tool", "web"]),
    trust: picker.one([0, 0.3, 1]),
    importance: picker.one([0, 0.1 + 0.2, 1]),
    pinned: picker.chance(0.3),
    createdAt: randomInstant(picker),
    updatedAt: randomInstant(picker),
    ...(picker.chance(0.2) ? { archivedAt: randomInstant(picker) } : {}),
  });
}

/** A vector of length 1 in a random direction. */
export function randomUnit(picker: Picker, dimensions: number): Float32Array {
  const values = Array.from({ length: dimensions }, () => picker.number() * 2 - 1);
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

/** Writes test record `n` with random fields, in one of `RANDOM_SCOPES`. */
export function randomPut(picker: Picker, n: number): PutOp {
  const record = randomRecord(picker, n);
  const vectors = picker.chance(0.8)
    ? [{ space: RANDOM_SPACE, values: randomUnit(picker, RANDOM_SPACE.dimensions) }]
    : [];
  const embedAt = picker.chance(0.3) ? { embedAt: randomInstant(picker) } : {};
  const traits = picker.integer(2 ** 31);
  const entry = { ...searchEntry(record.content, vectors), traits, ...embedAt };
  return putOp(record, { search: picker.chance(0.1) ? "none" : entry });
}
