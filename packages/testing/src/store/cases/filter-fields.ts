import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { Predicate, PredicateField, RecordField } from "@kioku/core/toolkit";

import { instant, putOp, testId, testRecord } from "../../test-records.js";
import { and, condition, metadata, not, or } from "../predicates.js";
import { listNumbers } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

const time = (seconds: number): number => instant(seconds).getTime();

/**
 * Record 1 has none of the optional fields; record 2 has the lower, record 3 the higher value of
 * each.
 */
const RECORDS: readonly MemoryRecord[] = [
  testRecord(1, {
    kind: "a",
    content: "a",
    form: "question",
    origin: "assistant",
    trust: 0,
    importance: 0,
  }),
  testRecord(
    2,
    withAll(2, {
      kind: "b",
      content: "b",
      form: "small-talk",
      origin: "tool",
      trust: 0.25,
      importance: 0.25,
    }),
  ),
  testRecord(3, withAll(3, { kind: "c", content: "c", origin: "user", trust: 1, importance: 1 })),
];

function withAll(n: number, fields: Partial<MemoryRecord>): Partial<MemoryRecord> {
  return {
    ...fields,
    key: `key ${n}`,
    thread: `thread ${n}`,
    speaker: `speaker ${n}`,
    emotion: { valence: n === 2 ? -0.5 : 0.5, arousal: n / 4 },
    pinned: true,
    occurredAt: instant(-n),
    validFrom: instant(-10 + n),
    validTo: instant(1_000 + n),
    expiresAt: instant(2_000 + n),
    archivedAt: instant(3_000 + n),
  };
}

/** Fields that every record has, with their values in records 1, 2 and 3, least first. */
const REQUIRED: readonly (readonly [RecordField, readonly (string | number)[]])[] = [
  [{ type: "text", name: "id" }, [testId(1), testId(2), testId(3)]],
  [{ type: "text", name: "kind" }, ["a", "b", "c"]],
  [{ type: "text", name: "content" }, ["a", "b", "c"]],
  [{ type: "text", name: "form" }, ["question", "small-talk", "statement"]],
  [{ type: "text", name: "origin" }, ["assistant", "tool", "user"]],
  [{ type: "number", name: "trust" }, [0, 0.25, 1]],
  [{ type: "number", name: "importance" }, [0, 0.25, 1]],
  [{ type: "instant", name: "createdAt" }, [time(1), time(2), time(3)]],
  [{ type: "instant", name: "updatedAt" }, [time(1), time(2), time(3)]],
];

/** Fields that record 1 does not have, with their values in records 2 and 3, least first. */
const OPTIONAL: readonly (readonly [RecordField, readonly (string | number)[]])[] = [
  [{ type: "text", name: "key" }, ["key 2", "key 3"]],
  [{ type: "text", name: "thread" }, ["thread 2", "thread 3"]],
  [{ type: "text", name: "speaker" }, ["speaker 2", "speaker 3"]],
  [{ type: "number", name: "valence" }, [-0.5, 0.5]],
  [{ type: "number", name: "arousal" }, [0.5, 0.75]],
  [{ type: "instant", name: "validFrom" }, [time(-8), time(-7)]],
  [{ type: "instant", name: "validTo" }, [time(1_002), time(1_003)]],
  [{ type: "instant", name: "expiresAt" }, [time(2_002), time(2_003)]],
  [{ type: "instant", name: "archivedAt" }, [time(3_002), time(3_003)]],
];

/**
 * Every operator on one field, whose values are those of the records `first`, `first + 1` and so
 * on.
 */
function expectations(
  field: PredicateField,
  values: readonly (string | number)[],
  first: number,
): readonly (readonly [where: Predicate, expected: readonly number[]])[] {
  const numbers = values.map((_, index) => first + index);
  const missing = first === 1 ? [] : [1];
  const isNumber = typeof values[0] === "number";
  return [
    ...values.flatMap((value, index): (readonly [Predicate, readonly number[]])[] => [
      [condition(field, "eq", value), [first + index]],
      [condition(field, "gt", value), numbers.slice(index + 1)],
      [condition(field, "gte", value), numbers.slice(index)],
      [condition(field, "lt", value), numbers.slice(0, index)],
      [condition(field, "lte", value), numbers.slice(0, index + 1)],
      [condition(field, "contains", value), []],
    ]),
    [condition(field, "in", ...values), numbers],
    [condition(field, "in", null), missing],
    [condition(field, "eq", null), missing],
    [condition(field, "exists", true), numbers],
    [condition(field, "eq", isNumber ? "1" : 1), []],
    [condition(field, "gte", isNumber ? "" : -1e308), []],
    [condition(field, "eq", true), []],
  ];
}

const NUMBERED = [0, 1, 2].map((n) => testRecord(n, { metadata: { n, "it's": '"q"' } }));

