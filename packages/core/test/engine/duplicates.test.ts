import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { Memory, MemoryRecord, Receipt, RememberInput } from "../../src/index.js";
import { strengthAfterUse } from "../../src/toolkit/index.js";
import { tableEmbedder } from "../support/table-embedder.js";

const DAY_MS = 86_400_000;

test("what is said again becomes stronger as if it had been used, without a new version", async () => {
  const { memory, clock } = testMemory();
  const used: (readonly string[])[] = [];
  memory.on("used", ({ ids, restored }) => used.push([...ids, ...restored]));
  const first = recordOf(await memory.remember("likes tea"));
  clock.now = new Date(clock.now.getTime() + 3 * DAY_MS);
  const again = await memory.remember("likes  tea");
  const strength = strengthAfterUse(first.strength, { createdAt: first.createdAt, now: clock.now });
  expect(again).toEqual({ status: "duplicate", record: { ...first, strength } });
  expect(await memory.read(first.id)).toEqual({ ...first, strength });
  expect(await memory.history(first.id)).toHaveLength(1);
  expect(used).toEqual([[first.id]]);
});

test("a replay and what repeats an item of its own batch strengthen nothing", async () => {
  const { memory } = testMemory();
  await memory.remember({ content: "paid", idempotencyKey: "job" });
  await memory.remember({ content: "paid", idempotencyKey: "job" });
  await memory.remember({ content: "paid", idempotencyKey: "another job" });
  const [, second] = await memory.rememberAll(["likes tea", "likes tea"]);
  expect(second?.status).toBe("duplicate");
  const uses = (await memory.list()).items.map(({ strength }) => strength.uses);
  expect(uses).toEqual([0, 0]);
});

test("what a batch says twice counts as one use", async () => {
  const { memory } = testMemory();
  await memory.remember("likes tea");
  const receipts = await memory.rememberAll(["likes tea", "likes tea", "likes coffee"]);
  expect(receipts.map((one) => [one.status, recordOf(one).strength.uses])).toEqual([
    ["duplicate", 1],
    ["duplicate", 1],
    ["stored", 0],
  ]);
});

test("what an earlier item of the batch replaces is no duplicate any more", async () => {
  const { memory } = testMemory();
  const old = recordOf(await memory.remember("lives in Rome"));
  await memory.remember({ content: "likes tea", key: "drink" });
  const receipts = await memory.rememberAll([
    { content: "lives in Oslo", supersedes: [old.id] },
    { content: "likes coffee", key: "drink" },
    "lives in Rome",
    "likes tea",
  ]);
  expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored", "stored", "stored"]);
});

test("an idempotency key that comes twice in a batch writes once, also with keys", async () => {
  const { memory } = testMemory();
  const receipts = await memory.rememberAll([
    { content: "one", key: "k", idempotencyKey: "job" },
    { content: "two", key: "k" },
    { content: "one", key: "k", kind: "note", idempotencyKey: "job" },
    { content: "three", key: "k" },
  ]);
  expect(receipts.map((one) => [one.status, recordOf(one).content])).toEqual([
    ["stored", "one"],
    ["stored", "two"],
    ["duplicate", "one"],
    ["stored", "three"],
  ]);
});

/** Texts whose cosine to `tea` is 1, 0.98, 0.8 and 0. */
const TABLE = {
  tea: [1, 0, 0, 0],
  "tea, please": [0.98, Math.sqrt(1 - 0.98 ** 2), 0, 0],
  "some tea": [0.8, 0.6, 0, 0],
  coffee: [0, 0, 1, 0],
};
const SIMILAR = { similarity: 0.95 };

function similarMemory() {
  return testMemory({ embedder: tableEmbedder(TABLE) });
}

function similar(content: string, fields: Partial<RememberInput> = {}): RememberInput {
  return { content, dedupe: SIMILAR, ...fields };
}

test("with a similarity, what says much the same is a duplicate and strengthened", async () => {
  const { memory } = similarMemory();
  const tea = recordOf(await memory.remember("tea"));
  const receipts = await memory.rememberAll(
    ["tea, please", "some tea", "coffee"].map((text) => similar(text)),
  );
  expect(receipts.map(({ status }) => status)).toEqual(["duplicate", "stored", "stored"]);
  expect(receipts[0]).toMatchObject({ record: { id: tea.id, strength: { uses: 1 } } });
});

test("a similarity compares the items of one batch, the later with the earlier", async () => {
  const { memory } = similarMemory();
  const receipts = await memory.rememberAll(
    ["tea", "coffee", "tea, please"].map((text) => similar(text)),
  );
  expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored", "duplicate"]);
  expect(recordOf(receipts[2])).toEqual(recordOf(receipts[0]));
  expect(recordOf(receipts[0]).strength.uses).toBe(0);
});

