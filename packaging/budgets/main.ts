/**
 * Compares sizes and import times of the packages with their budgets, and prints both. Needs a
 * build. An import that took too long is measured again up to four times, and the best round
 * counts: what other processes do only ever adds time.
 */
import { publishedPackages } from "../published-packages.ts";
import { IMPORT_BUDGETS, PACKAGE_BUDGETS } from "./budgets.ts";
import { budgetLines, budgetTable, overBudget } from "./check-budgets.ts";
import { countLoaded, measureImports } from "./measure-imports.ts";
import { measurePackages } from "./measure-packages.ts";

const ROUNDS = 5;
const packages = publishedPackages();
const specifiers = packages.flatMap((one) => one.entryPoints.map(({ specifier }) => specifier));

const costs = await measurePackages(packages);
const packageLines = [...costs].flatMap(([name, cost]) => {
  const kilobytes = {
    packedKb: Math.round(cost.packedBytes / 1_000),
    unpackedKb: Math.round(cost.unpackedBytes / 1_000),
    dependencyKb: Math.round(cost.dependencyBytes / 1_000),
  };
  const { files, dependencies } = cost;
  return budgetLines(name, { ...kilobytes, files, dependencies }, PACKAGE_BUDGETS[name]);
});

const best = new Map<string, number>();
let slow = specifiers;
for (let round = 0; round < ROUNDS && slow.length > 0; round++) {
  for (const [specifier, starts] of await measureImports(slow)) {
    best.set(specifier, Math.min(starts, best.get(specifier) ?? Infinity));
  }
  slow = slow.filter((one) => (best.get(one) ?? 0) > (IMPORT_BUDGETS[one]?.starts ?? 0));
}
const importLines = [];
for (const specifier of specifiers) {
  const { modules, bytes } = await countLoaded(specifier);
  const measured = { modules, kb: Math.round(bytes / 1_000), starts: best.get(specifier) ?? 0 };
  importLines.push(...budgetLines(specifier, measured, IMPORT_BUDGETS[specifier]));
}

console.log(`${budgetTable(packageLines)}\n\n${budgetTable(importLines)}`);
const problems = overBudget([...packageLines, ...importLines]);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
