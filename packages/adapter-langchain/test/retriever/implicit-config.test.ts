import { AsyncLocalStorage } from "node:async_hooks";

import { RunnableLambda } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { beforeAll, expect, test } from "vitest";

import { MemoryRetriever } from "../../src/index.js";
import { EventLog } from "../support/event-log.js";
import { heldEmbedder } from "../support/held-embedder.js";
import { letterMemory } from "../support/letter-memory.js";

// As LangGraph does: from then on a config goes down by itself.
beforeAll(() => {
  AsyncLocalStorageProviderSingleton.initializeGlobalInstance(new AsyncLocalStorage());
});

test("inside a function of a chain it is the chain's child and hears its abort, without being handed anything", async () => {
  const embedder = heldEmbedder();
  const memory = letterMemory({ embedder });
  await memory.remember("zebra");
  const retriever = new MemoryRetriever({ memory });
  const chain = RunnableLambda.from(async (text: string) => (await retriever.invoke(text)).length);
  const log = new EventLog();
  const controller = new AbortController();
  const reason = new Error("the user has left");
  const running = chain.invoke("zebra", { callbacks: [log], signal: controller.signal });
  await embedder.asked(1);
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
  await expect.poll(() => log.events.some(({ event }) => event === "retriever error")).toBe(true);
  const found = log.events.filter(({ event }) => event.startsWith("retriever"));
  expect(found.map(({ event, parent }) => [event, parent])).toEqual([
    ["retriever start", log.events[0]?.run],
    ["retriever error", log.events[0]?.run],
  ]);
  expect(found[1]?.["error"]).toBe(reason);
  embedder.release();
  expect(await chain.invoke("zebra")).toBe(1);
});
