/** Opens a store and prints what came of it. */
import { MemoryError } from "@kioku/core";

import { sqliteStore } from "../../src/index.js";

const store = sqliteStore({ path: process.argv[2] ?? "" });
try {
  await store.open();
  await store.close();
  process.stdout.write("opened\n");
} catch (error) {
  process.stdout.write(MemoryError.is(error) ? `${error.code}: ${error.message}\n` : String(error));
}
