import type { TableEntry } from "../../src/index/record-table.js";
import type { Random } from "./random.js";

const IDS = ["", "a", "A", "é", "\uFFFF", "\u{10000}", "00000000-0000-0000-0000-00000000000g"];

/** A record with nothing special. */
export function tableEntry(row: number, fields: Partial<TableEntry> = {}): TableEntry {
  return {
    row,
    scope: 1,
    id: `id-${row}`,
    kind: "note",
    traits: 1,
    speaker: null,
    termCount: 10,
    thread: null,
    happenedAt: row,
    archivedAt: null,
    expiresAt: null,
    validFrom: null,
    validTo: null,
    ...fields,
  };
}

/** A UUID in lower case. */
export function randomUuid(random: Random): string {
  const word = (): string =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, "0");
  const digits = word() + word() + word() + word();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-");
}

/** A UUID, mostly; else some text, or a UUID in upper case. */
export function randomId(random: Random): string {
  if (random.chance(0.1)) return random.pick(IDS);
  const uuid = randomUuid(random);
  return random.chance(0.1) ? uuid.toUpperCase() : uuid;
}

/** A record whose every field may differ from those of others. */
export function randomEntry(random: Random, row: number): TableEntry {
  const instant = (): number | null => (random.chance(0.3) ? random.below(10) : null);
  return {
    row,
    scope: random.pick([7, 7, 7, 3, 12, 70_000]),
    id: randomId(random),
    kind: random.pick(["note", "message", "", "1:note"]),
    traits: random.pick([null, 0, 1, 511, 2_147_483_647]),
    speaker: random.pick([null, null, "Ana", "", "1"]),
    termCount: random.pick([0, 1, 30, 254, 255, 65_534, 65_535, 100_000]),
    thread: random.chance(0.5) ? random.pick(["x", "y", "", "7/x"]) : null,
    happenedAt: random.below(10) * (random.chance(0.1) ? 2 ** 50 : 1) - 3,
    archivedAt: instant(),
    expiresAt: instant(),
    validFrom: instant(),
    validTo: instant(),
  };
}
