import assert from "node:assert/strict";

import type { ForgetTarget, Memory } from "@kioku/core";

import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { listed, remembered } from "../stored.js";

async function writeFive(memory: Memory): Promise<string> {
  const { id } = await remembered(memory, { content: "One", metadata: { part: 1 } });
  await remembered(memory, { content: "Two", metadata: { part: 1 }, key: "two" });
  await remembered(memory, {
    content: "Three",
    metadata: { part: 2 },
    validTo: new Date("2026-01-01"),
  });
  await remembered(memory.scope("below"), { content: "Four", metadata: { part: 1 } });
  await remembered(memory.scope("below"), { content: "Five", metadata: { part: 2 } });
  return id;
}

async function left(memory: Memory): Promise<string> {
  return (await listed(memory, { reach: "below", includeRetired: true })).toSorted().join(" ");
}

/** Forgetting reaches what its target names. */
export const memoryForgettingCases: readonly MemoryCase[] = [
  ...memoryCases("forgetting", ["bulk"], {
    async "a target reaches what it names, and the count says how much that was"({ memory }) {
      const id = await writeFive(memory);
      assert.equal(await memory.forget("nobody-has-this-id"), 0);
      assert.equal(await memory.forget({ key: "nobody has this key" }), 0);
      assert.equal(await memory.forget(id), 1);
      assert.equal(await left(memory), "Five Four Three Two");
      assert.equal(await memory.forget({ key: "two" }), 1);
      assert.equal(await memory.forget({ filter: { part: 2 } }), 1);
      assert.equal(await left(memory), "Five Four");
      assert.equal(await memory.forget({ filter: { part: 1 } }, { reach: "below" }), 1);
      assert.equal(await memory.forget({ everything: true }), 0);
      assert.equal(await memory.forget({ everything: true }, { reach: "below" }), 1);
      assert.equal(await left(memory), "");
      assert.deepEqual((await memory.scopes()).items, []);
    },
  }),
  ...memoryCases("forgetting", ["history"], {
    async "what is forgotten keeps its history unless it is purged, then or later"({ memory }) {
      const kept = await remembered(memory, "Kept in history");
      const purged = await remembered(memory, "Purged");
      await memory.forget(kept.id);
      await memory.forget(purged.id, { purge: true });
      assert.equal((await memory.history(kept.id)).length, 2);
      assert.deepEqual(await memory.history(purged.id), []);
      await memory.forget({ everything: true }, { purge: true });
      assert.deepEqual(await memory.history(kept.id), []);
    },
  }),
  ...memoryCases("forgetting", [], {
    async "a dry run says what it would be, and changes nothing"({ memory }) {
      const id = await writeFive(memory);
      const dryRun = { dryRun: true, purge: true };
      const counts: readonly (readonly [ForgetTarget, number])[] = [
        [id, 1],
        [{ key: "two" }, 1],
        [{ filter: { part: 1 } }, 2],
        [{ everything: true }, 3],
        ["nobody-has-this-id", 0],
      ];
      for (const [target, count] of counts)
        assert.equal(await memory.forget(target, dryRun), count);
      assert.equal(await memory.forget({ everything: true }, { ...dryRun, reach: "below" }), 5);
      assert.equal(await left(memory), "Five Four One Three Two");
    },
  }),
];
