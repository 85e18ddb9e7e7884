import { getEventListeners } from "node:events";

import { FAULTS, VirtualTimers, rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore, MemoryError } from "../../src/index.js";
import type { Embedder, MemoryRoot, Receipt } from "../../src/index.js";
import type { EmbedResult } from "../../src/toolkit/index.js";

const SECRET = "sk-live-4711";
const TIMEOUT_MS = 5_000;

/** A memory whose embedder works until it is broken, and its time. */
function breakable(break_: (call: BrokenCall) => Promise<EmbedResult>) {
  const timers = new VirtualTimers(new Date("2026-03-01T12:00:00Z"));
  const good = wordEmbedder();
  const state = { isBroken: false, reasons: [] as string[] };
  const embedder: Embedder = {
    ...good,
    embed: (texts, options) =>
      state.isBroken
        ? break_({ texts, signal: options?.signal, timeOut: () => timers.advance(TIMEOUT_MS) })
        : good.embed(texts, options),
  };
  const { clock, schedule } = timers;
  const store = inMemoryStore();
  const memory = createMemory({ store, embedder, embedTimeoutMs: TIMEOUT_MS, clock, schedule });
  memory.on("degraded", ({ during, reason }) => state.reasons.push(`${during}: ${reason}`));
  return { memory, state, timers, store, embedder };
}

interface BrokenCall {
  readonly texts: readonly string[];
  readonly signal: AbortSignal | undefined;
  readonly timeOut: () => void;
}

const KINDS = Object.entries(FAULTS).map(
  ([name, fault]): readonly [string, (call: BrokenCall) => Promise<EmbedResult>] => [
    name,
    (call) => fault({ ...call, space: "test/words@32", random: () => 0 }),
  ],
);

test.each([
  ...KINDS,
  [
    "throws the key and the text",
    ({ texts }: BrokenCall) => Promise.reject(new Error(`${SECRET} ${texts.join(" ")}`)),
  ] as const,
])("an embedder that %s costs no verb its text, which is found by its words", async (_, fault) => {
  const { memory, state } = breakable(fault);
  const { record } = accepted(await memory.remember("the kettle is green"));
  await memory.set("pan", "small");
  state.isBroken = true;

  const receipts = [
    await memory.remember("a spoon of zinc"),
    ...(await memory.rememberAll(["a fork of brass", "a knife of steel"])),
  ];
  for (const receipt of receipts) {
    expect(receipt.status).toBe("queued");
    expect(receipt.status === "queued" && receipt.reason).toMatch(/^embedder test\/words@32 /u);
  }
  await memory.set("pan", "enormous");
  await memory.update(record.id, { content: "the teapot is white" });

  for (const word of ["zinc", "brass", "steel", "enormous", "teapot"]) {
    const [hit] = await memory.recall({ query: word, mode: "keyword" });
    expect(hit?.content).toContain(word);
  }
  expect(state.reasons).toHaveLength(4);
  const told = JSON.stringify([
    receipts.map((one) => "reason" in one && one.reason),
    state.reasons,
  ]);
  for (const word of [SECRET, "zinc", "brass", "steel", "enormous", "teapot"]) {
    expect(told).not.toContain(word);
  }
  state.isBroken = false;
  expect(await memory.reindex()).toBe(5);
});

