import { rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { definePlugin } from "../../src/index.js";
import type { Embedder, Receipt, RememberInput } from "../../src/index.js";

function recordOf(receipt: Receipt) {
  if (receipt.status === "rejected") throw new Error("rejected");
  return receipt.record;
}

test("a note gets an id, a version, the default weights and the time of the clock", async () => {
  const { memory, clock } = testMemory();
  const receipt = await memory.scope("ann").remember("likes tea");
  expect(receipt.status).toBe("stored");
  const record = recordOf(receipt);
  expect(record).toMatchObject({
    scope: ["ann"],
    kind: "note",
    content: "likes tea",
    origin: "user",
    trust: 1,
    importance: 0.5,
    pinned: false,
    version: 1,
    createdAt: clock.now,
    updatedAt: clock.now,
  });
  expect(record.id).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(record.strength.stabilityDays).toBeGreaterThan(7);
});

test("every field that an input names comes back from the store", async () => {
  const { memory, clock } = testMemory();
  const input: RememberInput = {
    content: "moved to 上海",
    kind: "fact",
    metadata: { city: "上海", nested: { list: [1, null, "x"] } },
    thread: "chat-1",
    origin: "assistant",
    trust: 0.8,
    importance: 0.9,
    emotion: { valence: -0.5, arousal: 1 },
    pinned: true,
    occurredAt: new Date("2025-05-01T00:00:00Z"),
    validFrom: new Date("2025-05-01T00:00:00Z"),
    validTo: new Date("2027-05-01T00:00:00Z"),
    ttlMs: 60_000,
  };
  const { id } = recordOf(await memory.remember(input));
  const { ttlMs, ...fields } = input;
  expect(await memory.read(id)).toMatchObject({
    ...fields,
    expiresAt: new Date(clock.now.getTime() + (ttlMs ?? 0)),
  });
});

test("origins that anybody may write to are trusted less unless the host says otherwise", async () => {
  const { memory } = testMemory();
  expect(recordOf(await memory.remember({ content: "a", origin: "web" })).trust).toBe(0.5);
  expect(recordOf(await memory.remember({ content: "b", origin: "tool", trust: 0.9 })).trust).toBe(
    0.9,
  );
});

test("ids made within one millisecond increase, also when the clock steps back", async () => {
  const { memory, clock } = testMemory();
  const receipts = await memory.rememberAll(["a", "b", "c"]);
  clock.now = new Date(clock.now.getTime() - 60_000);
  const later = await memory.remember("d");
  const ids = [...receipts, later].map((receipt) => recordOf(receipt).id);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(4);
});

test("the same text is a duplicate within its scope and a memory of its own in another", async () => {
  const { memory } = testMemory();
  const first = recordOf(await memory.scope("a").remember("likes  tea "));
  const again = await memory.scope("a").remember("likes tea");
  expect(again).toMatchObject({ status: "duplicate", record: { id: first.id } });
  expect((await memory.scope("b").remember("likes tea")).status).toBe("stored");
  expect((await memory.scope("a").remember({ content: "likes tea", dedupe: "off" })).status).toBe(
    "stored",
  );
});

test("a duplicate is found before anything is embedded", async () => {
  const embedder = wordEmbedder();
  const { memory } = testMemory({ embedder });
  await memory.remember("likes tea");
  await memory.remember("likes tea");
  expect(embedder.calls).toHaveLength(1);
});

test("duplicates inside one batch are written once", async () => {
  const { memory } = testMemory();
  const receipts = await memory.rememberAll(["tea", "coffee", "tea"]);
  expect(receipts.map((receipt) => receipt.status)).toEqual(["stored", "stored", "duplicate"]);
  expect((await memory.list()).items).toHaveLength(2);
});

test("turns of a conversation may repeat themselves", async () => {
  const { memory } = testMemory();
  const turn = { content: "ok", thread: "chat", kind: "message" };
  const receipts = await memory.rememberAll([turn, turn]);
  expect(receipts.map((receipt) => receipt.status)).toEqual(["stored", "stored"]);
});

test("a replay names the same instant and the same value, in any order of members", async () => {
  const { memory } = testMemory();
  const occurredAt = new Date("2026-05-01T12:00:00.001Z");
  const input = { content: "Lunch", occurredAt, value: { a: 1, b: null }, idempotencyKey: "k" };
  await memory.remember(input);
  const replay = { ...input, value: { b: null, a: 1 } };
  expect(await memory.remember(replay)).toMatchObject({ status: "duplicate" });
  for (const other of [
    { ...input, occurredAt: new Date("2026-05-01T12:00:00.002Z") },
    { ...input, value: null },
    { ...input, thread: "t" },
  ]) {
    await expect(memory.remember(other)).rejects.toMatchObject({ code: "conflict" });
  }
});

test("an idempotency key writes once, and is a conflict with other words", async () => {
  const { memory } = testMemory();
  const first = recordOf(await memory.remember({ content: "paid", idempotencyKey: "job-1" }));
  const replay = await memory.remember({ content: " paid ", idempotencyKey: "job-1" });
  expect(replay).toMatchObject({ status: "duplicate", record: { id: first.id, content: "paid" } });
  const error = await rejection(() =>
    memory.remember({ content: "paid again", idempotencyKey: "job-1" }),
  );
  expect(error).toMatchObject({ code: "conflict", retryable: false });
  expect(error.message).toContain(`"job-1" was used by record ${first.id}`);
  expect(error.message).not.toContain("paid again");
  expect((await memory.list()).items).toHaveLength(1);
});

test("a key remembered again becomes the next version and keeps what the input does not name", async () => {
  const { memory } = testMemory();
  await memory.remember({
    content: "lives in Rome",
    key: "home",
    importance: 0.9,
    metadata: { a: 1 },
  });
  const second = recordOf(await memory.remember({ content: "lives in Oslo", key: "home" }));
  expect(second).toMatchObject({
    version: 2,
    content: "lives in Oslo",
    importance: 0.9,
    metadata: { a: 1 },
  });
  expect((await memory.list()).items).toHaveLength(1);
});

test("one key twice in a batch makes two versions", async () => {
  const { memory } = testMemory();
  const receipts = await memory.rememberAll([
    { content: "one", key: "k" },
    { content: "two", key: "k" },
  ]);
  expect(receipts.map((receipt) => recordOf(receipt).version)).toEqual([1, 2]);
  expect(await memory.get("k")).toBe("two");
});

test("superseding closes the old fact, hides it from recall and keeps it in history", async () => {
  const { memory, clock } = testMemory();
  const old = recordOf(await memory.remember("lives in Rome"));
  clock.now = new Date("2026-04-01T00:00:00Z");
  await memory.remember({ content: "lives in Oslo now", supersedes: [old.id] });
  const hits = await memory.recall("lives in");
  expect(hits.map((hit) => hit.content)).toEqual(["lives in Oslo now"]);
  expect((await memory.read(old.id))?.validTo).toEqual(clock.now);
  const changes = (await memory.history(old.id)).map((revision) => revision.change);
  expect(changes).toEqual(["created", "superseded"]);
  const before = await memory.recall({
    query: "lives in",
    asOf: { validAt: new Date("2026-03-15T00:00:00Z") },
  });
  expect(before.map((hit) => hit.content)).toContain("lives in Rome");
});

test("superseding what is not there writes nothing", async () => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.remember({ content: "new", supersedes: ["nowhere"] }));
  expect(error.code).toBe("not-found");
  expect((await memory.list()).items).toEqual([]);
});

