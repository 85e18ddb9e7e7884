/**
 * `npm run charts -w docs`: draws the charts of the guide into docs/images, and writes
 * RELIABILITY.md, the tables of measurements and what is made by the package in deploy.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { charts } from "./charts.ts";
import { deployFiles } from "./deploy-files.ts";
import { reliabilityPage } from "./reliability-page.ts";
import { tables, withTable } from "./tables.ts";

for (const { file, draw } of charts) {
  const path = fileURLToPath(new URL(`../images/${file}`, import.meta.url));
  writeFileSync(path, draw());
  process.stdout.write(`${path}\n`);
}
for (const table of tables) {
  const path = fileURLToPath(new URL(`../${table.page}`, import.meta.url));
  writeFileSync(path, withTable(readFileSync(path, "utf8"), table));
  process.stdout.write(`${path}\n`);
}
for (const { file, write } of deployFiles) {
  const path = fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url));
  writeFileSync(path, write());
  process.stdout.write(`${path}\n`);
}
const reliability = fileURLToPath(new URL("../../RELIABILITY.md", import.meta.url));
writeFileSync(reliability, reliabilityPage());
process.stdout.write(`${reliability}\n`);
