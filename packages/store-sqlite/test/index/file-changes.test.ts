import { expect, test } from "vitest";

import { openDatabase } from "../../src/open/open-database.js";
import { resolveOptions } from "../../src/options.js";
import { lastChange, touchedSince } from "../../src/read/find-records.js";
import { Connection } from "../../src/sql/connection.js";
import { TouchedRecords, touchEverything } from "../../src/write/write-transaction.js";

async function openConnection(): Promise<Connection> {
  return new Connection(await openDatabase(resolveOptions({ path: ":memory:" })), 0);
}

function touch(connection: Connection, rows: readonly number[], scope = 1): void {
  const touched = new TouchedRecords();
  for (const row of rows) touched.add({ scope, row });
  touched.flush(connection);
}

test("what was touched since a transaction is known, latest first", async () => {
  const connection = await openConnection();
  expect([lastChange(connection), touchedSince(connection, 0)]).toEqual([0, []]);
  touch(connection, [5, 6]);
  touch(connection, []);
  touch(connection, [7], 2);
  expect(lastChange(connection)).toBe(2);
  expect(touchedSince(connection, 1)).toEqual([{ change: 2, scope: 2, record: 7 }]);
  expect(touchedSince(connection, 0)?.map(({ record }) => record)).toEqual([7, 6, 5]);
  expect(touchedSince(connection, 2)).toEqual([]);
  connection.close();
});

test("a row that one scope gives up and another takes in one transaction is noted for both", async () => {
  const connection = await openConnection();
  const touched = new TouchedRecords();
  touched.add({ scope: 1, row: 9 });
  touched.add({ scope: 2, row: 9 });
  touched.add({ scope: 1, row: 9 });
  touched.flush(connection);
  const scopes = touchedSince(connection, 0)?.map(({ scope }) => scope);
  expect(scopes?.toSorted((a, b) => a - b)).toEqual([1, 2]);
  connection.close();
});

test("after a transaction that touched too much, nothing is known", async () => {
  const connection = await openConnection();
  touch(connection, [1]);
  touch(
    connection,
    Array.from({ length: 16_385 }, (_, row) => row),
  );
  touch(connection, [2]);
  expect(touchedSince(connection, 1)).toBeUndefined();
  expect(touchedSince(connection, 2)?.map(({ record }) => record)).toEqual([2]);
  touchEverything(connection);
  expect(touchedSince(connection, 3)).toBeUndefined();
  connection.close();
});

test("who was away for longer than the list reaches back knows nothing", async () => {
  const connection = await openConnection();
  const many = Array.from({ length: 16_000 }, (_, row) => row);
  touch(connection, [1]);
  for (let time = 0; time < 5; time += 1) touch(connection, many);
  expect(lastChange(connection)).toBe(6);
  expect(touchedSince(connection, 0)).toBeUndefined();
  expect(touchedSince(connection, 1)).toBeUndefined();
  expect(touchedSince(connection, 3)).toHaveLength(48_000);
  connection.close();
});
