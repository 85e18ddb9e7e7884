/**
 * `npm run record -w kioku`: runs the lines of docs/command-line.md, writes what they print and
 * the tables of commands and settings into the page, and draws the sessions that have names.
 */
import { readFileSync, writeFileSync } from "node:fs";

import { COLUMNS, recordPage } from "./console-blocks.ts";
import { withTables } from "./page-tables.ts";
import { drawTerminal } from "./terminal-picture.ts";

const docs = new URL("../../../docs/", import.meta.url);
const file = new URL("command-line.md", docs);
const { page, sessions } = await recordPage(withTables(readFileSync(file, "utf8")));
writeFileSync(file, page);
for (const [name, output] of sessions) {
  const picture = drawTerminal(`kioku ${name}`, { output, columns: COLUMNS });
  writeFileSync(new URL(`images/command-line-${name}.svg`, docs), picture);
}
