/**
 * `conformance STORE FOLDER`: runs the suites of @kioku/testing on a store, on any runtime, and
 * prints a line of JSON.
 */
import { join } from "node:path";

import { inMemoryStore } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { memoryConformance, storeConformance } from "@kioku/testing";
import type { ConformanceCase } from "@kioku/testing";

const [store = "", folder = ""] = process.argv.slice(2);
let made = 0;

async function casesOf(): Promise<readonly ConformanceCase[]> {
  if (store === "memory") {
    return [
      ...storeConformance(() => inMemoryStore()),
      ...memoryConformance(() => inMemoryStore()),
    ];
  }
  if (store === "sqlite") {
    const create = () => sqliteStore({ path: join(folder, `${(made += 1)}.db`) });
    return [...storeConformance(create), ...memoryConformance(create)];
  }
  const { PGlite } = await import("@electric-sql/pglite");
  const { vector } = await import("@electric-sql/pglite-pgvector");
  const { postgresStore } = await import("@kioku/store-postgres");
  const client = await PGlite.create({ extensions: { vector } });
  const create = () => postgresStore({ client, schema: `s${(made += 1)}`, indexFrom: false });
  // A schema for each case takes long: each sixteenth case says enough about a runtime.
  const cases = [...storeConformance(create), ...memoryConformance(create)];
  return cases.filter((_case, index) => index % 16 === 0);
}

const counts = { passed: 0, skipped: 0 };
const failed: string[] = [];
for (const one of await casesOf()) {
  try {
    const { status } = await one.run();
    counts[status] += 1;
  } catch (error) {
    failed.push(`${one.group}: ${one.name}: ${String(error)}`);
  }
}
console.log(JSON.stringify({ ...counts, failed }));
// The database in the process keeps Node alive.
process.exit();