test("what is kept out of the index is listed and read, never recalled", async () => {
  const { memory } = testMemory();
  const { id } = recordOf(await memory.remember({ content: "secret tea", index: false }));
  expect(await memory.recall("secret tea")).toEqual([]);
  expect((await memory.read(id))?.content).toBe("secret tea");
});

test("lone surrogates and NUL are replaced everywhere, so that every store keeps the same text", async () => {
  const { memory } = testMemory();
  const { id } = recordOf(
    await memory.remember({ content: "a\0b\ud800c", metadata: { "k\0": "v\udc00" } }),
  );
  expect(await memory.read(id)).toMatchObject({
    content: "a\uFFFDb\uFFFDc",
    metadata: { "k\uFFFD": "v\uFFFD" },
  });
});

test("a batch is checked as a whole before any of it is written", async () => {
  const { memory } = testMemory();
  const error = await rejection(() =>
    memory.rememberAll(["fine", { content: "x", importance: 2 }]),
  );
  expect(error).toMatchObject({ code: "invalid-input" });
  expect(error.message).toContain("inputs[1].importance");
  expect((await memory.list()).items).toEqual([]);
});

test("an empty batch is no error", async () => {
  const { memory } = testMemory();
  expect(await memory.rememberAll([])).toEqual([]);
});

