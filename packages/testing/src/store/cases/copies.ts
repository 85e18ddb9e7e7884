import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import {
  deleteOp,
  embedOp,
  instant,
  putOp,
  searchEntry,
  spaceVector,
  testRecord,
} from "../../test-records.js";
import { readRecord } from "../expect.js";
import { listAll, searchHits, select, textLeg, vectorHits } from "../requests.js";
import { listHistories, listTombstones, restoreOp, revisionOf } from "../revisions.js";
import { storeCases, type StoreCase } from "../store-case.js";

/** Overwrites everything inside a value, dates, lists and typed arrays included. */
function damage(value: unknown): void {
  if (value instanceof Date) value.setTime(0);
  else if (value instanceof Float32Array) value.fill(7);
  else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) damage(member);
    for (const name of Object.keys(value)) Reflect.set(value, name, "damaged");
    if (Array.isArray(value)) value.push("damaged");
  }
}

/** Freezes everything inside a value that can be frozen. */
function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !(value instanceof Float32Array)) {
    for (const member of Object.values(value)) freeze(member);
    Object.freeze(value);
  }
  return value;
}

/** A record that could be damaged in many places. */
function makeRecord(): MemoryRecord {
  return testRecord(1, {
    key: "k",
    thread: "t",
    value: { list: [1, 2] },
    metadata: { nested: { list: ["a"] } },
    sources: [testRecord(7).id],
    emotion: { valence: 0.5, arousal: 0.5 },
    strength: { stabilityDays: 1, uses: 1, lastUsedAt: instant(0) },
    occurredAt: instant(-1),
  });
}

const scope = ["test"];
const neighbour = testRecord(2, { thread: "t" });
const BOTH = [testRecord(1), neighbour];

/** Every way to get something out of a store that could be live. */
const READS: readonly {
  readonly name: string;
  readonly requires?: StoreCase["requires"];
  readonly read: (store: CompleteStore) => Promise<unknown>;
}[] = [
  { name: "get", read: (store) => store.get([{ scope, key: "k" }], { now: instant(0) }) },
  { name: "list", read: (store) => listAll(store) },
  { name: "scopes", requires: ["bulk"], read: (store) => store.scopes([], { limit: 9 }) },
  {
    name: "neighbours",
    requires: ["threads"],
    read: (store) => store.neighbours({ refs: BOTH, before: 1, after: 1, selection: select() }),
  },
  { name: "history", requires: ["history"], read: (store) => store.history(makeRecord()) },
  {
    name: "histories",
    requires: ["history"],
    read: (store) => store.histories({ within: [scope], reach: "here", limit: 9 }),
  },
  {
    name: "tombstones",
    requires: ["history"],
    read: (store) => store.tombstones({ within: [scope], reach: "here", limit: 9 }),
  },
  { name: "spaces", requires: ["vector"], read: (store) => store.spaces() },
  {
    name: "vectors",
    requires: ["vector"],
    read: (store) => store.vectors("space", [makeRecord()]),
  },
  {
    name: "search",
    requires: ["text"],
    read: (store) => searchHits(store, [textLeg("memory number 1")], { around: 1 }),
  },
];

async function prepare(store: CompleteStore): Promise<void> {
  const vector = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
  const vectors = store.capabilities.vector === "none" ? [] : [vector];
  const record = makeRecord();
  await store.write([
    putOp(record, { search: searchEntry(record.content, vectors) }),
    putOp(neighbour),
    { op: "tombstone", scope: ["test"], hash: "hash", at: instant(1) },
  ]);
}

export const copyCases: readonly StoreCase[] = [
  ...READS.flatMap(({ name, requires = [], read }) =>
    storeCases("copies", requires, {
      async [`changing what ${name} returned changes nothing in the store`]({ store }) {
        await prepare(store);
        const returned = await read(store);
        const before = structuredClone(returned);
        damage(returned);
        assert.deepEqual(await read(store), before);
        assert.deepEqual(await readRecord(store, makeRecord()), makeRecord());
      },
    }),
  ),
  ...storeCases("copies", [], {
    async "changing what write returned changes nothing in the store"({ store }) {
      const op = putOp(makeRecord(), { idempotencyKey: "once" });
      damage(await store.write([op]));
      damage(await store.write([op]));
      assert.deepEqual(await readRecord(store, makeRecord()), makeRecord());
    },
    async "what is given to a store may be frozen"({ store }) {
      const op = freeze(putOp(makeRecord()));
      await store.write(freeze([op]));
      const { id } = op.record;
      await store.strengthen(freeze([{ scope, id, strength: op.record.strength }]));
      await store.get(freeze([{ scope, id }]), freeze({ now: instant(0) }));
      assert.deepEqual(await readRecord(store, op.record), op.record);
    },
  }),
  ...storeCases("copies", ["strength"], {
    async "changing what was written, after it was written, changes nothing in the store"({
      store,
    }) {
      const strength = { stabilityDays: 5, uses: 5, lastUsedAt: instant(5) };
      const update = { scope: ["test"], id: testRecord(1).id, strength };
      const op = putOp(makeRecord());
      await store.write([op]);
      damage(op);
      await store.strengthen([update]);
      damage(update);
      const lasting = { stabilityDays: 5, uses: 5, lastUsedAt: instant(5) };
      assert.deepEqual(await readRecord(store, makeRecord()), {
        ...makeRecord(),
        strength: lasting,
      });
    },
  }),
  ...storeCases("copies", ["history"], {
    async "changing what was restored, and a tombstone, after they were written, changes nothing in the store"({
      store,
    }) {
      const revisions = [revisionOf(makeRecord()), revisionOf({ ...makeRecord(), version: 2 })];
      const restore = restoreOp(makeRecord(), revisions, { idempotencyKeys: ["once"] });
      const tombstone = { op: "tombstone", scope: ["test"], hash: "hash", at: instant(1) } as const;
      const before = structuredClone(revisions);
      damage(await store.write([restore, tombstone]));
      damage(restore);
      damage(tombstone);
      const [history] = await listHistories(store);
      assert.deepEqual(history?.revisions, before);
      assert.deepEqual(history?.idempotencyKeys, ["once"]);
      assert.deepEqual(await listTombstones(store), [
        { scope: ["test"], hash: "hash", at: instant(1) },
      ]);
    },
    async "changing the instant of a deletion, after it was written, changes nothing in history"({
      store,
    }) {
      const at = instant(50);
      await prepare(store);
      await store.write([deleteOp(makeRecord(), { at })]);
      await store.deleteWhere(select(), { at });
      damage(at);
      for (const record of BOTH) {
        assert.deepEqual((await store.history(record)).at(-1)?.at, instant(50));
      }
    },
  }),
  ...storeCases("copies", ["vector"], {
    async "changing a vector after it was written changes nothing in the store"({ store }) {
      const put = spaceVector({ id: "space", dimensions: 2 }, [1, 0]);
      const embedded = spaceVector({ id: "other", dimensions: 2 }, [1, 0]);
      const record = makeRecord();
      await store.write([putOp(record, { search: searchEntry(record.content, [put]) })]);
      await store.write([embedOp(record, embedded)]);
      for (const { space, values } of [put, embedded]) {
        values.fill(0.5);
        assert.deepEqual(await store.vectors(space.id, [record]), [Float32Array.of(1, 0)]);
        const [hit] = await vectorHits(store, spaceVector(space, [1, 0]));
        assert.ok(hit && hit.score > 0.999_999);
      }
    },
  }),
];
