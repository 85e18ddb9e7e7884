/** Imports a file of an export into a database and tells of every batch that is durable. Runs until it is done or killed. */
import { createReadStream } from "node:fs";

import { createMemory, parseJsonLines } from "@kioku/core";

import { sqliteStore } from "../../src/index.js";

const [database = "", file = ""] = process.argv.slice(2);
const memory = createMemory({ store: sqliteStore({ path: database }) });
await memory.import(parseJsonLines(createReadStream(file)), {
  onProgress: (report) => process.send?.(report.written + report.unchanged),
});
await memory.close();