test("progress is told while embedding and ends with the whole", async () => {
  const { memory } = testMemory();
  const seen: [number, number][] = [];
  const texts = Array.from({ length: 10 }, (_, index) => `text number ${index}`);
  await memory.rememberAll(texts, { onProgress: (done, total) => seen.push([done, total]) });
  expect(seen.at(-1)).toEqual([10, 10]);
  expect(seen.every(([done, total]) => done <= total && total === 10)).toBe(true);
  expect(seen.length).toBeGreaterThan(2);
});

const BAD_INPUTS: readonly [string, unknown, RegExp][] = [
  ["an empty text", "", /content.*not blank/],
  ["blank content", { content: " \n\t" }, /content.*not blank/],
  ["no content", {}, /content must be a string/],
  ["a number for content", { content: 5 }, /content must be a string, got 5/],
  ["an unknown member", { content: "x", importence: 1 }, /importence.*importance/],
  [
    "importance that is not a number",
    { content: "x", importance: Number.NaN },
    /importance.*finite/,
  ],
  ["trust above 1", { content: "x", trust: 1.5 }, /trust.*at most 1, got 1.5/],
  ["valence below -1", { content: "x", emotion: { valence: -2, arousal: 0 } }, /emotion.valence/],
  ["an origin that does not exist", { content: "x", origin: "dream" }, /origin.*one of user/],
  ["an invalid date", { content: "x", occurredAt: new Date("no") }, /occurredAt.*valid Date/],
  [
    "validTo before validFrom",
    { content: "x", validFrom: new Date(2), validTo: new Date(1) },
    /validTo/,
  ],
  ["a life of no time", { content: "x", ttlMs: 0 }, /ttlMs.*more than 0/],
  ["metadata that is no JSON", { content: "x", metadata: { f: () => 1 } }, /metadata.f.*JSON/],
  ["metadata with infinity", { content: "x", metadata: { n: Infinity } }, /metadata.n/],
  ["metadata with a date", { content: "x", metadata: { d: new Date(0) } }, /metadata.d/],
  ["a blank key", { content: "x", key: " " }, /key.*not blank/],
  [
    "duplicates to be found by text and by key",
    { content: "x", key: "k", dedupe: "exact" },
    /dedupe.*key/,
  ],
  ["a list as input", ["x"], /input must be an object, got a list/],
  ["nothing", null, /input must be an object, got null/],
];

test.each(BAD_INPUTS)("%s is refused by name", async (_, input, message) => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.remember(input as RememberInput));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
  expect((await memory.list()).items).toEqual([]);
});

test("JSON with __proto__ or deeper than 16 levels is refused", async () => {
  const { memory } = testMemory();
  const poisoned = JSON.parse('{"__proto__": {"admin": true}}') as Record<string, never>;
  expect((await rejection(() => memory.remember({ content: "x", metadata: poisoned }))).code).toBe(
    "invalid-input",
  );
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < 20; level += 1) deep = { deep };
  const error = await rejection(() => memory.remember({ content: "x", metadata: deep as never }));
  expect(error.message).toContain("16 levels");
});

test("long text is never quoted in an error", async () => {
  const { memory } = testMemory();
  const secret = `my password is hunter2 ${"x".repeat(5_000_000)}`;
  const error = await rejection(() => memory.remember(secret));
  expect(error.message).not.toContain("hunter2");
});

const BAD_EMBEDDERS: readonly [string, Embedder["embed"]][] = [
  ["throws", () => Promise.reject(new Error("boom"))],
  ["answers too few vectors", async () => ({ vectors: [] })],
  [
    "answers vectors of another width",
    async (texts) => ({ vectors: texts.map(() => new Float32Array(3).fill(1)) }),
  ],
  [
    "answers numbers that are none",
    async (texts) => ({ vectors: texts.map(() => new Float32Array(32).fill(Number.NaN)) }),
  ],
  ["answers zero vectors", async (texts) => ({ vectors: texts.map(() => new Float32Array(32)) })],
  ["answers no list", async () => ({}) as never],
];

