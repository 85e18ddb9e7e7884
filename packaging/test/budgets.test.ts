import { expect, test } from "vitest";

import { IMPORT_BUDGETS, PACKAGE_BUDGETS } from "../budgets/budgets.ts";
import { budgetLines, budgetTable, overBudget } from "../budgets/check-budgets.ts";
import { publishedPackages } from "../published-packages.ts";

const BUDGET = { modules: 4, kb: 400, why: "one file" };

test("every package and every entry point has a budget with a reason, and nothing else has", () => {
  const packages = publishedPackages();
  const entryPoints = packages.flatMap((one) => one.entryPoints.map(({ specifier }) => specifier));
  expect(Object.keys(PACKAGE_BUDGETS).toSorted()).toEqual(
    packages.map(({ name }) => name).toSorted(),
  );
  expect(Object.keys(IMPORT_BUDGETS).toSorted()).toEqual(entryPoints.toSorted());
  for (const { why } of Object.values({ ...PACKAGE_BUDGETS, ...IMPORT_BUDGETS })) {
    expect(why.length).toBeGreaterThan(10);
  }
});

test("what is over its budget is named with figures, the reason and what to do", () => {
  const lines = budgetLines("@kioku/core", { modules: 5, kb: 400 }, BUDGET);
  expect(overBudget(lines)).toHaveLength(1);
  expect(overBudget(lines)[0]).toMatch(
    /core: modules is 5, over its budget of 4 \(one file\)\. Find what came in, or raise the budget/u,
  );
  expect(budgetTable(lines)).toMatch(/modules 5 \(125 %\).+kb 400 \(100 %\)/u);
});

test("what has no budget, or was not measured, is an error", () => {
  expect(() => budgetLines("@kioku/new", {}, undefined)).toThrow("@kioku/new has no budget");
  expect(() => budgetLines("@kioku/core", { modules: 1 }, BUDGET)).toThrow("kb was not measured");
});
