import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sqliteStore } from "@kioku/store-sqlite";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { planStep } from "../crash/plan-step.ts";
import { performStep } from "../crash/step.ts";
import { wholeFile } from "../crash/whole-file.ts";
import { emptyWorld } from "../crash/world.ts";
import { temporaryDirectory } from "./support.ts";

const SEARCHABLE = "(select min(row) from records where term_count > 1)";
const KEYWORDS = `(select row * 4096 + min(term_count, 4095) from records where row = ${SEARCHABLE})`;
const OF_KEYWORDS = `from postings where doc = ${KEYWORDS} group by doc`;
const DROP =
  "insert into keywords (keywords, rowid, terms) " +
  `select 'delete', doc, group_concat(term, ' ') ${OF_KEYWORDS}`;
const ENDED = "(select min(row) from history where change <> 'deleted')";

/** Work that a crash could leave undone, as SQL, and the expected finding. */
const DEFECTS: readonly (readonly [string, string])[] = [
  ["insert into strength values (99999999, 1, 0, null)", "1 strength without a record"],
  [DROP, "1 searchable records without keywords"],
  ["insert into keywords (rowid, terms) values (409600000001, 'x')", "1 keywords without a record"],
  [
    `insert into keywords (rowid, terms) select doc, 'x' || max(term) ${OF_KEYWORDS}`,
    "1 keywords with another number of terms than their record",
  ],
  [
    `insert into keywords (rowid, terms) select doc, max(term) || '9' ${OF_KEYWORDS}`,
    "1 keywords of another scope than their record",
  ],
  [
    "update records set text_hash = null, term_count = 0 where row = (select min(row & ((1 << 36) - 1)) from vectors)",
    "vectors without a searchable record",
  ],
  [
    "update vectors set vec = zeroblob(3) where row = (select min(row) from vectors)",
    "1 vectors without a space, or of another",
  ],
  ["delete from spaces where id = 1", "vectors without a space, or of another width"],
  [
    "update spaces set vectors = vectors + 1 where id = 1",
    "spaces with another number of vectors than they count",
  ],
  [
    "update touched set change = change + (1 << 40) where row = (select min(row) from touched)",
    "touched records whose transactions do not count up",
  ],
  [
    "update records set version = version + 1 where row = (select min(row) from records)",
    "1 records that are not the version after their history",
  ],
  [`update history set version = 1000 where row = ${ENDED}`, "1 histories that do not count up"],
  [
    "delete from history where row = (select row from history where change = 'deleted' limit 1)",
    "histories without a record or a deletion",
  ],
  ["update scopes set terms = terms + 1 where id = 1", "1 scopes with another number of records"],
  ["update scopes set documents = 0 where id = 1", "1 scopes with another number of records"],
];

/** One file, made once. */
const sample = await sampleBytes();

async function sampleBytes(): Promise<Buffer> {
  const directory = mkdtempSync(join(tmpdir(), "kioku-torture-"));
  const path = join(directory, "whole.db");
  const store = sqliteStore({ path });
  await store.open();
  const world = emptyWorld();
  for (let step = 0; step < 30; step += 1) {
    await performStep(store, planStep(world, { seed: 1, largest: 10, scrubs: false }));
  }
  await store.close();
  const bytes = readFileSync(path);
  rmSync(directory, { recursive: true });
  return bytes;
}

/** A copy of its own. */
function sampleFile(): string {
  const path = join(temporaryDirectory(), "whole.db");
  writeFileSync(path, sample);
  return path;
}

test("a file that nothing happened to is whole", () => {
  expect(wholeFile(sampleFile())).toEqual({ torn: [], corrupt: [] });
});

test.each(DEFECTS)("a file is not whole after: %s", (sql, said) => {
  const path = sampleFile();
  const database = new Driver(path);
  database.pragma("foreign_keys = off");
  const { changes } = database.prepare(sql).run();
  database.close();
  expect(changes).toBeGreaterThan(0);
  expect(wholeFile(path).torn.join("; ")).toContain(said);
});

test("a keyword index that lost a list of postings is corrupt", () => {
  const path = sampleFile();
  const database = new Driver(path);
  // Otherwise what FTS5 keeps may not be touched.
  database.unsafeMode();
  // Beyond the rows that hold its structure.
  const { changes } = database.prepare("delete from keywords_data where id > 10").run();
  database.close();
  expect(changes).toBeGreaterThan(0);
  expect(wholeFile(path).corrupt.join("; ")).toContain("keyword index");
});
