import { expect, test } from "vitest";

import { RecordTable } from "../../src/index/record-table.js";
import type { TableEntry } from "../../src/index/record-table.js";
import { seededRandom, testSeed } from "../support/random.js";
import type { Random } from "../support/random.js";
import { randomEntry, randomUuid, tableEntry } from "../support/table-entries.js";

const seed = testSeed();

/** The same, written down without a thought of memory. */
class Model {
  /** By ordinal. */
  readonly rows: number[] = [];
  readonly entries: (TableEntry | undefined)[] = [];

  set(entry: TableEntry): number {
    const known = this.rows.indexOf(entry.row);
    const ordinal = known === -1 ? this.rows.push(entry.row) - 1 : known;
    this.entries[ordinal] = entry;
    return ordinal;
  }

  delete(row: number): number {
    const ordinal = this.entries.findIndex((entry) => entry?.row === row);
    if (ordinal !== -1) this.entries[ordinal] = undefined;
    return ordinal;
  }

  all(): TableEntry[] {
    return this.entries.filter((entry) => entry !== undefined);
  }
}

function seen(table: RecordTable, ordinal: number): Partial<TableEntry> | undefined {
  if (!table.isAlive(ordinal)) return undefined;
  return {
    row: table.rowAt(ordinal),
    scope: table.scopeAt(ordinal),
    id: table.idAt(ordinal),
    kind: table.kindAt(ordinal),
    traits: table.traitsAt(ordinal),
    speaker: table.speakerAt(ordinal),
    termCount: table.termCounts.at(ordinal),
    thread: table.threads.threadAt(ordinal),
  };
}

function withoutInstants({
  archivedAt: _archivedAt,
  expiresAt: _expiresAt,
  validFrom: _validFrom,
  validTo: _validTo,
  happenedAt: _happenedAt,
  ...rest
}: TableEntry): Partial<TableEntry> {
  return rest;
}

function expectSame(table: RecordTable, model: Model): void {
  const searchable = model.all().filter(({ traits }) => traits !== null);
  expect(table.size).toBe(model.rows.length);
  expect(table.alive).toBe(model.all().length);
  expect(table.documents).toBe(searchable.length);
  expect(table.terms).toBe(searchable.reduce((sum, { termCount }) => sum + termCount, 0));
  expect(table.deadShare).toBeCloseTo(1 - table.alive / Math.max(table.size, 1), 12);
}

/** Larger than all, known, removed, or passed over before. */
function randomRow(random: Random, model: Model): number {
  const largest = Math.max(0, ...model.rows);
  if (random.chance(0.3)) return largest + 1 + random.below(4);
  return random.below(largest + 2);
}

test(`after any changes it says of each ordinal what was set last (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 20; round += 1) {
    const table = new RecordTable(random.pick([0, 50]));
    const model = new Model();
    for (let step = 0; step < 1_000; step += 1) {
      const row = randomRow(random, model);
      const entry = random.chance(0.3) ? undefined : randomEntry(random, row);
      const ordinal = entry ? table.set(entry) : table.delete(row);
      expect(ordinal).toBe(entry ? model.set(entry) : model.delete(row));
    }
    const rows = Array.from({ length: Math.max(0, ...model.rows) + 2 }, (_, row) => row);
    expect(rows.map((row) => table.ordinalOf(row))).toEqual(
      rows.map((row) => model.entries.findIndex((entry) => entry?.row === row)),
    );
    expectSame(table, model);
    for (const [ordinal, entry] of model.entries.entries()) {
      expect(seen(table, ordinal)).toEqual(entry && withoutInstants(entry));
    }
  }
});

test(`a selection sees what its instants and kinds allow (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const table = new RecordTable();
  const entries = new Map<number, TableEntry>();
  for (let step = 0; step < 10_000; step += 1) {
    const row = random.below(300);
    if (random.chance(0.2)) {
      table.delete(row);
      entries.delete(row);
    } else {
      const entry = randomEntry(random, row);
      table.set(entry);
      entries.set(row, entry);
    }
    if (step % 50 > 0) continue;
    const at = (): Date | undefined =>
      random.chance(0.5) ? new Date(random.below(12)) : undefined;
    const selection = { now: at(), validAt: at(), includeArchived: random.chance(0.5) };
    const kinds = ["note", "message", "other"].filter(() => random.chance(0.5));
    const visible = table.visible(selection) ?? (() => true);
    const isOfKinds = table.ofKinds(kinds);
    const found = [...entries.values()].map((entry) => {
      const ordinal = table.ordinalOf(entry.row);
      return [visible(ordinal), isOfKinds(ordinal)];
    });
    const expected = [...entries.values()].map((entry) => [
      isVisible(entry, selection),
      kinds.includes(entry.kind),
    ]);
    expect(found).toEqual(expected);
  }
});