test.each<readonly [string, Partial<RememberInput>]>([
  ["of another kind", { kind: "task" }],
  ["of another thread", { thread: "chat" }],
  ["that is not found by meaning", { index: false }],
  ["that has expired", { ttlMs: 1 }],
  ["that is true no more", { validTo: new Date("2026-03-01T11:00:00Z") }],
])("a similarity does not compare with a record %s", async (_, fields) => {
  const { memory, clock } = similarMemory();
  await memory.remember({ content: "tea", ...fields });
  clock.now = new Date(clock.now.getTime() + 1_000);
  expect((await memory.remember(similar("tea, please"))).status).toBe("stored");
});

test("a similarity never looks into another scope, above, below or beside", async () => {
  const { memory } = similarMemory();
  const scopes: readonly Memory[] = [memory, memory.scope("a", "b"), memory.scope("c")];
  for (const scope of scopes) await scope.remember("tea");
  expect((await memory.scope("a").remember(similar("tea, please"))).status).toBe("stored");
});

test("without a vector only the same words are a duplicate", async () => {
  const { memory } = testMemory({
    embedder: { ...tableEmbedder(TABLE), embed: () => Promise.reject(new Error("down")) },
    retryEmbedding: false,
  });
  await memory.remember("tea");
  expect((await memory.remember(similar("tea, please"))).status).toBe("queued");
  expect((await memory.remember(similar("tea"))).status).toBe("duplicate");
});

test("what repeats an item that trust rejects is written", async () => {
  const { memory } = similarMemory();
  const fact = recordOf(await memory.remember("coffee"));
  const receipts = await memory.rememberAll([
    similar("tea", { origin: "web", supersedes: [fact.id] }),
    similar("tea, please"),
  ]);
  expect(receipts.map(({ status }) => status)).toEqual(["rejected", "stored"]);
});

test.each([
  [{ similarity: 0 }, "input.dedupe.similarity"],
  [{ similarity: 1.1 }, "input.dedupe.similarity"],
  [{ similarity: "0.9" }, "input.dedupe.similarity"],
  [{}, "input.dedupe.similarity"],
  [{ similarity: 0.9, limit: 5 }, "limit"],
  [null, "input.dedupe"],
  ["similar", "input.dedupe"],
])("dedupe: %j is refused by name", async (dedupe, name) => {
  const { memory } = similarMemory();
  const error = await rejection(() => memory.remember({ content: "tea", dedupe: dedupe as never }));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain(name);
});

test("a key and a similarity exclude each other", async () => {
  const { memory } = similarMemory();
  const error = await rejection(() => memory.remember(similar("tea", { key: "k" })));
  expect(error.message).toContain("input.dedupe");
});

function recordOf(receipt: Receipt | undefined): MemoryRecord {
  if (!receipt || receipt.status === "rejected") throw new Error("rejected");
  return receipt.record;
}

test("what anybody may have written is no duplicate of what the user said, nor the other way round", async () => {
  const { memory } = testMemory();
  const said = "Refunds go to account 17";
  const page = await memory.remember({ content: said, origin: "web" });
  const user = await memory.remember(said);
  expect([page.status, user.status]).toEqual(["stored", "stored"]);
  const again = await memory.rememberAll([said, { content: said, origin: "tool" }]);
  expect(again.map(({ status }) => status)).toEqual(["duplicate", "duplicate"]);
  const uses = (await memory.list()).items.map(({ origin, strength }) => [origin, strength.uses]);
  expect(uses).toEqual([
    ["web", 1],
    ["user", 1],
  ]);
});

test("by meaning, too, what is trusted and what is not are compared with their like only", async () => {
  const { memory } = testMemory();
  const dedupe = { similarity: 0.5 };
  const near = "refunds go to account seventeen please";
  await memory.remember({ content: "refunds go to account seventeen", origin: "web" });
  expect((await memory.remember({ content: near, dedupe })).status).toBe("stored");
  const page = { content: `${near} now`, origin: "web", dedupe } as const;
  const receipt = await memory.remember(page);
  expect(receipt).toMatchObject({ status: "duplicate", record: { origin: "web" } });
});

test("what is derived from something untrusted repeats nothing that is trusted", async () => {
  const { memory } = testMemory();
  const page = await memory.remember({ content: "A page", origin: "web" });
  if (page.status === "rejected") throw new Error("rejected");
  await memory.remember("Ann pays in euros");
  const sources = [page.record.id];
  const derived = await memory.remember({ content: "Ann pays in euros", sources });
  expect(derived).toMatchObject({ status: "stored", record: { trust: 0.5 } });
});
