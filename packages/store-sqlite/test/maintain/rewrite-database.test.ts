import { testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { isRewriteDue, rewriteDatabase } from "../../src/maintain/maintenance.js";
import { runOn } from "../../src/maintain/sql-runner.js";
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
  const sql = runOn(database);
  const between: typeof sql.rows = async (statement, ...parameters) => {
    if (statement.startsWith("update")) await purge("two", 2);
    return sql.rows(statement, ...parameters);
  };
  await rewriteDatabase({ ...sql, rows: between }, 0);
  expect(counters(database)).toEqual({ erased: 2, rewritten: 1 });
  expect(await isRewriteDue(sql)).toBe(true);
  await rewriteDatabase(sql, 0);
  expect(counters(database)).toEqual({ erased: 2, rewritten: 2 });
  expect(await isRewriteDue(sql)).toBe(false);
  database.close();
  await store.close();
});
