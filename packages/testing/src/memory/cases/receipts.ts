import assert from "node:assert/strict";

import type { RememberInput } from "@kioku/core";

import { rejectsWith } from "../../rejects-with.js";
import { seededRandom } from "../../support/picker.js";
import { memoryCases, type MemoryCase } from "../memory-case.js";
import { listed, recordOf, remembered, statuses } from "../stored.js";

export const memoryReceiptsCases: readonly MemoryCase[] = [
  ...memoryCases("receipts", [], {
    async "the record of a receipt is what every read gives from then on"({ memory, beside }) {
      const record = await remembered(memory, {
        content: "Tea at four",
        key: "tea",
        metadata: { cups: 2 },
      });
      const { content, key, metadata, version } = record;
      const written = { content: "Tea at four", key: "tea", metadata: { cups: 2 }, version: 1 };
      assert.deepEqual({ content, key, metadata, version }, written);
      assert.deepEqual(await memory.read(record.id), record);
      assert.deepEqual(await beside.read(record.id), record);
      assert.deepEqual((await memory.list()).items, [record]);
      assert.equal(await memory.get("tea"), "Tea at four");
    },
    async "a batch has one receipt per input, in order"({ memory }) {
      await memory.remember("One");
      const receipts = await memory.rememberAll(["Zero", "One", "Two", "Zero"]);
      assert.deepEqual(statuses(receipts), ["stored", "duplicate", "stored", "duplicate"]);
      assert.deepEqual(
        receipts.map((receipt) => recordOf(receipt).content),
        ["Zero", "One", "Two", "Zero"],
      );
      assert.equal(recordOf(receipts[0]).id, recordOf(receipts[3]).id);
    },
    async "a batch that cannot be written as a whole is not written at all"({ memory }) {
      const old = await remembered(memory, "Old");
      const batch = [
        "New",
        { content: "Newer", key: "k", supersedes: [old.id] },
        { content: "Newest", supersedes: ["nobody-has-this-id"] },
      ];
      await rejectsWith("not-found", () => memory.rememberAll(batch));
      assert.deepEqual((await memory.list({ includeRetired: true })).items, [old]);
      assert.equal(await memory.get("k"), undefined);
      assert.equal((await memory.history(old.id)).length, 1);
    },
    async "a batch with one input that is wrong is not written"({ memory }) {
      const wrong = { content: "Wrong", trust: 2 };
      await rejectsWith("invalid-input", () => memory.rememberAll(["Right", wrong, "Right, too"]));
      assert.deepEqual(await listed(memory), []);
    },
    async "where rejections throw, an input that is not trusted keeps all from being written"({
      memory,
    }) {
      const home = await memory.set("home", "Rome");
      const batch: RememberInput[] = [
        { content: "New", key: "new" },
        { content: "Oslo", key: "home", origin: "web" },
      ];
      const call = { rejections: "throw" } as const;
      await rejectsWith("untrusted", () => memory.rememberAll(batch, call));
      assert.deepEqual((await memory.list()).items, [home]);
      const receipts = await memory.rememberAll(batch);
      assert.deepEqual(statuses(receipts), ["stored", "rejected"]);
      assert.equal(await memory.get("home"), "Rome");
    },
    async "what an aborted call would have written is not there"({ memory }) {
      const reason = new Error("enough");
      const signal = AbortSignal.abort(reason);
      await assert.rejects(memory.rememberAll(["One", "Two"], { signal }), reason);
      assert.deepEqual(await listed(memory), []);
    },
  }),
  ...memoryCases("receipts", ["vector", "text"], {
    async "without an embedder that works, texts are queued, and found by keyword at once"({
      memory,
      embedder,
    }) {
      embedder.failing = true;
      const [first, second] = await memory.rememberAll(["The gate code is 4711", "The cat sleeps"]);
      assert.deepEqual(statuses([first, second].flatMap((one) => one ?? [])), ["queued", "queued"]);
      const [best] = await memory.recall({ query: "gate code", mode: "keyword" });
      assert.equal(best?.id, recordOf(first).id);
    },
  }),
  ...memoryCases("idempotency keys", [], {
    async "writes that are sent three times each in any order leave the state of one time"({
      memory,
    }) {
      const random = seededRandom(4);
      const numbers = Array.from({ length: 10 }, (_, n) => n);
      const inputs = numbers.map((n) => ({ content: `Order ${n}`, idempotencyKey: `order-${n}` }));
      const replays = [...inputs, ...inputs, ...inputs].toSorted(() => random() - 0.5);
      const ids = new Map<string, string>();
      for (const input of replays) {
        const { id, version } = recordOf(await memory.remember(input));
        assert.equal(ids.get(input.idempotencyKey) ?? id, id, "a replay has another record");
        assert.equal(version, 1);
        ids.set(input.idempotencyKey, id);
      }
      assert.deepEqual(
        (await listed(memory)).toSorted(),
        inputs.map(({ content }) => content),
      );
    },
    async "a key that was used for something else is a conflict, and nothing of the batch is written"({
      memory,
      beside,
    }) {
      const first = { content: "Paid", thread: "t", idempotencyKey: "k" };
      const { id } = await remembered(memory, first);
      const others: readonly RememberInput[] = [
        { ...first, content: "Not paid" },
        { ...first, origin: "web" },
        { ...first, kind: "receipt" },
        { ...first, thread: "u" },
        { ...first, key: "payment" },
        { ...first, value: 1 },
        { ...first, occurredAt: new Date(0) },
      ];
      for (const other of others) {
        await rejectsWith("conflict", () => beside.rememberAll(["Something else", other]));
      }
      const [one, two] = [
        { content: "One", idempotencyKey: "j" },
        { content: "Two", idempotencyKey: "j" },
      ];
      await rejectsWith("conflict", () => memory.rememberAll([one, two]));
      assert.deepEqual(await listed(memory), ["Paid"]);
      await memory.forget(id);
      await remembered(memory, { ...first, content: "Not paid" });
    },
    async "the key of another scope is another key, and that of a forgotten record is free"({
      memory,
    }) {
      const record = await remembered(memory, { content: "Here", idempotencyKey: "k" });
      await remembered(memory.scope("there"), { content: "There", idempotencyKey: "k" });
      await memory.forget(record.id);
      await remembered(memory, { content: "Here again", idempotencyKey: "k" });
      assert.equal((await memory.scope("there").list()).items.length, 1);
    },
  }),
  ...memoryCases("idempotency keys", ["history"], {
    async "a replay writes nothing, also when the record has changed since"({ memory }) {
      const input = { content: "Paid", value: { a: 1, b: [2] }, idempotencyKey: "k" } as const;
      const record = await remembered(memory, input);
      await memory.update(record.id, { content: "Paid in full", value: true });
      await memory.update(record.id, { key: "payment" });
      const again = await memory.remember({ ...input, value: { b: [2], a: 1 } });
      assert.equal(again.status, "duplicate");
      assert.equal(recordOf(again).id, record.id);
      assert.deepEqual(await listed(memory), ["Paid in full"]);
    },
  }),
  ...memoryCases("reindex", ["vector"], {
    async "reindex makes the vectors that are missing, each once, in every scope"({
      memory,
      embedder,
    }) {
      await remembered(memory, "Has its vector");
      embedder.failing = true;
      await memory.rememberAll(["Apples are red", { content: "Not searchable", index: false }]);
      await memory.scope("below").remember("Pears are green");
      embedder.failing = false;
      const progress: string[] = [];
      const onProgress = (done: number, total: number): void =>
        void progress.push(`${done}/${total}`);
      assert.equal(await memory.reindex({ onProgress }), 2);
      assert.equal(progress.at(-1), "2/2");
      assert.equal(await memory.reindex(), 0);
      const [best] = await memory.recall({
        query: "pears green",
        mode: "semantic",
        reach: "below",
      });
      assert.equal(best?.content, "Pears are green");
    },
    async "a text that changed while it waited gets the vector of what it says now"({
      memory,
      embedder,
    }) {
      embedder.failing = true;
      const { id } = recordOf(await memory.remember("Rome Rome Rome"));
      await memory.update(id, { content: "Oslo Oslo Oslo" });
      embedder.failing = false;
      await remembered(memory, "Paris Paris Paris");
      await memory.reindex();
      const signalsOf = async (query: string): Promise<number | undefined> => {
        const found = await memory.recall({ query, mode: "semantic", explain: true, limit: 100 });
        return found.find((one) => one.id === id)?.signals?.similarity;
      };
      assert.ok(((await signalsOf("Oslo")) ?? 0) > 0.9, "it is not found by what it says");
      assert.ok(((await signalsOf("Rome")) ?? 0) < 0.9, "it is found by what it said");
    },
    async "an update whose embedder fails drops the vector of the text that is gone"({
      memory,
      embedder,
    }) {
      const { id } = await remembered(memory, "Rome Rome Rome");
      embedder.failing = true;
      await memory.update(id, { content: "Oslo Oslo Oslo" });
      embedder.failing = false;
      const found = await memory.recall({ query: "Rome", mode: "semantic" });
      assert.deepEqual(
        found.filter((one) => one.id === id),
        [],
      );
      assert.equal(await memory.reindex(), 1);
    },
  }),
];
