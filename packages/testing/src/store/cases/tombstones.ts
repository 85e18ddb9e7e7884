import assert from "node:assert/strict";

import type { Scope } from "@kioku/core";
import type { TombstoneOp } from "@kioku/core/toolkit";

import { pluck } from "../../lists.js";
import { rejectsWith } from "../../rejects-with.js";
import { deleteOp, instant, putOp, testRecord } from "../../test-records.js";
import { EVERYWHERE, listNumbers } from "../requests.js";
import { deletionOf, listTombstones, restoreOp } from "../revisions.js";
import { storeCases, type StoreCase } from "../store-case.js";

/** Hashes that a store could take for each other, in the order of code points. */
const HASHES = ["", "%", "'", "10", "9", "A", "a", "a\u0001", "a ", "e\u0301", "é", "\uFF61", "😀"];
/** In the order of their paths, which is not that of their elements. */
const SCOPES: readonly Scope[] = [[], ["a"], ["a!"], ["a", "b"], ["b"]];

function bury(hash: string, scope: Scope = ["test"], second = 1): TombstoneOp {
  return { op: "tombstone", scope, hash, at: instant(second) };
}

/** The names of all hashes in these scopes. */
function inOrder(...scopes: readonly Scope[]): string[] {
  return scopes.flatMap((scope) => HASHES.map((hash) => JSON.stringify([scope, hash])));
}

/** Each hash in each scope, written in an order of its own. */
const ALL = SCOPES.flatMap((scope) => HASHES.map((hash) => bury(hash, scope))).toReversed();
const NAMES = inOrder(...SCOPES);

function namesOf(
  tombstones: readonly { readonly scope: Scope; readonly hash: string }[],
): string[] {
  return tombstones.map(({ scope, hash }) => JSON.stringify([scope, hash]));
}

