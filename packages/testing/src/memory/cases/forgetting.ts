import assert from "node:assert/strict";

import type { ForgetTarget, Memory } from "@kioku/core";

import { pluck } from "../../lists.js";
import { memoryCases, type MemoryCase } from "../memory-case.js";
import { collect, listed, recordOf, remembered } from "../stored.js";

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

const SECRET = "zqsecretzq";

/** Everything that any read of a scope and below shows, as text. */
async function readable(memory: Memory, ids: readonly string[]): Promise<string> {
  const query = { query: SECRET, mode: "keyword", reach: "below", includeArchived: true } as const;
  const shown: unknown[] = [
    await memory.list({ reach: "below", includeArchived: true, includeRetired: true }),
    await memory.recall(query),
    (await memory.context(query)).text,
    (await memory.context({ reach: "below", includeArchived: true })).text,
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

const HOUR_MS = 3_600_000;

async function writeExpiring(memory: Memory): Promise<string> {
  const input = {
    content: "The code is 4711",
    key: "code",
    ttlMs: HOUR_MS,
    idempotencyKey: "once",
  };
  return (await remembered(memory, input)).id;
}

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
      assert.deepEqual(pluck(report.records, "id"), [source.id]);
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
  ...memoryCases("expiry of memories", [], {
    async "a record is there until its time is over, and then for no read"({ memory, clock }) {
      const id = await writeExpiring(memory);
      clock.advance(HOUR_MS - 1);
      assert.equal(await memory.get("code"), "The code is 4711");
      clock.advance(1);
      assert.equal(await memory.get("code"), undefined);
      assert.equal(await memory.read(id), undefined);
      assert.deepEqual(await listed(memory, { includeArchived: true, includeRetired: true }), []);
      assert.equal(await memory.markUsed(id), 0);
    },
    async "sweep removes what has expired, its history included, and nothing else"({
      memory,
      clock,
    }) {
      const id = await writeExpiring(memory);
      const kept = await remembered(memory, { content: "Kept", ttlMs: 2 * HOUR_MS });
      clock.advance(HOUR_MS);
      assert.equal((await memory.sweep()).removed, 1);
      assert.equal((await memory.sweep()).removed, 0);
      assert.deepEqual(await memory.history(id), []);
      assert.deepEqual(await listed(memory), [kept.content]);
    },
    async "key and idempotency key of what has expired are free"({ memory, clock }) {
      const old = await writeExpiring(memory);
      clock.advance(HOUR_MS);
      const fresh = await memory.remember({ content: "New", key: "code", idempotencyKey: "once" });
      assert.equal(fresh.status, "stored");
      assert.notEqual(recordOf(fresh).id, old);
      assert.equal(recordOf(fresh).version, 1);
    },
  }),
  ...memoryCases("expiry of memories", ["text"], {
    async "what has expired is not recalled, and does not come to mind"({ memory, clock }) {
      await writeExpiring(memory);
      clock.advance(HOUR_MS);
      assert.deepEqual(await memory.recall({ query: "code 4711", mode: "keyword" }), []);
      assert.deepEqual(await memory.surface({ cue: "code 4711" }), []);
      assert.equal((await memory.context({ query: "code 4711", mode: "keyword" })).text, "");
    },
  }),
];
