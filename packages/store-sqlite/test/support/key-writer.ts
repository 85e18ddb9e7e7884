import { createMemory, MemoryError } from "@kioku/core";

import { sqliteStore } from "../../src/index.js";

/**
 * Writes one key, one idempotency key and one text, and counts a counter up, all at once with its
 * siblings. Then writes one entry many times at once.
 */
const [path = "", name = "", counts = "0", crowd = "0"] = process.argv.slice(2);

const memory = createMemory({ store: sqliteStore({ path, busyTimeoutMs: 240_000 }) });
await memory.list();
process.send?.("ready");
await new Promise((resolve) => {
  process.once("message", resolve);
});
const keyed = await memory.remember({ content: `text of ${name}`, key: "k" });
const replayed = await memory.remember({
  content: "the job",
  key: "j",
  idempotencyKey: "job",
});
const same = await memory.remember("the same");
for (let done = 0; done < Number(counts);) {
  const [record] = (await memory.list({ filter: { "@key": "counter" } })).items;
  try {
    await memory.set("counter", Number(record?.value) + 1, { ifVersion: record?.version });
    done += 1;
  } catch (error) {
    if (!MemoryError.is(error, "conflict")) throw error;
  }
}
const crowded = Array.from({ length: Number(crowd) }, (_, place) => place);
const [entry] = (await memory.list({ filter: { "@key": "crowd" } })).items;
await Promise.all(crowded.map((place) => memory.set("crowd", place)));
await Promise.all(
  crowded.map((place) => memory.update(entry?.id ?? "", { metadata: { [name]: place } })),
);
await memory.close();
process.send?.([keyed.status, replayed.status, same.status]);
process.disconnect();
