/**
 * Works on the queue of a file until it is empty, or is killed in the middle of a batch, after so
 * many others.
 */
import { createMemory } from "@kioku/core";

import { sqliteStore } from "../../src/index.js";
import { newModel } from "./test-model.js";

const [path = "", crashAfter = "Infinity"] = process.argv.slice(2);
const store = sqliteStore({ path, busyTimeoutMs: 240_000 });
let batches = 0;
const model = newModel(8, 1);
const memory = createMemory({
  store,
  embedder: {
    ...model,
    embed: async (texts, options) => {
      batches += 1;
      if (batches > Number(crashAfter)) process.kill(process.pid, "SIGKILL");
      return model.embed(texts, options);
    },
  },
});
const embedded: string[] = [];
memory.on("embedded", ({ ids }) => embedded.push(...ids), { reach: "below" });
await memory.queueStats();
process.send?.("ready");
await new Promise((resolve) => {
  process.once("message", resolve);
});
for (let left = Infinity; left > 0;) {
  await memory.embedQueued({ leaseMs: 400 });
  const { ready, leased } = await memory.queueStats();
  left = ready + leased;
}
await memory.close();
process.send?.(embedded);
process.disconnect();
