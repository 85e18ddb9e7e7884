import { expect, test } from "vitest";

import { openDatabase } from "../../src/open/open-database.js";
import { resolveOptions } from "../../src/options.js";
import { hasChange, lastChange, touchedSince } from "../../src/read/find-records.js";
import { Connection } from "../../src/sql/connection.js";
import { TouchedRecords, touchEverything } from "../../src/write/touched-records.js";

async function openConnection(): Promise<Connection> {
  return new Connection(await openDatabase(resolveOptions({ path: ":memory:" })), 0);
}

function touch(connection: Connection, rows: readonly number[], scope = 1): void {
  const touched = new TouchedRecords();
  for (const row of rows) touched.add({ scope, row });
  touched.flush(connection);
}

/** Touches records and returns the number of the transaction. */
function touchNext(connection: Connection, rows: readonly number[], scope = 1): number {
  touch(connection, rows, scope);
  return lastChange(connection);
}

test("what was touched since a transaction is known, latest first", async () => {
  const connection = await openConnection();
  expect([lastChange(connection), touchedSince(connection, 0)]).toEqual([0, []]);
  const first = touchNext(connection, [5, 6]);
  expect(touchNext(connection, [])).toBe(first);
  const second = touchNext(connection, [7], 2);
  expect(second).toBeGreaterThan(first);
  expect(touchedSince(connection, first)).toEqual([{ change: second, scope: 2, record: 7 }]);
  expect(touchedSince(connection, 0)?.map(({ record }) => record)).toEqual([7, 6, 5]);
  expect(touchedSince(connection, second)).toEqual([]);
  expect([first, second - 1, second].map((change) => hasChange(connection, change))).toEqual([
    true,
    second - 1 === first,
    true,
  ]);
  connection.close();
});

test("two histories that began alike do not give the same numbers to what differs", async () => {
  const connection = await openConnection();
  touch(connection, [1]);
  const numbers = ["one", "other"].map((name) => {
    connection.run(`savepoint ${name}`);
    const changes = [2, 3, 4, 5].map((row) => touchNext(connection, [row]));
    connection.run(`rollback to ${name}`);
    connection.run(`release ${name}`);
    return changes;
  });
  expect(new Set(numbers.flat()).size).toBe(8);
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

test("of a transaction that touched too much, the largest scopes are known as a whole", async () => {
  const connection = await openConnection();
  const before = touchNext(connection, [1]);
  const touched = new TouchedRecords();
  for (let row = 1; row <= 16_384; row += 1) touched.add({ scope: 1, row });
  touched.add({ scope: 2, row: 20_001 });
  touched.add({ scope: 2, row: 20_002 });
  touched.flush(connection);
  const since = touchedSince(connection, before)?.map(({ scope, record }) => [scope, record]);
  expect(since?.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [1, 0],
    [2, 20_002],
    [2, 20_001],
  ]);
  connection.close();
});

test("after a transaction that touched too many scopes, nothing is known", async () => {
  const connection = await openConnection();
  const before = touchNext(connection, [1]);
  const touched = new TouchedRecords();
  for (let scope = 1; scope <= 16_385; scope += 1) touched.add({ scope, row: scope });
  touched.flush(connection);
  const after = lastChange(connection);
  touch(connection, [2]);
  expect(touchedSince(connection, before)).toBeUndefined();
  expect(touchedSince(connection, after)?.map(({ record }) => record)).toEqual([2]);
  touchEverything(connection);
  expect(touchedSince(connection, after)).toBeUndefined();
  connection.close();
});

test("who was away for longer than the list reaches back knows nothing", async () => {
  const connection = await openConnection();
  const many = Array.from({ length: 16_000 }, (_, row) => row + 1);
  const changes = [touchNext(connection, [1])];
  for (let time = 0; time < 5; time += 1) changes.push(touchNext(connection, many));
  expect(touchedSince(connection, 0)).toBeUndefined();
  expect(touchedSince(connection, changes[0] ?? 0)).toBeUndefined();
  expect(touchedSince(connection, changes[2] ?? 0)).toHaveLength(48_000);
  expect(hasChange(connection, changes[0] ?? 0)).toBe(false);
  connection.close();
});
