import type { CompleteStore, PutOp } from "@kioku/core/toolkit";
import { putOp, testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { temporaryFile } from "../support/temporary-directory.js";

const now = testRecord(0).createdAt;

function putOnce(n: number, contentHash: string): PutOp {
  return putOp(testRecord(n), { contentHash, unlessDuplicate: true });
}

async function openStore(path = ":memory:"): Promise<CompleteStore> {
  const store = sqliteStore({ path });
  await store.open();
  return store;
}

test.each(["12345678", "", "é", "漢字漢字漢字漢字"])(
  "hashes that only begin alike (%j) are no duplicates",
  async (beginning) => {
    const store = await openStore();
    const results = await store.write([
      putOnce(1, `${beginning}a`),
      putOnce(2, `${beginning}b`),
      putOnce(3, `${beginning}a`),
      putOnce(4, beginning),
    ]);
    expect(results.map(({ applied }) => applied)).toEqual([true, true, false, true]);
    expect(results[2]?.record?.id).toBe(testRecord(1).id);
    const { scope } = testRecord(1);
    const refs = ["b", ""].map((end) => ({ scope, contentHash: beginning + end }));
    const found = await store.get(refs, { now });
    expect(found.map((record) => record?.id)).toEqual([testRecord(2).id, testRecord(4).id]);
    await store.close();
  },
);

test("only what was used has a row in strength, and both read the same way", async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  const fresh = { stabilityDays: 3, uses: 0 };
  const used = { stabilityDays: 9, uses: 2, lastUsedAt: now };
  const records = [
    testRecord(1, { strength: fresh }),
    testRecord(2, { strength: used }),
    testRecord(3, { strength: fresh }),
  ];
  await store.write(records.map((record) => putOp(record)));
  const [, , third] = records;
  if (third) {
    await store.strengthen([{ ...third, strength: { ...used, uses: 5 } }]);
    // A put keeps the strength that is there.
    await store.write([putOp({ ...third, version: 2, content: "new" })]);
  }
  const read = await store.get(records, { now });
  expect(read.map((record) => record?.strength)).toEqual([fresh, used, { ...used, uses: 5 }]);
  await store.close();
  const database = new Driver(path, { readonly: true });
  expect(database.prepare("select record from strength").pluck().all()).toEqual([2, 3]);
  database.close();
});

test("a write lists the records that it touched, of each scope", async () => {
  const path = temporaryFile();
  const store = await openStore(path);
  const numbers = Array.from({ length: 2_500 }, (_, n) => n);
  await store.write([putOp(testRecord(3_000, { scope: ["first"] }))]);
  await store.write(numbers.map((n) => putOp(testRecord(n, { scope: [`scope ${n % 2}`] }))));
  await store.close();
  const database = new Driver(path, { readonly: true });
  const same =
    "select count(*) from touched join records on records.row = touched.record " +
    "and records.scope = touched.scope where touched.row between 1 and 2501";
  expect(database.prepare(same).pluck().get()).toBe(2_501);
  const counts = "select count(*) from touched group by change order by change";
  expect(database.prepare(counts).pluck().all()).toEqual([1, 2_500]);
  database.close();
});

test("in one batch, a put sees the records that ops before it wrote and deleted", async () => {
  const store = await openStore();
  const record = testRecord(1, { key: "key" });
  await expect(
    store.write([putOp(record), putOp({ ...testRecord(2), key: "key" })]),
  ).rejects.toMatchObject({ code: "conflict" });
  await store.write([
    putOp(record),
    { op: "delete", scope: record.scope, id: record.id, at: now },
    putOp({ ...record, version: 3, content: "again" }),
  ]);
  expect((await store.get([{ scope: record.scope, key: "key" }], { now }))[0]?.version).toBe(3);
  await store.close();
});
