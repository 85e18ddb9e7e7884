import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import type { Embedder, MemoryRoot } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

const directory = await mkdtemp(join(tmpdir(), "kioku-queue-"));
const path = join(directory, "agent.db");

/** Moved by hand, so that this program need not wait. */
let now = Date.UTC(2026, 2, 1, 12);
const clock = (): Date => new Date(now);

/** Answers requests: writes at once and never embeds. Recall embeds the question. */
const service = createMemory({
  store: sqliteStore({ path }),
  embedder: localEmbedder(),
  embedding: "queued",
  clock,
});

/** A model that can be out of order. */
const model = localEmbedder();
let isDown = true;
const embedder: Embedder = {
  ...model,
  id: model.id,
  embed: (texts, options) => {
    if (isDown) throw new Error("the model is down");
    return model.embed(texts, options);
  },
};
const log = (message: string): void => console.log(`  log: ${message}`);
/** Embeds in a process of its own or, as here, beside the service: both share the file. */
const worker = createMemory({
  // Elsewhere `console`; here what it says is a part of the output.
  logger: { warn: log, error: log },
  store: sqliteStore({ path }),
  embedder,
  clock,
  // Else what failed comes back in an order that is drawn.
  random: () => 0.5,
});
worker.on(
  "embedded",
  ({ scope, ids }) => console.log(`  embedded ${ids.length} of ${scope.join("/")}`),
  {
    reach: "below",
  },
);

async function show(title: string, memory: MemoryRoot): Promise<void> {
  const { ready, leased, delayed, dead } = await memory.queueStats();
  console.log(`${title}: ${ready} ready, ${leased} leased, ${delayed} delayed, ${dead} dead`);
}

async function ask(query: string): Promise<void> {
  const found = await service.scope("ann").recall({ query, mode: "semantic", limit: 1 });
  console.log(`  ${query} ${found[0]?.content ?? "nothing"}`);
}

const receipt = await service.scope("ann").remember("Ann has a kitten called Pixel");
await service.scope("bo").rememberAll(["Bo keeps bees", "Bo paints in the evening"]);
console.log(`remember says ${receipt.status}`);
await show("written", service);
await ask("Who keeps a cat?");

await worker.embedQueued();
await show("the model was down", worker);
isDown = false;
now += 60_000;
await show("a minute later", worker);
await worker.embedQueued();
await show("the model is back", worker);
await ask("Who keeps a cat?");

// Runs a worker until it is aborted.
const stop = new AbortController();
const working = worker.runEmbeddingWorker({ signal: stop.signal, pollMs: 10 });
const done = new Promise((resolve) => {
  worker.on("embedded", resolve, { reach: "below" });
});
await service.scope("ann").remember("Ann sings in a choir");
await done;
stop.abort();
await working;
await show("with a worker", worker);

await worker.close();
await service.close();
await rm(directory, { recursive: true });
