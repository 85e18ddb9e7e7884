import assert from "node:assert/strict";

import type { Memory } from "@kioku/core";

import { collect } from "../collect.js";
import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { listed, remembered } from "../stored.js";

const SECRET = "zqsecretzq";

/** Everything that any read of a scope and below shows, as text. */
async function readable(memory: Memory, ids: readonly string[]): Promise<string> {
  const query = { query: SECRET, mode: "keyword", reach: "below", includeArchived: true } as const;
  const shown: unknown[] = [
    await memory.list({ reach: "below", includeArchived: true, includeRetired: true }),
    await memory.recall(query),
    (await memory.context(query)).text,
    await memory.surface({ cue: SECRET, reach: "below", minTrust: 0 }),
    await memory.get("secret"),
    await memory.scopes(),
  ];
  for (const id of ids) shown.push(await memory.read(id), await memory.history(id));
  shown.push(await collect(memory.export({ vectors: true })));
  const asOf = { knownAt: new Date("2026-03-01T12:00:30.000Z") };
  shown.push(await memory.list({ reach: "below", asOf }), await memory.get("secret", { asOf }));
  return JSON.stringify(shown);
}

/** Erased memories are shown by no verb, and do not come back. */
export const memoryErasingCases: readonly MemoryCase[] = [
  ...memoryCases("erasing", ["text", "history", "bulk"], {
    async "what is erased, every version of it and all that was derived from it is shown by no read"({
      memory,
      clock,
    }) {
      const source = await remembered(memory, {
        content: `${SECRET} is the word`,
        key: "secret",
        metadata: { subject: "ann" },
      });
      const derived = await remembered(memory, {
        content: `Summary: ${SECRET}`,
        sources: [source.id],
      });
      const again = await remembered(memory, {
        content: `In short: ${SECRET}`,
        sources: [derived.id],
      });
      const kept = await remembered(memory, "Nothing of it");
      clock.advance(60_000);
      await memory.update(source.id, { content: "Changed since" });
      await memory.forget(again.id);
      const ids = [source.id, derived.id, again.id];
      const dry = await memory.erase({ filter: { subject: "ann" } }, { dryRun: true });
      assert.equal(dry.records.length + dry.derived.length, 3);
      assert.ok((await readable(memory, ids)).includes(SECRET), "a dry run changed something");
      const report = await memory.erase({ filter: { subject: "ann" } });
      assert.deepEqual(
        report.records.map(({ id }) => id),
        [source.id],
      );
      assert.deepEqual(
        report.derived.map(({ id }) => id).toSorted(),
        [derived.id, again.id].toSorted(),
      );
      assert.equal((await readable(memory, ids)).includes(SECRET), false);
      assert.deepEqual(await listed(memory), [kept.content]);
    },
  }),
  ...memoryCases("erasing", ["history"], {
    async "erasing in one scope leaves the same words in another alone"({ memory }) {
      const [mine, other] = [memory.scope("mine"), memory.scope("other")];
      const erased = await remembered(mine, { content: SECRET, key: "secret" });
      const kept = await remembered(other, {
        content: SECRET,
        key: "secret",
        sources: [erased.id],
      });
      const report = await mine.erase({ everything: true });
      assert.deepEqual([report.records.length, report.derived.length], [1, 0]);
      assert.equal((await other.read(kept.id))?.content, SECRET);
      assert.equal((await other.history(kept.id)).length, 1);
    },
    async "an import does not bring back what was erased"({ memory }) {
      const { id } = await remembered(memory, SECRET);
      await remembered(memory, "Kept");
      const backup = await collect(memory.export());
      await memory.erase(id);
      const report = await memory.import(backup);
      assert.equal(report.erased, 1);
      assert.deepEqual(await listed(memory), ["Kept"]);
      assert.deepEqual(await memory.history(id), []);
    },
  }),
];
