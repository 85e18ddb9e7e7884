import assert from "node:assert/strict";

import type { JsonValue, MemoryRecord } from "@kioku/core";

import { instant, numberOf, putOp, testId, testRecord } from "../../test-records.js";
import { BEFORE_ALL, expectNumbers, readBack, readRecord } from "../expect.js";
import { storeCases, type StoreCase } from "../store-case.js";

/** A record that has every field there is. */
const FULL: Required<MemoryRecord> = {
  ...testRecord(1),
  key: "preferences.theme",
  kind: "entry",
  value: { color: "dark", sizes: [1, 2.5, null], nested: { on: true } },
  metadata: { topic: "editor", tags: ["a", "b"], count: 3, flag: false, nothing: null },
  thread: "conversation-7",
  speaker: "Ana María",
  form: "small-talk",
  origin: "derived",
  trust: 0.25,
  sources: [testId(7), testId(3)],
  importance: 0.75,
  emotion: { valence: -0.5, arousal: 0.125 },
  pinned: true,
  strength: { stabilityDays: 12.345_678_901_23, uses: 42, lastUsedAt: instant(-5.123) },
  occurredAt: instant(-100.001),
  validFrom: instant(-200.002),
  validTo: instant(300.003),
  updatedAt: instant(1.006),
  expiresAt: instant(400.004),
  archivedAt: instant(2.005),
};

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

export const roundTripCases: readonly StoreCase[] = [
  ...storeCases("round trip", [], {
    async "every field of a record comes back as it was written"({ store }) {
      const [result] = await store.write([putOp(FULL)]);
      assert.deepEqual(result, { applied: true, record: FULL });
      assert.deepEqual(await readRecord(store, FULL), FULL);
    },
    async "a field that a record does not have is absent, not undefined or null"({ store }) {
      const record = testRecord(1);
      const stored = await readBack(store, record);
      assert.deepEqual(Object.keys(stored).toSorted(), Object.keys(record).toSorted());
      assert.deepEqual(Object.keys(stored.strength).toSorted(), ["stabilityDays", "uses"]);
    },
    async "a member of metadata that is undefined is left out"({ store }) {
      const metadata = { gone: undefined, here: 1, inner: { gone: undefined } };
      const stored = await readBack(store, testRecord(1, { metadata }));
      assert.deepEqual(stored.metadata, { here: 1, inner: {} });
    },
    async "a new version replaces the record as a whole, but for its strength"({ store }) {
      await store.write([putOp(FULL)]);
      const { strength } = FULL;
      const bare = testRecord(1, { version: 2, updatedAt: instant(9), strength });
      assert.deepEqual(await readBack(store, bare), bare);
      const full = { ...FULL, version: 3 };
      assert.deepEqual(await readBack(store, full), full);
    },
    async "a record is found by id, key, idempotency key and content hash"({ store }) {
      const record = testRecord(1, { key: "theme" });
      await store.write([putOp(record, { idempotencyKey: "once", contentHash: "hash" })]);
      const { scope, id } = record;
      const found = await store.get(
        [
          { scope, id },
          { scope, key: "theme" },
          { scope, idempotencyKey: "once" },
          { scope, contentHash: "hash" },
        ],
        { now: BEFORE_ALL },
      );
      assert.deepEqual(found, [record, record, record, record]);
    },
    async "get answers in the order asked, repeats included, and undefined where there is none"({
      store,
    }) {
      const scope = ["test"];
      await store.write([putOp(testRecord(1)), putOp(testRecord(2, { key: "b" }))]);
      const found = await store.get(
        [
          { scope, key: "b" },
          { scope, id: testId(3) },
          { scope, id: testId(1) },
          { scope, key: "nobody" },
          { scope, idempotencyKey: "nobody" },
          { scope, contentHash: "nobody" },
          { scope, id: testId(2) },
        ],
        { now: BEFORE_ALL },
      );
      const none = undefined;
      const numbers = found.map((record) => record && numberOf(record));
      assert.deepEqual(numbers, [2, none, 1, none, none, none, 2]);
      assert.deepEqual(await store.get([], { now: BEFORE_ALL }), []);
    },
    async "a thousand records are written in one batch and read in one call"({ store }) {
      const records = Array.from({ length: 1_000 }, (_, index) => testRecord(index));
      const results = await store.write(records.map((record) => putOp(record)));
      expectNumbers(
        results.flatMap(({ record }) => record ?? []),
        records.map((_, index) => index),
      );
      const found = await store.get(records.toReversed(), { now: BEFORE_ALL });
      assert.deepEqual(found, records.toReversed());
    },
  }),
  ...storeCases("round trip of values", [], {
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
  }),
];
