import type { JsonValue } from "@kioku/core";

import {
  checkOrder,
  expectField,
  FIELD,
  NUMBERS,
  numbersWhere,
  PRIMITIVES,
  TEXTS,
  writeFields,
} from "../json-fields.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

export const filterOperatorCases: readonly StoreCase[] = storeCases("filters", [], {
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
});
