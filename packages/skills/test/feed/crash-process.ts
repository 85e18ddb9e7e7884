/**
 * Writes for ever with a feed that hears of it, and tells of each commit and each delivery, until
 * it is killed. With `hang` a delivery never ends.
 */
import { createMemory } from "@kioku/core";
import { backgroundTimer, waitedTimer } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";

import { permittedMemory } from "../../src/access/permitted-memory.js";
import { startMemoryFeed } from "../../src/feed/start-memory-feed.js";

const [path = "", run = "", mode = ""] = process.argv.slice(2);
const memory = createMemory({ store: sqliteStore({ path }) });
const seen = permittedMemory(memory, {
  skill: "writer",
  causePath: ["starter"],
  permissions: [{}],
  signal: new AbortController().signal,
  countWrites: () => undefined,
  onHandlerFailure: () => undefined,
});
const silent = (): void => undefined;
await startMemoryFeed({
  memory,
  notes: memory.scope("skills", "runtime"),
  name: "default",
  reach: "below",
  pollMs: undefined,
  clock: () => new Date(),
  schedule: waitedTimer,
  background: backgroundTimer,
  log: { debug: silent, info: silent, warn: silent, error: silent },
  deliver: async ({ record }) => {
    process.send?.({ delivered: record.content });
    if (mode === "hang") await new Promise(silent);
  },
});
process.send?.("ready");
for (let index = 0; ; index += 1) {
  const content = `${run} ${index}`;
  if (index % 2 === 0) await seen.set("counter", content, { index: content });
  else await seen.remember(content);
  process.send?.({ committed: content });
}
