/** Opens a store when told to, says how that went, writes a record of its own, and closes. */
import { putOp, testRecord } from "@kioku/testing";

import { sqliteStore } from "../../src/index.js";

const [path = "", number = "0"] = process.argv.slice(2);
const store = sqliteStore({ path, busyTimeoutMs: 240_000 });

process.once("message", () => {
  void openAndWrite();
});
process.send?.("ready");

async function openAndWrite(): Promise<void> {
  try {
    await store.open();
    await store.write([putOp(testRecord(Number(number)))]);
    await store.close();
    process.send?.("done");
  } catch (error) {
    process.send?.(`failed: ${String(error)}`);
  }
  process.disconnect();
}