/** As a selection is defined. */
function isVisible(
  entry: TableEntry,
  selection: { now: Date | undefined; validAt: Date | undefined; includeArchived: boolean },
): boolean {
  const now = selection.now?.getTime();
  const validAt = selection.validAt?.getTime();
  if (entry.archivedAt !== null && !selection.includeArchived) return false;
  if (now !== undefined && entry.expiresAt !== null && entry.expiresAt <= now) return false;
  if (validAt === undefined) return true;
  if (entry.validFrom !== null && entry.validFrom > validAt) return false;
  return entry.validTo === null || entry.validTo > validAt;
}

test("nothing has to be checked while no record has what a selection asks for", () => {
  const table = new RecordTable();
  const now = { now: new Date(5) };
  const valid = { validAt: new Date(5), includeArchived: true };
  table.set(tableEntry(1));
  expect([table.visible(now), table.visible(valid)]).toEqual([undefined, undefined]);
  table.set(tableEntry(2, { archivedAt: 1 }));
  expect(table.visible(now)?.(1)).toBe(false);
  expect(table.visible(valid)).toBeUndefined();
  table.set(tableEntry(3, { validTo: 5 }));
  expect(table.visible(valid)?.(2)).toBe(false);
  table.delete(3);
  table.set(tableEntry(2));
  expect([table.visible(now), table.visible(valid)]).toEqual([undefined, undefined]);
});

test("kinds that come after the question are known to the answer", () => {
  const table = new RecordTable();
  const isNote = table.ofKinds(["note"]);
  const first = table.set(tableEntry(1, { kind: "message" }));
  expect(isNote(first)).toBe(false);
  const second = table.set(tableEntry(2, { kind: "note", traits: 3 }));
  expect(isNote(second)).toBe(true);
  table.delete(2);
  expect(isNote(second)).toBe(false);
});

test("a record that takes the row of another one leaves its thread in order", () => {
  const table = new RecordTable();
  const ids = ["a", "b", "c"];
  for (const [row, id] of ids.entries()) {
    table.set(tableEntry(row, { id, thread: "x", happenedAt: 1 }));
  }
  table.set(tableEntry(0, { id: "d", thread: "x", happenedAt: 1 }));
  const visited: (readonly number[])[] = [];
  table.threads.around(0, { count: 9 }, (...places) => visited.push(places));
  expect(visited).toEqual([
    [1, -1],
    [2, 1],
    [0, 2],
  ]);
});

test.each([0, 100_000])(
  "100,000 records in threads take at most 38 bytes each, with room for %i at first",
  (expected) => {
    const random = seededRandom(seed);
    const table = new RecordTable(expected);
    for (let row = 1; row <= 100_000; row += 1) {
      table.set(
        tableEntry(row * 3, {
          id: randomUuid(random),
          kind: random.pick(["note", "message"]),
          termCount: 5 + random.below(300),
          thread: `thread ${random.below(1_000)}`,
          happenedAt: Date.UTC(2026, 0, 1) + row * 1_000,
        }),
      );
    }
    expect(table.bytes / 100_000).toBeLessThanOrEqual(38);
  },
);