export const filterFieldsCases: readonly StoreCase[] = [
  ...storeCases("filters", [], {
    async "every field of a record can be filtered on with every operator"({ store }) {
      await store.write(RECORDS.map((record) => putOp(record)));
      const all = [
        ...REQUIRED.flatMap(([field, values]) => expectations(field, values, 1)),
        ...OPTIONAL.flatMap(([field, values]) => expectations(field, values, 2)),
      ];
      for (const [where, expected] of all) {
        const what = JSON.stringify(where);
        const found = await listNumbers(store, { where, includeArchived: true });
        assert.deepEqual(found, expected, what);
        const rest = await listNumbers(store, { where: not(where), includeArchived: true });
        assert.deepEqual(
          rest,
          [1, 2, 3].filter((n) => !expected.includes(n)),
          `not ${what}`,
        );
      }
    },
  }),
  ...storeCases("filters", [], {
    async "pinned and occurredAt can be filtered on"({ store }) {
      await store.write([
        putOp(testRecord(1)),
        putOp(testRecord(2, { pinned: true, occurredAt: instant(-2) })),
        putOp(testRecord(3, { pinned: true, occurredAt: instant(-3) })),
      ]);
      const find = (...args: Parameters<typeof condition>): Promise<number[]> =>
        listNumbers(store, { where: condition(...args) });
      const pinned: RecordField = { type: "boolean", name: "pinned" };
      assert.deepEqual(await find(pinned, "eq", true), [2, 3]);
      assert.deepEqual(await find(pinned, "eq", false), [1]);
      assert.deepEqual(await find(pinned, "in", true, false), [1, 2, 3]);
      assert.deepEqual(await find(pinned, "eq", 1), []);
      assert.deepEqual(await find(pinned, "exists", true), [1, 2, 3]);
      const occurredAt: RecordField = { type: "instant", name: "occurredAt" };
      assert.deepEqual(await find(occurredAt, "lt", instant(-2).getTime()), [3]);
      assert.deepEqual(await find(occurredAt, "gte", instant(-2).getTime()), [2]);
      assert.deepEqual(await find(occurredAt, "eq", null), [1]);
    },
    async "version can be filtered on, and is that of the record now"({ store }) {
      await store.write([putOp(testRecord(1)), putOp(testRecord(2))]);
      await store.write([putOp(testRecord(2, { version: 2 }))]);
      const version: RecordField = { type: "number", name: "version" };
      assert.deepEqual(await listNumbers(store, { where: condition(version, "eq", 1) }), [1]);
      assert.deepEqual(await listNumbers(store, { where: condition(version, "gt", 1) }), [2]);
    },
    async "instants compare to the millisecond"({ store }) {
      await store.write(
        [0, 0.001, 0.002].map((s, n) => putOp(testRecord(n, { occurredAt: instant(s) }))),
      );
      const field: RecordField = { type: "instant", name: "occurredAt" };
      const middle = instant(0.001).getTime();
      assert.deepEqual(await listNumbers(store, { where: condition(field, "eq", middle) }), [1]);
      assert.deepEqual(await listNumbers(store, { where: condition(field, "gt", middle) }), [2]);
      assert.deepEqual(
        await listNumbers(store, { where: condition(field, "lte", middle) }),
        [0, 1],
      );
    },
    async "metadata has no access to fields of the record that have the same name"({ store }) {
      await store.write([
        putOp(testRecord(1, { kind: "a" })),
        putOp(testRecord(2, { metadata: { kind: "a" } })),
      ]);
      assert.deepEqual(
        await listNumbers(store, { where: condition(metadata("kind"), "eq", "a") }),
        [2],
      );
      const kind: RecordField = { type: "text", name: "kind" };
      assert.deepEqual(await listNumbers(store, { where: condition(kind, "eq", "a") }), [1]);
    },
  }),
  ...storeCases("filters", [], {
    async "a filter may have two thousand clauses"({ store }) {
      await store.write(NUMBERED.map((record) => putOp(record)));
      const clauses = Array.from({ length: 2_000 }, (_, n) =>
        condition(metadata("n"), "eq", 2_000 - n),
      );
      assert.deepEqual(await listNumbers(store, { where: or(...clauses) }), [1, 2]);
      const none = not(or(...clauses));
      assert.deepEqual(await listNumbers(store, { where: and(none, none) }), [0]);
    },
    async "a condition may have fifty thousand operands"({ store }) {
      await store.write(NUMBERED.map((record) => putOp(record)));
      const operands = Array.from({ length: 50_000 }, (_, n) => 50_001 - n);
      const where = condition(metadata("n"), "in", ...operands);
      assert.deepEqual(await listNumbers(store, { where }), [2]);
      const version = condition({ type: "number", name: "version" }, "in", ...operands);
      assert.deepEqual(await listNumbers(store, { where: version }), []);
    },
    async "operands that look like syntax are values"({ store }) {
      await store.write(NUMBERED.map((record) => putOp(record)));
      for (const text of ["'; drop table records; --", '$."n"', "?", "$1", "1 or 1=1", "{1}"]) {
        const where = or(
          condition(metadata("n"), "in", text, "absent"),
          condition({ type: "text", name: "kind" }, "in", text, "absent"),
        );
        assert.deepEqual(await listNumbers(store, { where }), [], text);
        assert.deepEqual(await listNumbers(store, { where: not(where) }), [0, 1, 2], text);
      }
    },
  }),
];
