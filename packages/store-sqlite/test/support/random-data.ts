import type { JsonObject, JsonValue, MemoryRecord, PutOp, Scope } from "@kioku/core";
import { putOp, searchEntry, testRecord } from "@kioku/core/testing";

import type { Random } from "./random.js";
import { randomUnit } from "./vectors.js";

/** Vectors of random records are of this space. */
export const SPACE = { id: "space", dimensions: 8 };
export const KINDS = ["note", "message", "entry", ""];
/** Some beside, some below each other. */
export const SCOPES: readonly Scope[] = [[], ["a"], ["a", "b"], ["a", "b", "c"], ["a!"], ["b"]];
/** Texts that differ in case, accents, length and beyond U+FFFF. */
export const TEXTS = ["", "a", "A", "b", "aa", "é", "null", "1", "\uFFFF", "\u{10000}", "猫が好き"];
export const NUMBERS = [
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
const BASE = Date.UTC(2026, 0, 1);

/** One of ten instants, so that many are equal. */
export function randomInstant(random: Random): Date {
  return new Date(BASE + random.below(10) * 1_000);
}

export function randomPrimitive(random: Random): string | number | boolean | null {
  const kind = random.below(4);
  if (kind === 0) return random.pick(TEXTS);
  if (kind === 1) return random.pick(NUMBERS);
  return kind === 2 ? random.chance(0.5) : null;
}

function randomValue(random: Random, depth: number): JsonValue {
  if (depth === 0 || random.chance(0.5)) return randomPrimitive(random);
  if (random.chance(0.5)) {
    return Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1));
  }
  return randomObject(random, depth - 1);
}

function randomObject(random: Random, depth: number): JsonObject {
  const names = ["a", "b", "é", "x-y"].filter(() => random.chance(0.6));
  return Object.fromEntries(names.map((name) => [name, randomValue(random, depth)]));
}

function randomText(random: Random): string {
  return Array.from({ length: random.below(12) }, () => random.pick(WORDS)).join(" ");
}

/** Members that are there half of the time. */
function sometimes<T extends object>(random: Random, fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(() => random.chance(0.5))) as Partial<T>;
}

function randomRecord(random: Random, n: number): MemoryRecord {
  const fields = sometimes(random, {
    key: `key ${n % 7} ${n}`,
    value: randomValue(random, 2),
    thread: random.pick(["x", "y"]),
    emotion: { valence: random.pick([-1, 0, 0.5]), arousal: random.pick([0, 0.25]) },
    occurredAt: randomInstant(random),
    validFrom: randomInstant(random),
    validTo: randomInstant(random),
    expiresAt: randomInstant(random),
  });
  return testRecord(n, {
    ...fields,
    scope: random.pick(SCOPES),
    kind: random.pick(KINDS),
    content: randomText(random),
    metadata: randomObject(random, 2),
    origin: random.pick(["user", "tool", "web"]),
    trust: random.pick([0, 0.3, 1]),
    importance: random.pick([0, 0.1 + 0.2, 1]),
    pinned: random.chance(0.3),
    createdAt: randomInstant(random),
    updatedAt: randomInstant(random),
    ...(random.chance(0.2) ? { archivedAt: randomInstant(random) } : {}),
  });
}

export function randomPut(random: Random, n: number): PutOp {
  const record = randomRecord(random, n);
  const vectors = random.chance(0.8)
    ? [{ space: SPACE, values: randomUnit(random, SPACE.dimensions) }]
    : [];
  return putOp(record, {
    search: random.chance(0.1) ? "none" : searchEntry(record.content, vectors),
  });
}