export const tombstoneCases: readonly StoreCase[] = [
  ...storeCases("tombstones", ["history"], {
    async "a tombstone says where, what and when; an empty store has none"({ store }) {
      assert.deepEqual(await store.tombstones({ ...EVERYWHERE, limit: 1 }), { items: [] });
      assert.deepEqual(await store.write([bury("hash")]), [{ applied: true }]);
      assert.deepEqual(await listTombstones(store), [
        { scope: ["test"], hash: "hash", at: instant(1) },
      ]);
    },
    async "the same hash again, later, earlier or in one batch, changes nothing"({ store }) {
      const batch = [bury("hash", ["test"], 5), bury("hash", ["test"], 6)];
      assert.deepEqual(await store.write(batch), [{ applied: true }, { applied: false }]);
      for (const second of [1, 9]) {
        const again = await store.write([bury("hash", ["test"], second)]);
        assert.deepEqual(again, [{ applied: false }]);
      }
      const [tombstone] = await listTombstones(store);
      assert.deepEqual(tombstone?.at, instant(5));
    },
    async "tombstones come in the order of paths, then of hashes, on pages of any size"({ store }) {
      await store.write(ALL);
      for (const limit of [1_000, NAMES.length, NAMES.length - 1, 13, 7, 1]) {
        const found = namesOf(await listTombstones(store, { ...EVERYWHERE, limit }));
        assert.deepEqual(found, NAMES, `pages of ${limit}`);
      }
      const full = await store.tombstones({ ...EVERYWHERE, limit: NAMES.length });
      assert.equal(full.cursor, undefined);
    },
    async "within and reach say which scopes, each once"({ store }) {
      await store.write(ALL);
      const list = async (within: readonly Scope[], reach: "here" | "below"): Promise<string[]> =>
        namesOf(await listTombstones(store, { within, reach, limit: 5 }));
      assert.deepEqual(await list([["a"]], "here"), inOrder(["a"]));
      assert.deepEqual(await list([["a"]], "below"), inOrder(["a"], ["a", "b"]));
      const overlapping = [["b"], ["a", "b"], ["a"], ["b"]];
      assert.deepEqual(await list(overlapping, "below"), inOrder(["a"], ["a", "b"], ["b"]));
      assert.deepEqual(await list([[]], "here"), inOrder([]));
      assert.deepEqual(await list([], "below"), []);
      assert.deepEqual(await list([["unknown"]], "below"), []);
    },
    async "hashes say which tombstones: those that are there, each once, and no others"({ store }) {
      await store.write(ALL.filter(({ hash }) => hash !== "A"));
      for (const limit of [1, 1_000]) {
        const hashes = ["é", "a", "A", "unknown", "a", ""];
        const found = await listTombstones(store, { ...EVERYWHERE, hashes, limit });
        const expected = SCOPES.flatMap((scope) =>
          ["", "a", "é"].map((hash) => JSON.stringify([scope, hash])),
        );
        assert.deepEqual(namesOf(found), expected);
      }
      assert.deepEqual(await listTombstones(store, { ...EVERYWHERE, hashes: [] }), []);
      const here = await listTombstones(store, { within: [["a"]], hashes: ["a"] });
      assert.deepEqual(namesOf(here), [JSON.stringify([["a"], "a"])]);
    },
    async "ten thousand hashes are looked up at once"({ store }) {
      const hashes = Array.from({ length: 10_000 }, (_, n) => `hash ${n}`);
      await store.write([bury("hash 7"), bury("hash 9999"), bury("other")]);
      const found = await listTombstones(store, { hashes });
      assert.deepEqual(pluck(found, "hash"), ["hash 7", "hash 9999"]);
    },
    async "a batch that fails has written no tombstone"({ store }) {
      const conflict = putOp(testRecord(9, { version: 5 }));
      await rejectsWith("conflict", () => store.write([bury("hash"), conflict]));
      assert.deepEqual(await listTombstones(store, EVERYWHERE), []);
      assert.deepEqual(await store.write([bury("hash")]), [{ applied: true }]);
    },
    async "what is written meanwhile makes nothing else appear twice or go missing"({ store }) {
      await store.write(Array.from({ length: 20 }, (_, n) => bury(`h${n + 10}`)));
      const request = { within: [["test"]], reach: "here", limit: 5 } as const;
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.tombstones({ ...request, cursor });
        found.push(...page.items.map(({ hash }) => hash));
        cursor = page.cursor;
        await store.write([bury("a", ["a"]), bury(`h${found.length}0`), bury("g")]);
      } while (cursor !== undefined);
      const old = Array.from({ length: 20 }, (_, n) => `h${n + 10}`);
      assert.deepEqual(
        found.filter((hash) => old.includes(hash)),
        old,
      );
    },
  }),
  ...storeCases("tombstones", ["history", "bulk"], {
    async "tombstones stay whatever becomes of records, and count as none"({ store }) {
      await store.write([bury("hash"), bury("hash", ["empty"]), putOp(testRecord(1))]);
      const before = await listTombstones(store, EVERYWHERE);
      assert.deepEqual((await store.scopes([], { limit: 9 })).items, [["test"]]);
      const { scope, id } = testRecord(2, { expiresAt: instant(3) });
      await store.write([deleteOp(testRecord(1), { purge: true })]);
      await store.write([putOp(testRecord(2, { expiresAt: instant(3) }))]);
      await store.write([restoreOp({ scope, id }, [deletionOf(1, instant(4))])]);
      await store.sweep(instant(99));
      await store.dropSpace("space");
      await store.deleteWhere(EVERYWHERE, { at: instant(99), purge: true });
      await store.scrub();
      assert.deepEqual(await listTombstones(store, EVERYWHERE), before);
      assert.deepEqual(await listNumbers(store, EVERYWHERE), []);
    },
    async "a cursor of another listing is refused"({ store }) {
      await store.write(ALL);
      const { cursor } = await store.scopes([], { limit: 1 });
      for (const wrong of [cursor ?? "nonsense", "", "nonsense"]) {
        const request = { ...EVERYWHERE, limit: 1, cursor: wrong };
        await rejectsWith("invalid-input", () => store.tombstones(request));
      }
    },
  }),
];
