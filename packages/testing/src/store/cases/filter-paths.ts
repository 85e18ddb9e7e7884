import assert from "node:assert/strict";

import type { JsonValue } from "@kioku/core";
import type { PredicateField } from "@kioku/core/toolkit";

import { putOp, testRecord } from "../../test-records.js";
import {
  checkOrder,
  condition,
  expectField,
  FIELD,
  metadata,
  NUMBERS,
  numbersWhere,
  PRIMITIVES,
  TEXTS,
  writeFields,
} from "../predicates.js";
import { listNumbers } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

/** Names that a path may have, each of which some store could take for another, or for syntax. */
const NAMES = [
  "topic",
  "Topic",
  "topic_",
  "topic-",
  "_topic",
  "topic1",
  "t-o-p-i-c",
  "主题",
  "тема",
  "é",
  "e\u0301",
  "ｔopic",
  "a-1",
  "a--",
  "_",
  "__",
  "select",
  "null",
  "true",
  "constructor",
  "toString",
  "length",
  "hasOwnProperty",
  "𝒜",
  "x".repeat(64),
];

function value(...path: readonly string[]): PredicateField {
  return { type: "json", root: "value", path };
}

/** Values that have, or only seem to have, something at `a.b` or `length`. */
const SHAPES: readonly JsonValue[] = [
  { a: { b: 1 } },
  { a: [{ b: 1 }] },
  [{ a: { b: 1 } }],
  { "a.b": 1 },
  { a: { b: { c: 1 } } },
  { a: { b: null } },
  { a: null },
  { a: "text with a length" },
  { a: { length: 1 } },
  { a: ["one item"] },
];

export const filterPathsCases: readonly StoreCase[] = [
  ...storeCases("filters", [], {
    async "a name in a path is that member and no other, in every script"({ store }) {
      const records = NAMES.map((name, n) =>
        testRecord(n, { metadata: { [name]: name, other: n } }),
      );
      await store.write(records.map((record) => putOp(record)));
      for (const [n, name] of NAMES.entries()) {
        const equal = condition(metadata(name), "eq", name);
        assert.deepEqual(await listNumbers(store, { where: equal }), [n], name);
        const exists = condition(metadata(name), "exists", true);
        assert.deepEqual(await listNumbers(store, { where: exists }), [n], name);
      }
    },
    async "nested names are told apart in every script"({ store }) {
      const records = NAMES.map((name, n) => testRecord(n, { metadata: { 外: { [name]: n } } }));
      await store.write(records.map((record) => putOp(record)));
      for (const [n, name] of NAMES.entries()) {
        const where = condition(metadata("外", name), "eq", n);
        assert.deepEqual(await listNumbers(store, { where }), [n], name);
      }
    },
    async "a path goes through objects only: not into lists, not into texts, not along dots in names"({
      store,
    }) {
      await store.write(SHAPES.map((shape, n) => putOp(testRecord(n, { value: shape }))));
      const find = (...args: Parameters<typeof condition>): Promise<number[]> =>
        listNumbers(store, { where: condition(...args) });
      assert.deepEqual(await find(value("a", "b"), "eq", 1), [0]);
      assert.deepEqual(await find(value("a", "b"), "exists", true), [0, 4, 5]);
      assert.deepEqual(await find(value("a", "b"), "eq", null), [1, 2, 3, 5, 6, 7, 8, 9]);
      assert.deepEqual(await find(value("a", "length"), "gte", 0), [8]);
      assert.deepEqual(await find(value("a"), "exists", true), [0, 1, 4, 5, 6, 7, 8, 9]);
      assert.deepEqual(await find(value("a", "b", "c"), "eq", 1), [4]);
      for (const place of ["0", "-1"]) {
        assert.deepEqual(await find(value("a", place), "exists", true), [], place);
        assert.deepEqual(await find(value(place), "exists", true), [], place);
      }
    },
    async "the empty path is the value itself"({ store }) {
      const values = [undefined, null, 5, "5", true, [5], { a: 5 }];
      const records = values.map((one, n) =>
        testRecord(n, one === undefined ? {} : { value: one }),
      );
      await store.write(records.map((record) => putOp(record)));
      const find = (...args: Parameters<typeof condition>): Promise<number[]> =>
        listNumbers(store, { where: condition(...args) });
      assert.deepEqual(await find(value(), "eq", 5), [2]);
      assert.deepEqual(await find(value(), "eq", "5"), [3]);
      assert.deepEqual(await find(value(), "eq", true), [4]);
      assert.deepEqual(await find(value(), "eq", null), [0, 1]);
      assert.deepEqual(await find(value(), "exists", true), [1, 2, 3, 4, 5, 6]);
      assert.deepEqual(await find(value(), "contains", 5), [5]);
      assert.deepEqual(await find(value(), "gt", 4), [2]);
    },
    async "a path of eight names reaches what is there"({ store }) {
      const path = ["a", "b", "c", "d", "e", "f", "g"];
      const deep = path.reduceRight<JsonValue>((inner, name) => ({ [name]: inner }), "deep");
      await store.write([putOp(testRecord(1, { metadata: { deep } })), putOp(testRecord(2))]);
      const where = condition(metadata("deep", ...path), "eq", "deep");
      assert.deepEqual(await listNumbers(store, { where }), [1]);
    },
  }),
  ...storeCases("filters", [], {
    async "eq holds for the same value of the same JSON type, and for null where the field is missing"({
      store,
    }) {
      await writeFields(store);
      for (const operand of PRIMITIVES) {
        await expectField(
          store,
          ["eq", operand],
          numbersWhere((field) => field === operand),
        );
      }
      await expectField(store, ["eq", null], [0, 1]);
      await expectField(store, ["eq", -0], [FIELD.indexOf(0)]);
      await expectField(store, ["eq", "absent"], []);
    },
    async "in is eq for any of a list; an empty list holds for nothing"({ store }) {
      await writeFields(store);
      await expectField(store, ["in"], []);
      await expectField(store, ["in", null], [0, 1]);
      const mixed = [null, true, 1, "1", "é", 1e308, "absent"] as const;
      const expected = numbersWhere((field) => mixed.some((one) => one === (field ?? null)));
      await expectField(store, ["in", ...mixed], expected);
      await expectField(store, ["in", "a", "a", "a"], [FIELD.indexOf("a")]);
    },
    async "in takes a thousand values"({ store }) {
      await writeFields(store);
      const operands = Array.from({ length: 998 }, (_, index) => `absent ${index}`);
      await expectField(store, ["in", ...operands, 1, "1"], [FIELD.indexOf(1), FIELD.indexOf("1")]);
    },
    async "exists holds where the field is, an explicit null included"({ store }) {
      await writeFields(store);
      await expectField(
        store,
        ["exists", true],
        numbersWhere((field) => field !== undefined),
      );
    },
    async "contains holds for a list with an equal member, and for nothing but lists"({ store }) {
      await writeFields(store);
      for (const operand of [...PRIMITIVES, null, "b"]) {
        const holds = (field: JsonValue | undefined): boolean =>
          Array.isArray(field) && field.includes(operand);
        await expectField(store, ["contains", operand], numbersWhere(holds));
      }
    },
    async "gt, gte, lt and lte compare numbers with numbers only"({ store }) {
      await writeFields(store);
      await checkOrder(store, NUMBERS);
    },
    async "gt, gte, lt and lte compare texts with texts only, by code point"({ store }) {
      await writeFields(store);
      await checkOrder(store, TEXTS);
    },
  }),
];
