/**
 * Moves a file to the new model, then exits. With a number of batches and of milliseconds, it is
 * killed that long after so many batches are durable, wherever it is then.
 */
import { Worker } from "node:worker_threads";

import { createMemory } from "@kioku/core";

import { sqliteStore } from "../../src/index.js";
import { newModel, oldModel } from "./test-model.js";

const [path = "", batchSize = "4", killAfter = "Infinity", delayMs = "0"] = process.argv.slice(2);

/** A thread of its own, so that the kill also comes in the middle of a transaction. */
const KILLER = `
const { workerData: { signal, delayMs } } = require("node:worker_threads");
Atomics.wait(signal, 0, 0);
Atomics.wait(signal, 1, 0, delayMs);
process.kill(process.pid, "SIGKILL");
`;
const signal = new Int32Array(new SharedArrayBuffer(8));
if (killAfter !== "Infinity") {
  const workerData = { signal, delayMs: Number(delayMs) };
  new Worker(KILLER, { eval: true, workerData }).unref();
}

const store = sqliteStore({ path });
const memory = createMemory({ store, embedder: [newModel(Number(batchSize), 5), oldModel()] });
let batches = 0;
await memory.reindex({
  onProgress: () => {
    batches += 1;
    if (batches < Number(killAfter)) return;
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  },
});
await memory.close();
process.disconnect();
