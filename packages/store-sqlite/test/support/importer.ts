/**
 * Imports a file of an export into a database and tells of every batch that is durable. After as
 * many lines as it is told it waits to be killed.
 */
import { createReadStream } from "node:fs";

import { createMemory } from "@kioku/core";
import type { ExportLine } from "@kioku/core";
import { parseJsonLines } from "@kioku/formats";

import { sqliteStore } from "../../src/index.js";

const [database = "", file = "", most = ""] = process.argv.slice(2);
const memory = createMemory({ store: sqliteStore({ path: database }) });
await memory.import(firstLines(), {
  onProgress: (report) => process.send?.(report.written + report.unchanged),
});
await memory.close();

async function* firstLines(): AsyncGenerator<ExportLine> {
  let count = 0;
  for await (const line of parseJsonLines(createReadStream(file))) {
    // A timer keeps the process, which would end for want of work.
    if ((count += 1) > Number(most)) await new Promise(() => setInterval(() => undefined, 1e6));
    yield line;
  }
}
