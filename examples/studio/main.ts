/**
 * Opens the studio on a memory of two months, until Ctrl-C. `--write` lets the page change
 * memories; with `--once` it answers one request, as the page makes it, and ends.
 */
import { parseArgs } from "node:util";

import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createMind } from "@kioku/mind";
import { sqliteStore } from "@kioku/store-sqlite";
import { openStudio } from "@kioku/studio";

const TALKS = [
  [61, "I work as a nurse in Bergen"],
  [60, "My sister Lena lives in Oslo"],
  [40, "I am allergic to peanuts"],
  [33, "我每天早上六点去公园跑步"],
  [20, "I was so glad when Lena came to visit"],
  [6, "I moved to Trondheim"],
  [1, "The lease has to be signed by Friday"],
] as const;

const { values } = parseArgs({
  options: { write: { type: "boolean" }, once: { type: "boolean" } },
});
let agoMs = 0;
const clock = (): Date => new Date(Date.now() - agoMs);
const store = sqliteStore({ path: ":memory:" });
const memory = createMemory({ store, embedder: localEmbedder(), clock });
const ana = memory.scope("users", "ana");
const mind = createMind({ memory: ana, automatic: false, clock });

for (const [daysAgo, content] of TALKS) {
  agoMs = daysAgo * 86_400_000;
  await ana.remember({ content, kind: "message", thread: `talk-${daysAgo}` });
}
agoMs = 0;
await mind.consolidate();

const { write, once = false } = values;
const studio = await openStudio({ memory: ana, mind, root: memory, write });
if (once) {
  const { origin, hash } = new URL(studio.url);
  const answer = await fetch(`${origin}/api/about`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${hash.replace("#token=", "")}`,
      "content-type": "application/json",
    },
    body: "{}",
  });
  console.log(await answer.json());
} else {
  console.log(`The studio is at ${studio.url} (Ctrl-C ends it)`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => resolve());
  });
}
await studio.close();
await mind.close();
await memory.close();