test("a call that takes too long is aborted, and what it answers later is ignored", async () => {
  let signal: AbortSignal | undefined;
  let answer: ((result: EmbedResult) => void) | undefined;
  const { memory, state, timers } = breakable((call) => {
    ({ signal } = call);
    queueMicrotask(call.timeOut);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  state.isBroken = true;
  const receipt = await memory.remember("the kettle is green");
  expect(receipt).toMatchObject({
    status: "queued",
    reason: "embedder test/words@32 gave no answer within 5000 ms",
  });
  expect(signal?.aborted).toBe(true);
  answer?.({ vectors: [new Float32Array(32).fill(1)] });
  await Promise.resolve();
  expect(await memory.recall({ query: "kettle", mode: "keyword" })).toHaveLength(1);
  await memory.close();
  expect(timers.waiting).toBe(0);
});

test("a call that is answered leaves no timer and no listener behind", async () => {
  const { memory, timers } = breakable(() => Promise.reject(new Error("unused")));
  const controller = new AbortController();
  await memory.remember("the kettle is green", { signal: controller.signal });
  await memory.recall("kettle", { signal: controller.signal });
  expect(timers.waiting).toBe(0);
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
});

test("a caller that gives up does not wait for an embedder that hears no signal", async () => {
  const controller = new AbortController();
  const reason = new Error("changed my mind");
  const { memory, state } = breakable(() => {
    queueMicrotask(() => controller.abort(reason));
    return new Promise(() => undefined);
  });
  state.isBroken = true;
  const call = memory.remember("x", { signal: controller.signal });
  await expect(call).rejects.toBe(reason);
  expect((await memory.list()).items).toEqual([]);
});

test("a recall whose embedder hangs is answered by keyword", async () => {
  const { memory, state } = breakable(({ timeOut }) => {
    queueMicrotask(timeOut);
    return new Promise(() => undefined);
  });
  await memory.remember("the kettle is green");
  state.isBroken = true;
  const hits = await memory.recall("kettle");
  expect(hits.map(({ content }) => content)).toEqual(["the kettle is green"]);
  expect(state.reasons).toEqual(["recall: embedder test/words@32 gave no answer within 5000 ms"]);
  const error = await rejection(() => memory.recall({ query: "kettle", mode: "semantic" }));
  expect(error.code).toBe("embedder-failed");
});

test("the timeout also works on the clock of the system", async () => {
  const hanging: Embedder = { ...wordEmbedder(), embed: () => new Promise(() => undefined) };
  const { memory } = testMemory({ embedder: hanging, embedTimeoutMs: 5, retryEmbedding: false });
  expect((await memory.remember("the kettle is green")).status).toBe("queued");
});

test("vectors in another order are put in order where the embedder says so", async () => {
  const good = wordEmbedder();
  const embedder: Embedder = {
    ...good,
    embed: async (texts, options) => {
      const { vectors } = await good.embed(texts, options);
      const indices = [...texts.keys()].toReversed();
      return { vectors: vectors.toReversed(), indices };
    },
  };
  const { memory } = testMemory({ embedder });
  const texts = ["alpha", "bravo", "charlie", "delta"];
  const receipts = await memory.rememberAll(texts);
  expect(receipts.map(({ status }) => status)).toEqual(texts.map(() => "stored"));
  for (const text of texts) {
    const [hit] = await memory.recall({ query: text, mode: "semantic" });
    expect(hit?.content).toBe(text);
  }
});

test.each([
  ["one twice", [0, 0]],
  ["one that is not there", [0, 2]],
  ["too few", [0]],
  ["no numbers", ["0", "1"]],
  ["no list", { 0: 0, 1: 1, length: 2 }],
])("an order that names %s is refused", async (_, indices) => {
  const good = wordEmbedder();
  const embedder: Embedder = {
    ...good,
    embed: async (texts, options) => {
      const { vectors } = await good.embed(texts, options);
      return { vectors, indices: indices as readonly number[] };
    },
  };
  const { memory } = testMemory({ embedder });
  const receipts = await memory.rememberAll(["alpha", "bravo"]);
  expect(receipts.map(({ status }) => status)).toEqual(["queued", "queued"]);
});

/** The test embedder without its width, at another width from some call on. */
function widening(): Embedder & { isWide: boolean } {
  const good = wordEmbedder();
  return {
    isWide: false,
    id: good.id,
    async embed(texts, options) {
      if (!this.isWide) return good.embed(texts, options);
      return { vectors: texts.map(() => new Float32Array(48).fill(1)) };
    },
  };
}

test.each(["this memory", "one before", "another one meanwhile"])(
  "a vector of another width than %s wrote costs its text the vector only",
  async (who) => {
    const store = inMemoryStore();
    const embedder = widening();
    const wide = widening();
    wide.isWide = true;
    const memory = createMemory({ store, embedder, retryEmbedding: false });
    const other = createMemory({ store, embedder: wide, retryEmbedding: false });
    if (who === "another one meanwhile") await other.list();
    await memory.remember("the kettle is green");
    embedder.isWide = true;
    const writer = who === "this memory" ? memory : other;
    const receipts = await writer.rememberAll(["a spoon of zinc", { content: "x", key: "k" }]);
    expect(receipts.map(({ status }) => status)).toEqual(["queued", "queued"]);
    await writer.update(accepted(receipts[0]).record.id, { content: "a ladle of zinc" });
    expect((await writer.recall("zinc")).map(({ content }) => content)).toEqual([
      "a ladle of zinc",
    ]);
    embedder.isWide = false;
    wide.isWide = false;
    expect(await writer.reindex()).toBe(2);
  },
);

test("an entry written again with the text it has is not embedded again, and stays stored", async () => {
  const { memory, state, embedder } = breakable(() => Promise.reject(new Error("down")));
  let calls = 0;
  const counted = embedder.embed.bind(embedder);
  Object.assign(embedder, {
    embed: (...given: Parameters<Embedder["embed"]>) => {
      calls += 1;
      return counted(...given);
    },
  });
  await memory.remember({ content: "lives in Rome", key: "home" });
  expect(calls).toBe(1);
  state.isBroken = true;
  const again = await memory.remember({ content: "lives in Rome", key: "home", importance: 1 });
  expect(again).toMatchObject({ status: "stored", record: { version: 2, importance: 1 } });
  expect(calls).toBe(1);
  expect(state.reasons).toEqual([]);
  expect(await memory.reindex()).toBe(0);
  const [changed] = await memory.rememberAll([{ content: "lives in Oslo", key: "home" }]);
  expect(changed?.status).toBe("queued");
  const back = await memory.remember({ content: "lives in Rome", key: "home" });
  expect(back.status).toBe("queued");
});

test("a key that comes twice in a batch gets the vector of its last text", async () => {
  const { memory } = testMemory();
  await memory.remember({ content: "lives in Rome", key: "home" });
  const receipts = await memory.rememberAll([
    { content: "lives in Oslo", key: "home" },
    { content: "lives in Rome", key: "home" },
  ]);
  expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored"]);
  expect(await memory.reindex()).toBe(0);
  const [hit] = await memory.recall({ query: "lives in Rome", mode: "semantic" });
  expect(hit?.content).toBe("lives in Rome");
});

test.each([0, -1, Number.NaN, 2 ** 31, "5"])(
  "a timeout of %s is refused",
  async (embedTimeoutMs) => {
    const call = (): MemoryRoot =>
      createMemory({ store: inMemoryStore(), embedTimeoutMs: embedTimeoutMs as number });
    const error = await rejection(call);
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain("embedTimeoutMs");
  },
);

function accepted(receipt: Receipt | undefined): Exclude<Receipt, { status: "rejected" }> {
  if (!receipt || receipt.status === "rejected") throw new MemoryError("not-found", "rejected");
  return receipt;
}