test.each(BAD_EMBEDDERS)(
  "when the embedder %s the text is queued and found by keyword at once",
  async (_, embed) => {
    const { memory } = testMemory({ embedder: { id: "test/words@32", dimensions: 32, embed } });
    const reasons: string[] = [];
    memory.on("degraded", ({ reason, during }) => reasons.push(`${during}: ${reason}`));
    const receipt = await memory.remember("the kettle is blue");
    expect(receipt).toMatchObject({ status: "queued" });
    expect(reasons[0]).toContain("remember: embedder test/words@32");
    const [hit] = await memory.recall({ query: "kettle", mode: "keyword" });
    expect(hit?.content).toBe("the kettle is blue");
  },
);

test("a batch of the embedder that fails leaves the other batches their vectors", async () => {
  const good = wordEmbedder();
  let call = 0;
  const embedder: Embedder = {
    ...good,
    embed: (texts, options) => {
      call += 1;
      return call === 2 ? Promise.reject(new Error("429")) : good.embed(texts, options);
    },
  };
  const { memory } = testMemory({ embedder });
  const receipts = await memory.rememberAll(
    Array.from({ length: 12 }, (_, index) => `text ${index}`),
  );
  const queued = receipts.filter((receipt) => receipt.status === "queued");
  expect(queued).toHaveLength(4);
  expect(await memory.reindex()).toBe(4);
  expect(await memory.reindex()).toBe(0);
});

test("an abort rejects with the reason of the signal and writes nothing", async () => {
  const { memory } = testMemory();
  const reason = new Error("changed my mind");
  await expect(memory.remember("x", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const slow: Embedder = {
    ...wordEmbedder(),
    embed: async () => {
      controller.abort(reason);
      throw new Error("aborted inside");
    },
  };
  const other = testMemory({ embedder: slow });
  await expect(other.memory.remember("x", { signal: controller.signal })).rejects.toBe(reason);
  expect((await other.memory.list()).items).toEqual([]);
});

test("a plugin may change an input or veto it, and a veto writes nothing", async () => {
  const redact = definePlugin({
    id: "redact",
    hooks: {
      beforeRemember: (input) =>
        input.content.includes("drop")
          ? { veto: "not worth keeping" }
          : { ...input, content: input.content.replaceAll(/\d{16}/gu, "[card]") },
    },
  });
  const { memory } = testMemory({ plugins: [redact] });
  const receipts = await memory.rememberAll(["card 1234567812345678", "drop me"]);
  expect(receipts[0]).toMatchObject({ status: "stored", record: { content: "card [card]" } });
  expect(receipts[1]).toEqual({ status: "rejected", by: "redact", reason: "not worth keeping" });
  expect((await memory.list()).items).toHaveLength(1);
});

test("nothing is trusted more than what it is derived from", async () => {
  const { memory } = testMemory();
  const web = recordOf(await memory.remember({ content: "from a page", origin: "web" }));
  const user = recordOf(await memory.remember({ content: "from the user", trust: 0.9 }));
  const derive = (content: string, sources: readonly string[], trust?: number) =>
    memory.remember({
      content,
      sources,
      origin: "derived",
      ...(trust === undefined ? {} : { trust }),
    });
  expect(recordOf(await derive("summary one", [web.id, user.id])).trust).toBe(0.5);
  expect(recordOf(await derive("summary two", [user.id])).trust).toBe(0.9);
  expect(recordOf(await derive("summary three", [user.id], 0.2)).trust).toBe(0.2);
  expect(recordOf(await derive("summary four", [web.id], 1)).trust).toBe(0.5);
  expect(recordOf(await derive("summary five", ["gone"])).trust).toBe(0.5);
});

test.each(["actor", "cause"])("a %s that databases keep differently is refused", async (name) => {
  const { memory } = testMemory();
  for (const text of ["a\0b", "a\uD800b"]) {
    const error = await rejection(() => memory.remember("x", { [name]: text }));
    expect(error).toMatchObject({ code: "invalid-input" });
  }
  expect((await memory.list()).items).toEqual([]);
});
