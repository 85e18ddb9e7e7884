import { RunnableLambda } from "@langchain/core/runnables";
import type { RunnableConfig } from "@langchain/core/runnables";
import { expect, test } from "vitest";

import { memoryContext, MemoryRetriever } from "../../src/index.js";
import { EventLog } from "../support/event-log.js";
import { heldEmbedder } from "../support/held-embedder.js";
import type { HeldEmbedder } from "../support/held-embedder.js";
import { letterMemory } from "../support/letter-memory.js";

const REASON = new Error("the user has left");

async function held(): Promise<{
  readonly retriever: MemoryRetriever;
  readonly embedder: HeldEmbedder;
}> {
  const embedder = heldEmbedder();
  const memory = letterMemory({ embedder });
  await memory.rememberAll(["zebra one", "zebra two"]);
  return { retriever: new MemoryRetriever({ memory }), embedder };
}

test("an aborted signal is no retrieval: the reason comes back, and handlers are told once", async () => {
  const { retriever } = await held();
  const log = new EventLog();
  const signal = AbortSignal.abort(REASON);
  await expect(retriever.invoke("zebra", { signal, callbacks: [log] })).rejects.toBe(REASON);
  expect(log.events.map(({ event }) => event)).toEqual(["retriever start", "retriever error"]);
  expect(log.events[1]?.["error"]).toBe(REASON);
});

test("an abort while the embedder works rejects at once with the reason, also one that is no error", async () => {
  const { retriever, embedder } = await held();
  for (const [index, reason] of [REASON, "left"].entries()) {
    const controller = new AbortController();
    const log = new EventLog();
    const finding = retriever.invoke("zebra", { signal: controller.signal, callbacks: [log] });
    await embedder.asked(index + 1);
    controller.abort(reason);
    await expect(finding).rejects.toBe(reason);
    expect(log.events.map(({ event }) => event)).toEqual(["retriever start", "retriever error"]);
  }
});

test("calls of one retriever at the same time have each their own signal", async () => {
  const { retriever, embedder } = await held();
  const [one, two] = [new AbortController(), new AbortController()];
  const first = retriever.invoke("zebra one", { signal: one.signal });
  const second = retriever.invoke("zebra two", { signal: two.signal });
  const third = retriever.invoke("zebra");
  await embedder.asked(3);
  one.abort(REASON);
  await expect(first).rejects.toBe(REASON);
  embedder.release();
  expect(await second).toHaveLength(2);
  expect(await third).toHaveLength(2);
  two.abort();
  expect(await retriever.invoke("zebra")).toHaveLength(2);
});

test("a timeout of the config ends it", async () => {
  const { retriever } = await held();
  const finding = retriever.invoke("zebra", { timeout: 5 });
  await expect(finding).rejects.toMatchObject({ name: "TimeoutError" });
});

test("the signal of a chain reaches it: piped, called by a function, in a batch and as a stream", async () => {
  const ways: ((retriever: MemoryRetriever, signal: AbortSignal) => Promise<unknown>)[] = [
    (it, signal) => it.pipe((found) => found.length).invoke("zebra", { signal }),
    (it, signal) =>
      RunnableLambda.from(
        async (text: string, config: RunnableConfig) => (await it.invoke(text, config)).length,
      ).invoke("zebra", {
        signal,
      }),
    (it, signal) => it.batch(["zebra"], { signal }),
    (it, signal) => it.withConfig({ signal }).invoke("zebra"),
    async (it, signal) => {
      for await (const found of await it.stream("zebra", { signal })) expect(found).toEqual([]);
    },
  ];
  for (const way of ways) {
    const { retriever, embedder } = await held();
    const log = new EventLog();
    retriever.callbacks = [log];
    const controller = new AbortController();
    const running = way(retriever, controller.signal);
    await embedder.asked(1);
    controller.abort(REASON);
    await expect(running).rejects.toBe(REASON);
    await expect.poll(() => log.events.at(-1)?.["error"]).toBe(REASON);
  }
});

test("retries start anew, and an abort ends them", async () => {
  const memory = letterMemory();
  await memory.remember("zebra");
  let failures = 1;
  const flaky = Object.assign(Object.create(memory) as typeof memory, {
    recall: async (...given: Parameters<typeof memory.recall>) => {
      failures -= 1;
      if (failures >= 0) throw new Error("down");
      return memory.recall(...given);
    },
  });
  const retriever = new MemoryRetriever({ memory: flaky }).withRetry({ stopAfterAttempt: 2 });
  expect(await retriever.invoke("zebra")).toHaveLength(1);
  const signal = AbortSignal.abort(REASON);
  await expect(retriever.invoke("zebra", { signal })).rejects.toBe(REASON);
});

test("an abort ends memoryContext, too", async () => {
  const embedder = heldEmbedder();
  const memory = letterMemory({ embedder });
  await memory.remember("zebra");
  const asked: Promise<unknown>[] = [];
  const watched = Object.assign(Object.create(memory) as typeof memory, {
    context: (...given: Parameters<typeof memory.context>) => {
      const asking = memory.context(...given);
      asked.push(asking);
      return asking;
    },
  });
  const controller = new AbortController();
  const running = memoryContext({ memory: watched }).invoke("zebra", { signal: controller.signal });
  await embedder.asked(1);
  controller.abort(REASON);
  await expect(running).rejects.toBe(REASON);
  await expect(asked[0]).rejects.toBe(REASON);
});
