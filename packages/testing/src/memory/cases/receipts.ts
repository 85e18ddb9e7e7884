import assert from "node:assert/strict";

import { rejectsWith } from "../../rejects-with.js";
import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { listed, recordOf, remembered, statuses } from "../stored.js";

/** Receipts tell the truth, and a batch is all or nothing. */
export const memoryReceiptCases: readonly MemoryCase[] = [
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
];
