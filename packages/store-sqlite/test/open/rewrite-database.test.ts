import { testRecord } from "@kioku/core/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { rewriteDatabase } from "../../src/open/rewrite-database.js";
import { at, putWith } from "../support/secret-records.js";
import { temporaryFile } from "../support/temporary-directory.js";

function counters(database: Driver.Database): unknown {
  return database.prepare("select erased, rewritten from erasure").get();
}

test("what another connection erases while the file is rewritten still waits for the next time", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await store.write([putWith("one", 1), putWith("two", 2)]);
  const purge = async (scope: string, n: number): Promise<unknown> =>
    store.write([{ op: "delete", scope: [scope], id: testRecord(n).id, at, purge: true }]);
  await purge("one", 1);
  const database = new Driver(path);
  const exec = database.exec.bind(database);
  let erasing: Promise<unknown> | undefined;
  database.exec = (sql) => {
    const result = exec(sql);
    erasing = purge("two", 2);
    return result;
  };
  rewriteDatabase(database);
  await erasing;
  expect(counters(database)).toEqual({ erased: 2, rewritten: 1 });
  database.exec = exec;
  rewriteDatabase(database);
  expect(counters(database)).toEqual({ erased: 2, rewritten: 2 });
  database.close();
  await store.close();
});

test("a file that nothing was erased from is not rewritten", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await store.write([putWith("one", 1)]);
  const database = new Driver(path);
  database.exec = () => {
    throw new Error("rewritten");
  };
  rewriteDatabase(database);
  expect(counters(database)).toEqual({ erased: 0, rewritten: 0 });
  database.close();
  await store.close();
});
