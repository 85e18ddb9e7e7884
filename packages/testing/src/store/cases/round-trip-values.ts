import assert from "node:assert/strict";

import type { JsonValue } from "@kioku/core";

import { testRecord } from "../../test-record.js";
import { readBack } from "../read-back.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

/** -271821-04-20 and 275760-09-13: the first and the last instant that a `Date` can say. */
const FIRST = -8.64e15;
const LAST = 8.64e15;

const INSTANTS = [
  FIRST,
  FIRST + 1,
  Date.UTC(-1, 11, 31, 23, 59, 59, 999),
  new Date("0000-01-01T00:00:00.000Z").getTime(),
  Date.UTC(1582, 9, 10),
  -1,
  0,
  1,
  Date.UTC(2024, 1, 29, 12, 34, 56, 789),
  Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  Date.UTC(10_000, 0, 1),
  LAST - 1,
  LAST,
];

const NUMBERS = [
  0.1,
  0.1 + 0.2,
  1 / 3,
  -1.5,
  1e-7,
  5e-324,
  1e21,
  1e308,
  -Number.MAX_VALUE,
  Number.MAX_SAFE_INTEGER,
  2 ** 53 + 2,
  2 ** 63,
  -(2 ** 31) - 1,
];

const VALUES: readonly JsonValue[] = [
  null,
  false,
  true,
  0,
  "",
  "null",
  "1",
  [],
  {},
  [null, [[]], { a: [{}] }],
  {
    "": 1,
    " ": 2,
    "a.b": 3,
    $eq: 4,
    "@kind": 5,
    "0": 6,
    "-": 7,
    '"': 8,
    constructor: 9,
    length: 10,
  },
  nested(15),
];

/** An object this many levels deep. */
function nested(depth: number): JsonValue {
  return depth === 0 ? "bottom" : { down: nested(depth - 1) };
}

export const roundTripValueCases: readonly StoreCase[] = storeCases("round trip of values", [], {
  async "every instant a Date can say survives to the millisecond, in every field"({ store }) {
    for (const [index, time] of INSTANTS.entries()) {
      const at = new Date(time);
      const expiresAt = new Date(Math.max(time, FIRST + 1));
      const strength = { stabilityDays: 1, uses: 1, lastUsedAt: at };
      const times = { createdAt: at, updatedAt: at, occurredAt: at, validFrom: at, validTo: at };
      const rest = { archivedAt: at, expiresAt, strength };
      const record = testRecord(index, { ...times, ...rest });
      assert.deepEqual(await readBack(store, record), record);
    }
  },
  async "numbers survive to the last bit"({ store }) {
    const metadata = Object.fromEntries(NUMBERS.map((number, index) => [`n${index}`, number]));
    const record = testRecord(1, {
      metadata,
      value: NUMBERS,
      trust: 1 / 3,
      importance: 0.1 + 0.2,
      emotion: { valence: -1 / 3, arousal: 5e-324 },
      strength: { stabilityDays: 36_500.000_000_001, uses: 1_000_000 },
    });
    assert.deepEqual(await readBack(store, record), record);
  },
  async "negative zero comes back as a zero"({ store }) {
    const stored = await readBack(store, testRecord(1, { value: -0, metadata: { zero: -0 } }));
    assert.ok(stored.value === 0 && stored.metadata["zero"] === 0);
  },
  async "every JSON value survives as a value and inside metadata"({ store }) {
    for (const [index, value] of VALUES.entries()) {
      const record = testRecord(index, { value, metadata: { value } });
      assert.deepEqual(await readBack(store, record), record);
    }
  },
  async "a value of null is not the same as none"({ store }) {
    const stored = await readBack(store, testRecord(1, { value: null }));
    assert.ok(Object.hasOwn(stored, "value"));
    assert.equal(stored.value, null);
  },
});
