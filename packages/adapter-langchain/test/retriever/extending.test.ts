// The method that LangChain has one override is called what LangChain calls it.
/* oxlint-disable no-underscore-dangle */
import type { Memory } from "@kioku/core";
import type { RunnableConfig } from "@langchain/core/runnables";
import { expect, test } from "vitest";

import { MemoryRetriever } from "../../src/index.js";
import { EventLog } from "../support/event-log.js";
import { heldEmbedder } from "../support/held-embedder.js";
import { letterMemory } from "../support/letter-memory.js";

async function zebras(): Promise<Memory> {
  const memory = letterMemory();
  await memory.rememberAll(["zebra one", "zebra two"]);
  return memory;
}

test("a class that extends ours keeps its private members and what it writes down of itself", async () => {
  class Counting extends MemoryRetriever {
    asked = 0;
    #prefix = "> ";
    override get lc_attributes(): Record<string, unknown> {
      return { prefix: this.#prefix };
    }
    override toJSON(): ReturnType<MemoryRetriever["toJSON"]> {
      this.#prefix = "> ";
      return super.toJSON();
    }
    override async _getRelevantDocuments(
      query: string,
    ): ReturnType<MemoryRetriever["_getRelevantDocuments"]> {
      this.asked += 1;
      const found = await super._getRelevantDocuments(query);
      for (const document of found) document.pageContent = this.#prefix + document.pageContent;
      return found;
    }
  }
  const retriever = new Counting({ memory: await zebras(), limit: 1, tags: ["mine"] });
  const log = new EventLog();
  const [found] = await retriever.invoke("zebra one", { callbacks: [log] });
  expect(found?.pageContent).toBe("> zebra one");
  await retriever.batch(["zebra one", "zebra two"]);
  expect(retriever.asked).toBe(3);
  const signal = AbortSignal.abort(new Error("gone"));
  await expect(retriever.invoke("zebra", { signal })).rejects.toThrow("gone");
  expect(retriever.asked).toBe(3);
  expect(log.events).toMatchObject([
    { event: "retriever start", tags: ["mine"] },
    { event: "retriever end", texts: ["> zebra one"] },
  ]);
});

test("an abort ends the call of a class that hands no signal on, and the memory's work where it does", async () => {
  const embedder = heldEmbedder();
  const memory = letterMemory({ embedder });
  await memory.remember("zebra");
  const outcomes: unknown[] = [];
  class Deaf extends MemoryRetriever {
    override async _getRelevantDocuments(
      query: string,
    ): ReturnType<MemoryRetriever["_getRelevantDocuments"]> {
      return super._getRelevantDocuments(query);
    }
  }
  class Hearing extends MemoryRetriever {
    override async _getRelevantDocuments(
      ...given: Parameters<MemoryRetriever["_getRelevantDocuments"]>
    ): ReturnType<MemoryRetriever["_getRelevantDocuments"]> {
      const finding = super._getRelevantDocuments(...given);
      finding.catch((error: unknown) => outcomes.push(error));
      return finding;
    }
  }
  const reason = new Error("the user has left");
  for (const [index, retriever] of [new Deaf({ memory }), new Hearing({ memory })].entries()) {
    const controller = new AbortController();
    const log = new EventLog();
    const finding = retriever.invoke("zebra", { signal: controller.signal, callbacks: [log] });
    await embedder.asked(index + 1);
    controller.abort(reason);
    await expect(finding).rejects.toBe(reason);
    expect(log.events.at(-1)).toMatchObject({ event: "retriever error", error: reason });
  }
  await expect.poll(() => outcomes).toEqual([reason]);
  embedder.release();
});

test("an override in plain JavaScript may answer without a promise, also where there is a signal", async () => {
  const retriever = new MemoryRetriever({ memory: await zebras() });
  Object.assign(retriever, { _getRelevantDocuments: () => [] });
  const { signal } = new AbortController();
  expect(await retriever.invoke("zebra", { signal })).toEqual([]);
});

test("a class that extends ours can ask something else, and an abort reaches it", async () => {
  class Polite extends MemoryRetriever {
    override async invoke(
      query: string,
      ...rest: readonly [RunnableConfig?]
    ): ReturnType<MemoryRetriever["invoke"]> {
      return super.invoke(query.replace("please", ""), ...rest);
    }
  }
  const retriever = new Polite({ memory: await zebras(), limit: 1 });
  const [found] = await retriever.invoke("please zebra one");
  expect(found?.pageContent).toBe("zebra one");
  const signal = AbortSignal.abort(new Error("stop"));
  await expect(retriever.invoke("zebra", { signal })).rejects.toThrow("stop");
});
