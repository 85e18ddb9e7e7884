import assert from "node:assert/strict";

import { MemoryError, type MemoryRecord, type RecordPatch, type RememberInput } from "@kioku/core";

import { pluck } from "../../lists.js";
import { rejectsWith } from "../../rejects-with.js";
import { memoryCases, type MemoryCase } from "../memory-case.js";
import { remembered } from "../stored.js";

/** One change of each member that an update can name. */
const PATCHES: readonly RecordPatch[] = [
  { content: "Other words" },
  { key: "other" },
  { value: { b: 2 } },
  { kind: "other" },
  { metadata: { more: 1 } },
  { thread: "other" },
  { trust: 0.25 },
  { importance: 0.75 },
  { emotion: { valence: -1, arousal: 0 } },
  { pinned: false },
  { occurredAt: new Date("2026-02-02") },
  { validFrom: new Date("2026-02-03") },
  { validTo: new Date("2026-05-03") },
];

/** A batch with a new entry and a version of another one. */
function batch(ifVersion: number): RememberInput[] {
  return [
    { content: "without a key" },
    { content: "new", key: "n", ifVersion: 0 },
    { content: "two", key: "k", ifVersion },
  ];
}

/** Versions guard writes, and a write changes what it names. */
export const memoryVersionCases: readonly MemoryCase[] = [
  ...memoryCases("versions of memories", [], {
    async "ifVersion lets a write through only if nobody wrote since"({ memory }) {
      await rejectsWith("conflict", () => memory.set("k", 1, { ifVersion: 1 }));
      const first = await memory.set("k", 1, { ifVersion: 0 });
      await rejectsWith("conflict", () => memory.set("k", 2, { ifVersion: 0 }));
      await memory.set("k", 2, { ifVersion: first.version });
      await rejectsWith("conflict", () => memory.update(first.id, { value: 3 }, { ifVersion: 1 }));
      await memory.update(first.id, { value: 3 }, { ifVersion: 2 });
      assert.equal(await memory.get("k"), 3);
      assert.equal((await memory.read(first.id))?.version, 3);
    },
    async "ifVersion keeps forget from removing what was written since"({ memory }) {
      const { id } = await memory.set("k", 1);
      await memory.set("k", 2);
      await rejectsWith("conflict", () => memory.forget(id, { ifVersion: 1 }));
      await rejectsWith("conflict", () => memory.forget({ key: "k" }, { ifVersion: 1 }));
      assert.equal(await memory.get("k"), 2);
      assert.equal(await memory.forget({ key: "k" }, { ifVersion: 2 }), 1);
    },
    async "a batch in which a demanded version is another writes nothing"({ memory }) {
      await memory.set("k", 1);
      await rejectsWith("conflict", () => memory.rememberAll(batch(0)));
      await rejectsWith("conflict", () => memory.rememberAll(batch(2)));
      assert.deepEqual(pluck((await memory.list()).items, "key"), ["k"]);
      await memory.rememberAll(batch(1));
      await rejectsWith("conflict", () => memory.rememberAll(batch(2)));
      assert.equal((await memory.list()).items.length, 3);
      assert.equal(await memory.get("k"), "two");
    },
    async "an update changes what it names, and nothing else"({ memory }) {
      const before = await remembered(memory, {
        content: "All members",
        key: "all",
        kind: "full",
        value: { a: 1 },
        metadata: { kept: [1, { deep: true }] },
        thread: "talk",
        origin: "assistant",
        trust: 0.9,
        importance: 0.6,
        emotion: { valence: 0.5, arousal: 0.5 },
        pinned: true,
        occurredAt: new Date("2026-01-02"),
        validFrom: new Date("2026-01-03"),
        validTo: new Date("2026-06-03"),
        ttlMs: 1e9,
      });
      let current: MemoryRecord = before;
      for (const patch of PATCHES) {
        const { metadata, ...named } = patch;
        const expected = {
          ...current,
          ...named,
          metadata: { ...current.metadata, ...metadata },
          version: current.version + 1,
        };
        await memory.update(before.id, patch);
        const after = await memory.read(before.id);
        assert.deepEqual(after, expected, `after an update of ${Object.keys(patch).join()}`);
        current = after ?? current;
      }
    },
    async "of two that want one key by an update, one gets it and the other is told"({ memory }) {
      const made = await Promise.all(["a", "b", "c"].map((key) => memory.set(key, key)));
      const moves = made.map(({ id }) => memory.update(id, { key: "one" }));
      const outcomes = await Promise.allSettled(moves);
      const lost = outcomes.flatMap((one): readonly unknown[] =>
        one.status === "rejected" ? [one.reason] : [],
      );
      assert.equal(lost.length, 2);
      assert.ok(lost.every((error) => MemoryError.is(error, "conflict")));
      const { items } = await memory.list({ orderBy: "key" });
      const kept = items.map(({ key, value }) => (key === "one" ? key : value));
      assert.equal(new Set(kept).size, 3);
      assert.ok(kept.includes("one"));
    },
    async "writing an entry again keeps its id and the fields that were not given"({ memory }) {
      const first = await memory.set("theme", "light", {
        metadata: { by: "ann" },
        importance: 0.9,
      });
      const second = await memory.set("theme", "dark");
      assert.equal(second.id, first.id);
      assert.equal(second.version, 2);
      assert.deepEqual(second.metadata, { by: "ann" });
      assert.equal(second.importance, 0.9);
      assert.deepEqual(second.createdAt, first.createdAt);
    },
  }),
  ...memoryCases("versions of memories", ["history"], {
    async "an update with purge drops the versions before, and nothing else"({ memory }) {
      const first = await memory.set("k", "first");
      await memory.set("k", "second");
      const other = await memory.set("other", 1);
      await memory.set("other", 2);
      await rejectsWith("conflict", () =>
        memory.update(first.id, { value: "third" }, { ifVersion: 1, purge: true }),
      );
      assert.equal((await memory.history(first.id)).length, 2);
      const third = await memory.update(
        first.id,
        { value: "third" },
        { purge: true, actor: "ann" },
      );
      assert.deepEqual([third.id, third.version], [first.id, 3]);
      const [only, ...more] = await memory.history(first.id);
      assert.deepEqual([only?.version, only?.change, only?.actor], [3, "updated", "ann"]);
      assert.equal(more.length, 0);
      assert.equal(await memory.get("k"), "third");
      assert.equal((await memory.history(other.id)).length, 2);
      await memory.set("k", "fourth");
      assert.deepEqual(
        (await memory.history(first.id)).map(({ version }) => version),
        [3, 4],
      );
    },
    async "an update that names a key moves the record there, with its history"({ memory }) {
      const { id } = await memory.set("from", "moved");
      await memory.set("taken", "stays");
      await rejectsWith("conflict", () => memory.update(id, { key: "taken" }));
      assert.equal(await memory.get("from"), "moved");
      assert.equal(await memory.get("taken"), "stays");
      await memory.update(id, { key: "to" }, { ifVersion: 1 });
      assert.equal(await memory.get("from"), undefined);
      assert.equal(await memory.get("to"), "moved");
      const { items } = await memory.list({ orderBy: "key" });
      assert.deepEqual(pluck(items, "key"), ["taken", "to"]);
      const versions = await memory.history(id);
      assert.deepEqual(
        versions.map(({ record }) => record?.key),
        ["from", "to"],
      );
      const next = await memory.set("from", "new");
      assert.notEqual(next.id, id);
      assert.equal(await memory.get("to"), "moved");
    },
  }),
];
