import assert from "node:assert/strict";

import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { remembered } from "../stored.js";

/** Every change is kept. */
export const memoryHistoryCases: readonly MemoryCase[] = [
  ...memoryCases("history of memories", ["history"], {
    async "every change is kept with who made it, why, when, and the text before it"({
      memory,
      clock,
    }) {
      const start = clock.now;
      const record = await remembered(memory, "First", { actor: "ann", cause: "said so" });
      clock.advance(1_000);
      await memory.update(record.id, { content: "Second" }, { actor: "bob", cause: "corrected" });
      clock.advance(1_000);
      await memory.remember(
        { content: "Third", supersedes: [record.id] },
        { actor: "cat", cause: "news" },
      );
      clock.advance(1_000);
      await memory.forget(record.id, { actor: "dan", cause: "asked to" });
      const history = await memory.history(record.id);
      const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);
      assert.deepEqual(
        history.map(({ record: version, ...revision }) => ({
          ...revision,
          text: version?.content,
        })),
        [
          {
            version: 1,
            change: "created",
            at: at(0),
            actor: "ann",
            cause: "said so",
            text: "First",
          },
          {
            version: 2,
            change: "updated",
            at: at(1),
            actor: "bob",
            cause: "corrected",
            text: "Second",
          },
          {
            version: 3,
            change: "superseded",
            at: at(2),
            actor: "cat",
            cause: "news",
            text: "Second",
          },
          {
            version: 4,
            change: "deleted",
            at: at(3),
            actor: "dan",
            cause: "asked to",
            text: undefined,
          },
        ],
      );
      assert.equal(await memory.read(record.id), undefined);
    },
  }),
  ...memoryCases("history of memories", ["history", "strength"], {
    async "use makes a memory stronger, and makes no version"({ memory, clock }) {
      const { id, strength } = await remembered(memory, "Used");
      clock.advance(5 * 86_400_000);
      assert.equal(await memory.markUsed([id, id, "nobody-has-this-id"]), 1);
      const after = await memory.read(id);
      assert.equal(after?.version, 1);
      assert.equal(after.strength.uses, 1);
      assert.ok(after.strength.stabilityDays > strength.stabilityDays, "it is no stronger");
      assert.equal((await memory.history(id)).length, 1);
    },
  }),
];
