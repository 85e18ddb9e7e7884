import type { Memory } from "@kioku/core";
import type { DocumentInterface } from "@langchain/core/documents";
import { BaseRetriever } from "@langchain/core/retrievers";
import type { BaseRetrieverInput } from "@langchain/core/retrievers";
import { RunnableLambda, RunnableSequence } from "@langchain/core/runnables";
import type { RunnableConfig } from "@langchain/core/runnables";
import { expect, test } from "vitest";

import { MemoryRetriever } from "../../src/index.js";
import { EventLog, streamedEvents } from "../support/event-log.js";
import { letterMemory } from "../support/letter-memory.js";

/** LangChain's own way, by the name of ours: what ours has to look like from outside. */
class PlainRetriever extends BaseRetriever {
  override lc_namespace = ["kioku", "retrievers"];

  readonly documents: readonly DocumentInterface[] | Error;

  constructor(documents: readonly DocumentInterface[] | Error, fields?: BaseRetrieverInput) {
    super(fields);
    this.documents = documents;
  }

  static override lc_name(): string {
    return "MemoryRetriever";
  }

  override async _getRelevantDocuments(): Promise<DocumentInterface[]> {
    if (this.documents instanceof Error) throw this.documents;
    return [...this.documents];
  }
}

async function zebras(): Promise<Memory> {
  const memory = letterMemory();
  await memory.rememberAll(["zebra one", "zebra two"]);
  return memory;
}

const FIELDS = { tags: ["of the retriever"], metadata: { kept: 1, both: "retriever" } };
const CONFIG = {
  tags: ["of the call"],
  metadata: { both: "call" },
  runName: "find it",
  runId: "019a0000-0000-7000-8000-000000000001",
};

/** The same done with ours and with LangChain's own. */
async function bothWays(
  act: (retriever: BaseRetriever, log: EventLog) => Promise<unknown>,
): Promise<readonly [EventLog, EventLog]> {
  const ours = new MemoryRetriever({ memory: await zebras(), ...FIELDS });
  const plain = new PlainRetriever(await ours.invoke("zebra"), FIELDS);
  const logs = [new EventLog(), new EventLog()] as const;
  await act(ours, logs[0]);
  await act(plain, logs[1]);
  return logs;
}

const WAYS: Readonly<
  Record<string, (retriever: BaseRetriever, log: EventLog) => Promise<unknown>>
> = {
  "called alone": (it, log) => it.invoke("zebra", { ...CONFIG, callbacks: [log] }),
  "called with a signal and a timeout": (it, log) =>
    it.invoke("zebra", { callbacks: [log], signal: new AbortController().signal, timeout: 60_000 }),
  "in a sequence": (it, log) =>
    RunnableSequence.from([(text: string) => text, it, (found: unknown) => found]).invoke("zebra", {
      ...CONFIG,
      callbacks: [log],
    }),
  "called by a function that hands its config down": (it, log) =>
    RunnableLambda.from((text: string, config: RunnableConfig) =>
      it.invoke(text, config).then((found) => found.length),
    ).invoke("zebra", { callbacks: [log], tags: ["outer"] }),
  "in a batch": (it, log) => it.batch(["zebra", "one"].slice(0, 1), { callbacks: [log] }),
  "as a stream": async (it, log) => {
    for await (const found of await it.stream("zebra", { callbacks: [log] }))
      expect(found).toHaveLength(2);
  },
  "with a config of its own": (it, log) =>
    it.withConfig({ runName: "bound", tags: ["bound"] }).invoke("zebra", { callbacks: [log] }),
  "with retries": (it, log) =>
    it.withRetry({ stopAfterAttempt: 2 }).invoke("zebra", { callbacks: [log] }),
  "in a pipe": (it, log) =>
    it.pipe((found: readonly unknown[]) => found.length).invoke("zebra", { callbacks: [log] }),
};

test.each(Object.keys(WAYS))(
  "%s, handlers are told what LangChain's own retriever tells",
  async (way) => {
    const [ours, plain] = await bothWays(WAYS[way] as (typeof WAYS)[string]);
    expect(ours.events).toEqual(plain.events);
    const kinds = ours.events
      .map(({ event }) => event)
      .filter((event) => event.startsWith("retriever"));
    expect(kinds).toEqual(["retriever start", "retriever end"]);
  },
);

test("run id, name, tags and metadata are those of the call, and the run is a child of its chain", async () => {
  const memory = await zebras();
  const ids: unknown[] = [];
  const log = new EventLog();
  const retriever = new MemoryRetriever({
    memory,
    ...FIELDS,
    callbacks: [{ handleRetrieverStart: (...given) => void ids.push(given[2]) }],
  });
  await retriever.invoke("zebra", { ...CONFIG, callbacks: [log] });
  expect(ids).toEqual([CONFIG.runId]);
  expect(log.events[0]).toMatchObject({
    id: ["kioku", "retrievers", "MemoryRetriever"],
    query: "zebra",
    name: "find it",
    parent: undefined,
    tags: ["of the call", "of the retriever"],
    metadata: { kept: 1, both: "retriever" },
  });
  const nested = new EventLog();
  await retriever.pipe((found) => found.length).invoke("zebra", { callbacks: [nested] });
  const [chain, start, end] = nested.events;
  expect([chain?.event, start?.event, end?.event]).toEqual([
    "chain start",
    "retriever start",
    "retriever end",
  ]);
  expect([start?.parent, end?.parent]).toEqual([chain?.run, chain?.run]);
});

test("streamEvents gives what it gives for LangChain's own retriever", async () => {
  const ours = new MemoryRetriever({ memory: await zebras(), ...FIELDS });
  const plain = new PlainRetriever(await ours.invoke("zebra"), FIELDS);
  const events = await streamedEvents(ours, "zebra");
  expect(events).toEqual(await streamedEvents(plain, "zebra"));
  expect(events.map((event) => (event as { readonly event: string }).event)).toEqual(
    expect.arrayContaining(["on_retriever_start", "on_retriever_end"]),
  );
});

test("a failure is told once, with the error itself, as LangChain's own retriever tells it", async () => {
  const memory = letterMemory();
  await memory.close();
  const [ours, plain] = [new EventLog(), new EventLog()];
  const error: unknown = await new MemoryRetriever({ memory, ...FIELDS })
    .invoke("zebra", { ...CONFIG, callbacks: [ours] })
    .catch((problem: unknown) => problem);
  expect(error).toMatchObject({ code: "closed" });
  const failing = new PlainRetriever(error as Error, FIELDS);
  await expect(failing.invoke("zebra", { ...CONFIG, callbacks: [plain] })).rejects.toBe(error);
  expect(ours.events).toEqual(plain.events);
  expect(ours.events.map(({ event }) => event)).toEqual(["retriever start", "retriever error"]);
  expect(ours.events[1]?.["error"]).toBe(error);
});

test("callbacks can be given in place of a config, as the base class takes them", async () => {
  const [ours, plain] = await bothWays((it, log) => it.invoke("zebra", [log] as unknown as object));
  expect(ours.events).toEqual(plain.events);
  expect(ours.events).toHaveLength(2);
});
