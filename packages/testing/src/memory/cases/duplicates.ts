import assert from "node:assert/strict";

import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { listed, recordOf, remembered } from "../stored.js";

const DAY_MS = 86_400_000;

/** The same thing is kept once, in its own scope. */
export const memoryDuplicateCases: readonly MemoryCase[] = [
  ...memoryCases("duplicates of memories", [], {
    async "the same text again, but for spacing and Unicode form, is a duplicate of the first"({
      memory,
    }) {
      const first = await remembered(memory, "Caf\u00E9  at noon");
      const again = await memory.remember(" Cafe\u0301 at\nnoon ");
      assert.equal(again.status, "duplicate");
      assert.equal(recordOf(again).id, first.id);
      assert.deepEqual(await listed(memory), ["Caf\u00E9  at noon"]);
      assert.equal((await memory.read(first.id))?.version, 1);
    },
    async "the same text of another kind, thread or time is another memory"({ memory }) {
      const content = "Yes";
      const occurredAt = new Date("2026-02-01");
      const inputs = [
        { content },
        { content, kind: "answer" },
        { content, thread: "a", dedupe: "exact" },
        { content, thread: "b", dedupe: "exact" },
        { content, occurredAt },
        { content, occurredAt: new Date(occurredAt.getTime() + 1) },
      ] as const;
      const receipts = await memory.rememberAll(inputs);
      assert.ok(receipts.every(({ status }) => status === "stored"));
    },
    async "the same text in another scope is never a duplicate"({ memory }) {
      const views = [
        memory,
        memory.scope("a"),
        memory.scope("b"),
        memory.scope("a", "b"),
        memory.scope("A"),
      ];
      for (const view of views) await remembered(view, "The same words");
      for (const view of views) {
        assert.equal((await view.remember("The same words")).status, "duplicate");
        assert.equal((await view.list()).items.length, 1);
      }
    },
    async "what is forgotten, expired, superseded or changed is in nobody's way"({
      memory,
      clock,
    }) {
      const forgotten = await remembered(memory, "Forgotten");
      await memory.forget(forgotten.id);
      await remembered(memory, { content: "Expired", ttlMs: DAY_MS });
      const superseded = await remembered(memory, "Superseded");
      await remembered(memory, { content: "Its successor", supersedes: [superseded.id] });
      const changed = await remembered(memory, "Changed");
      await memory.update(changed.id, { content: "Into something else" });
      clock.advance(2 * DAY_MS);
      for (const content of ["Forgotten", "Expired", "Superseded", "Changed"]) {
        await remembered(memory, content);
      }
    },
  }),
  ...memoryCases("duplicates of memories", ["vector"], {
    async "with a least similarity, what says nearly the same is a duplicate, and what does not is none"({
      memory,
    }) {
      const dedupe = { similarity: 0.9 };
      const first = await remembered(memory.scope("a"), {
        content: "Ann lives in Oslo now",
        dedupe,
      });
      const again = await memory.scope("a").remember({ content: "Ann now lives in Oslo", dedupe });
      assert.equal(again.status, "duplicate");
      assert.equal(recordOf(again).id, first.id);
      await remembered(memory.scope("a"), { content: "Bread needs flour, water and salt", dedupe });
      await remembered(memory.scope("b"), { content: "Ann now lives in Oslo", dedupe });
    },
  }),
];
