/**
 * `npm run upgrade -w packages/store-sqlite -- OLD NEW`: copies a file that a commit before version
 * 0.1.0 wrote into a new one, with histories, vectors and idempotency keys.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { createMemory } from "@kioku/core";
import Driver from "better-sqlite3";

import { sqliteStore } from "../../src/index.js";
import { olderLines } from "./older-lines.js";

// npm runs this in the folder of the package.
const [from, to] = process.argv
  .slice(2)
  .map((path) => resolve(process.env["INIT_CWD"] ?? ".", path));
if (from === undefined || to === undefined || existsSync(to)) {
  process.stderr.write("Usage: npm run upgrade -w packages/store-sqlite -- OLD NEW\n");
  process.exit(2);
}
const database = new Driver(from, { readonly: true, fileMustExist: true });
const memory = createMemory({ store: sqliteStore({ path: to }) });
try {
  const { written } = await memory.import(olderLines(database), { embed: false });
  process.stdout.write(`${written} records\n`);
} finally {
  await memory.close();
  database.close();
}
