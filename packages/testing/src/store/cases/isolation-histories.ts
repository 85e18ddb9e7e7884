import assert from "node:assert/strict";

import { compareText, scopeToPath } from "@kioku/core/toolkit";
import type { RecordHistory } from "@kioku/core/toolkit";

import { instant } from "../../test-record.js";
import {
  inEveryLookAlike,
  listOwned,
  namesOf,
  nameOwned,
  OWNERS,
  ownedRecord,
  ownersBelow,
  SOME_OWNERS,
  writeLookAlikes,
} from "../look-alikes.js";
import type { LookAlike } from "../look-alikes.js";
import { EVERYWHERE } from "../requests.js";
import { deletionOf, listHistories, listTombstones, restoreOp, revisionOf } from "../revisions.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

/** A word for each history, and a mark if something in it is of another scope. */
function nameHistories(histories: readonly RecordHistory[]): string[] {
  return histories.flatMap(({ scope, revisions }) =>
    revisions.map(({ actor, record }) => {
      const name = record ? nameOwned(record) : "deleted";
      const isAtHome =
        record !== undefined &&
        scopeToPath(record.scope) === scopeToPath(scope) &&
        actor === `owner ${Number(record.metadata["owner"])}`;
      return isAtHome ? name : `${name} in the history of another`;
    }),
  );
}

/** The names of records 1 and 2 of these scopes in the order of pages. */
function inOrder(owners: readonly LookAlike[]): string[] {
  return owners
    .toSorted((a, b) => compareText(scopeToPath(a.scope), scopeToPath(b.scope)))
    .flatMap(({ owner }) => [`${owner}/1`, `${owner}/2`]);
}

export const isolationHistoryCases: readonly StoreCase[] = storeCases("isolation", ["history"], {
  "histories tell every scope from those that look like it, with and without an instant":
    inEveryLookAlike(async (store, owner) => {
      const within = [owner.scope];
      for (const at of [undefined, instant(5)]) {
        const here = await listHistories(store, { within, at });
        assert.deepEqual(nameHistories(here), namesOf([owner]));
        assert.deepEqual(here[0]?.idempotencyKeys, ["once"]);
        const below = await listHistories(store, { within, reach: "below", at, limit: 3 });
        assert.deepEqual(nameHistories(below), inOrder(ownersBelow(owner.scope)));
      }
    }),
  async "tombstones tell every scope from those that look like it"({ store }) {
    const ops = OWNERS.map(({ scope, owner }) => {
      return { op: "tombstone", scope, hash: "hash", at: instant(owner) } as const;
    });
    const results = await store.write(ops);
    assert.ok(results.every(({ applied }) => applied));
    for (const { scope, owner } of OWNERS) {
      for (const hashes of [undefined, ["hash"]]) {
        const here = await listTombstones(store, { within: [scope], hashes });
        assert.deepEqual(here, [{ scope, hash: "hash", at: instant(owner) }]);
        const below = await listTombstones(store, { within: [scope], reach: "below", hashes });
        const owners = below.map(({ at }) => (at.getTime() - instant(0).getTime()) / 1_000);
        const expected = ownersBelow(scope).map((one) => one.owner);
        assert.deepEqual(
          owners.toSorted((a, b) => a - b),
          expected,
        );
      }
    }
  },
  async "a restore takes the place of the record of its scope only"({ store }) {
    await writeLookAlikes(store);
    const before = await listHistories(store, EVERYWHERE);
    for (const owner of SOME_OWNERS) {
      const record = { ...ownedRecord(owner, 1), version: 7 };
      const actor = `owner ${owner.owner}`;
      const idempotencyKeys = ["once", "twice"];
      const op = restoreOp(record, [revisionOf(record, { actor })], { idempotencyKeys });
      await store.write([op]);
    }
    const touched = new Set(
      SOME_OWNERS.map(({ scope, owner }) => `${scopeToPath(scope)} ${owner}/1`),
    );
    const after = await listHistories(store, EVERYWHERE);
    for (const [index, history] of after.entries()) {
      const [name = ""] = nameHistories([history]);
      const isTouched = touched.has(`${scopeToPath(history.scope)} ${name}`);
      if (!isTouched) assert.deepEqual(history, before[index]);
      else
        assert.deepEqual(
          history.revisions.map(({ version }) => version),
          [7],
        );
    }
    assert.deepEqual(await listOwned(store), namesOf(OWNERS));
  },
  async "a restore of what was deleted removes the record of its scope only"({ store }) {
    await writeLookAlikes(store);
    const ops = SOME_OWNERS.map((owner) =>
      restoreOp(ownedRecord(owner, 1), [deletionOf(9, instant(9))]),
    );
    await store.write(ops);
    const gone = new Set(SOME_OWNERS.map(({ owner }) => `${owner}/1`));
    const expected = namesOf(OWNERS).filter((name) => !gone.has(name));
    assert.deepEqual(await listOwned(store), expected);
  },
});
