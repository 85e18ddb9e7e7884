/**
 * Begins a backup and stays in it once its copy is written, until it is killed: node
 * backup-maker.ts FILE TARGET.
 */
import { sqliteStore } from "../../src/index.js";

const [path = "", target = ""] = process.argv.slice(2);
const store = sqliteStore({ path });
await store.open();
await store.backup(target, {
  onProgress: () => {
    process.send?.("copied");
    // Nothing else of this process goes on.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
