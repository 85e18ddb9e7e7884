import assert from "node:assert/strict";

import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { listed, remembered } from "../stored.js";

/** Facts are retired only when somebody says so, and then they are kept. */
export const memorySupersedingCases: readonly MemoryCase[] = [
  ...memoryCases("superseding", ["text"], {
    async "what is superseded ends when its successor begins, and is kept, hidden by default"({
      memory,
      clock,
    }) {
      const old = await remembered(memory, "Ann lives in Rome");
      const pinned = await remembered(memory, "Ann likes tea");
      clock.advance(1_000);
      const fresh = await remembered(memory, {
        content: "Ann lives in Oslo",
        supersedes: [old.id],
      });
      assert.deepEqual((await memory.read(old.id))?.validTo, clock.now);
      assert.equal((await memory.read(old.id))?.content, old.content);
      assert.deepEqual(await listed(memory), [pinned.content, fresh.content]);
      assert.deepEqual(await listed(memory, { includeRetired: true }), [
        old.content,
        pinned.content,
        fresh.content,
      ]);
      const found = await memory.recall({
        query: "Where does Ann live? Rome or Oslo?",
        mode: "keyword",
      });
      assert.ok(
        found.every(({ id }) => id !== old.id),
        "a retired fact was recalled",
      );
    },
  }),
  ...memoryCases("superseding", [], {
    async "nothing is retired because something else is said"({ memory }) {
      const facts = ["Ann lives in Rome", "Ann lives in Oslo", "Ann does not live in Rome"];
      for (const content of facts) await remembered(memory, content);
      assert.deepEqual(await listed(memory), facts);
      for (const record of (await memory.list()).items) assert.equal(record.validTo, undefined);
    },
    async "a successor that begins earlier ends what it replaces there"({ memory }) {
      const old = await remembered(memory, "Ann works here");
      const validFrom = new Date("2026-02-10");
      await remembered(memory, { content: "Ann works there", validFrom, supersedes: [old.id] });
      assert.deepEqual((await memory.read(old.id))?.validTo, validFrom);
    },
  }),
];
