import { expect, test } from "vitest";

import type { RosterEntry } from "../../src/mirror/roster-entry.js";
import { Roster } from "../../src/mirror/roster.js";
import { seededRandom, testSeed } from "../support/random.js";
import type { Random } from "../support/random.js";
import { randomEntry, randomUuid, rosterEntry } from "../support/roster-entries.js";

const seed = testSeed();

/** The same, written down without a thought of memory. */
class Model {
  /** By slot. */
  readonly rows: number[] = [];
  readonly entries: (RosterEntry | undefined)[] = [];

  set(entry: RosterEntry): number {
    const known = this.rows.indexOf(entry.row);
    const slot = known === -1 ? this.rows.push(entry.row) - 1 : known;
    this.entries[slot] = entry;
    return slot;
  }

  delete(row: number): number {
    const slot = this.entries.findIndex((entry) => entry?.row === row);
    if (slot !== -1) this.entries[slot] = undefined;
    return slot;
  }

  all(): RosterEntry[] {
    return this.entries.filter((entry) => entry !== undefined);
  }
}

function seen(roster: Roster, slot: number): Partial<RosterEntry> | undefined {
  if (!roster.isAlive(slot)) return undefined;
  return {
    row: roster.rowAt(slot),
    scope: roster.scopeAt(slot),
    id: roster.idAt(slot),
    kind: roster.kindAt(slot),
    scripts: roster.scriptsAt(slot),
    termCount: roster.termCountAt(slot),
    thread: roster.threads.threadAt(slot),
  };
}

function withoutInstants({
  archivedAt: _archivedAt,
  expiresAt: _expiresAt,
  validFrom: _validFrom,
  validTo: _validTo,
  happenedAt: _happenedAt,
  ...rest
}: RosterEntry): Partial<RosterEntry> {
  return rest;
}

function expectSame(roster: Roster, model: Model): void {
  const searchable = model.all().filter(({ scripts }) => scripts !== null);
  expect(roster.size).toBe(model.rows.length);
  expect(roster.alive).toBe(model.all().length);
  expect(roster.documents).toBe(searchable.length);
  expect(roster.terms).toBe(searchable.reduce((sum, { termCount }) => sum + termCount, 0));
  expect(roster.deadShare).toBeCloseTo(1 - roster.alive / Math.max(roster.size, 1), 12);
}

/** Larger than all, known, removed, or passed over before. */
function randomRow(random: Random, model: Model): number {
  const largest = Math.max(0, ...model.rows);
  if (random.chance(0.3)) return largest + 1 + random.below(4);
  return random.below(largest + 2);
}

test(`after any changes it says of each slot what was set last (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 20; round += 1) {
    const roster = new Roster(random.pick([0, 50]));
    const model = new Model();
    for (let step = 0; step < 1_000; step += 1) {
      const row = randomRow(random, model);
      const entry = random.chance(0.3) ? undefined : randomEntry(random, row);
      const slot = entry ? roster.set(entry) : roster.delete(row);
      expect(slot).toBe(entry ? model.set(entry) : model.delete(row));
    }
    const rows = Array.from({ length: Math.max(0, ...model.rows) + 2 }, (_, row) => row);
    expect(rows.map((row) => roster.slotOf(row))).toEqual(
      rows.map((row) => model.entries.findIndex((entry) => entry?.row === row)),
    );
    expectSame(roster, model);
    for (const [slot, entry] of model.entries.entries()) {
      expect(seen(roster, slot)).toEqual(entry && withoutInstants(entry));
    }
  }
});

test(`a selection sees what its instants and kinds allow (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const roster = new Roster();
  const entries = new Map<number, RosterEntry>();
  for (let step = 0; step < 10_000; step += 1) {
    const row = random.below(300);
    if (random.chance(0.2)) {
      roster.delete(row);
      entries.delete(row);
    } else {
      const entry = randomEntry(random, row);
      roster.set(entry);
      entries.set(row, entry);
    }
    if (step % 50 > 0) continue;
    const at = (): Date | undefined =>
      random.chance(0.5) ? new Date(random.below(12)) : undefined;
    const selection = { now: at(), validAt: at(), includeArchived: random.chance(0.5) };
    const kinds = ["note", "message", "other"].filter(() => random.chance(0.5));
    const visible = roster.visible(selection) ?? (() => true);
    const isOfKinds = roster.ofKinds(kinds);
    const found = [...entries.values()].map((entry) => {
      const slot = roster.slotOf(entry.row);
      return [visible(slot), isOfKinds(slot)];
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
  entry: RosterEntry,
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
  const roster = new Roster();
  const now = { now: new Date(5) };
  const valid = { validAt: new Date(5), includeArchived: true };
  roster.set(rosterEntry(1));
  expect([roster.visible(now), roster.visible(valid)]).toEqual([undefined, undefined]);
  roster.set(rosterEntry(2, { archivedAt: 1 }));
  expect(roster.visible(now)?.(1)).toBe(false);
  expect(roster.visible(valid)).toBeUndefined();
  roster.set(rosterEntry(3, { validTo: 5 }));
  expect(roster.visible(valid)?.(2)).toBe(false);
  roster.delete(3);
  roster.set(rosterEntry(2));
  expect([roster.visible(now), roster.visible(valid)]).toEqual([undefined, undefined]);
});

test("kinds that come after the question are known to the answer", () => {
  const roster = new Roster();
  const isNote = roster.ofKinds(["note"]);
  const first = roster.set(rosterEntry(1, { kind: "message" }));
  expect(isNote(first)).toBe(false);
  const second = roster.set(rosterEntry(2, { kind: "note", scripts: 3 }));
  expect(isNote(second)).toBe(true);
  roster.delete(2);
  expect(isNote(second)).toBe(false);
});

test("a record that takes the row of another one leaves its thread in order", () => {
  const roster = new Roster();
  const ids = ["a", "b", "c"];
  for (const [row, id] of ids.entries()) {
    roster.set(rosterEntry(row, { id, thread: "x", happenedAt: 1 }));
  }
  roster.set(rosterEntry(0, { id: "d", thread: "x", happenedAt: 1 }));
  const before = roster.threads.beside(0, -1, { count: 9, where: () => true });
  expect(before).toEqual([2, 1]);
});

test.each([0, 100_000])(
  "100,000 records in threads take at most 38 bytes each, with room for %i at first",
  (expected) => {
    const random = seededRandom(seed);
    const roster = new Roster(expected);
    for (let row = 1; row <= 100_000; row += 1) {
      roster.set(
        rosterEntry(row * 3, {
          id: randomUuid(random),
          kind: random.pick(["note", "message"]),
          termCount: 5 + random.below(300),
          thread: `thread ${random.below(1_000)}`,
          happenedAt: Date.UTC(2026, 0, 1) + row * 1_000,
        }),
      );
    }
    expect(roster.bytes / 100_000).toBeLessThanOrEqual(38);
  },
);
