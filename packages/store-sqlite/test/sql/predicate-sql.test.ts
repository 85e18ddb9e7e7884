import type { Predicate } from "@kioku/core";
import { putOp, testId, testRecord } from "@kioku/core/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";

async function idsWhere(where: Predicate): Promise<string[]> {
  const store = sqliteStore({ path: ":memory:" });
  await store.open();
  await store.write([0, 1, 2].map((n) => putOp(testRecord(n, { metadata: { n, "it's": '"q"' } }))));
  const page = await store.list({
    within: [["test"]],
    reach: "here",
    where,
    orderBy: "createdAt",
    order: "asc",
    limit: 9,
  });
  await store.close();
  return page.items.map(({ id }) => id);
}

function isNumber(n: number): Predicate {
  const field = { type: "json", root: "metadata", path: ["n"] } as const;
  return { type: "condition", field, operator: "eq", operands: [n] };
}

test("a predicate may have two thousand clauses", async () => {
  const clauses = Array.from({ length: 2_000 }, (_, n) => isNumber(n + 1));
  expect(await idsWhere({ type: "or", clauses })).toEqual([testId(1), testId(2)]);
  const none: Predicate = { type: "not", clause: { type: "or", clauses } };
  expect(await idsWhere({ type: "and", clauses: [none, none] })).toEqual([testId(0)]);
});

test("a condition may have thousands of operands", async () => {
  const field = { type: "json", root: "metadata", path: ["n"] } as const;
  const operands = Array.from({ length: 50_000 }, (_, n) => n + 2);
  const where: Predicate = { type: "condition", field, operator: "in", operands };
  expect(await idsWhere(where)).toEqual([testId(2)]);
});

test("values that look like SQL or JSON paths are values", async () => {
  for (const text of ["'; drop table records; --", '$."n"', "?", "1 or 1=1"]) {
    const field = { type: "json", root: "metadata", path: ["n"] } as const;
    const where: Predicate = { type: "condition", field, operator: "eq", operands: [text] };
    expect(await idsWhere(where)).toEqual([]);
  }
});
