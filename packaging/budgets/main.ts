/**
 * Compares sizes of the packages, and of what their entry points load, with their budgets, and
 * prints both. Needs a build.
 */
import { publishedPackages } from "../published-packages.ts";
import { IMPORT_BUDGETS, PACKAGE_BUDGETS } from "./budgets.ts";
import { budgetLines, budgetTable, overBudget } from "./check-budgets.ts";
import { countLoaded } from "./count-loaded.ts";
import { measurePackages } from "./measure-packages.ts";

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

const importLines = [];
for (const specifier of specifiers) {
  const { modules, bytes } = await countLoaded(specifier);
  const measured = { modules, kb: Math.round(bytes / 1_000) };
  importLines.push(...budgetLines(specifier, measured, IMPORT_BUDGETS[specifier]));
}

console.log(`${budgetTable(packageLines)}\n\n${budgetTable(importLines)}`);
const problems = overBudget([...packageLines, ...importLines]);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
