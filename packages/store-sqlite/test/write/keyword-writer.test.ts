import Driver from "better-sqlite3";
import type { Database } from "better-sqlite3";
import { beforeEach, expect, test } from "vitest";

import { INITIAL_SCHEMA } from "../../src/schema/0001-initial.js";
import { keywordRowid } from "../../src/schema/rows.js";
import { Connection } from "../../src/sql/connection.js";
import { KeywordWriter } from "../../src/write/keyword-writer.js";

const scope = 7;
const noPause = (): undefined => undefined;

let database: Database;
let connection: Connection;

beforeEach(() => {
  database = new Driver(":memory:");
  database.exec(INITIAL_SCHEMA);
  connection = new Connection(database, 0);
});

/** Writes in one transaction. */
async function write(work: (keywords: KeywordWriter) => void): Promise<void> {
  const keywords = new KeywordWriter(connection);
  await connection.write(async () => {
    work(keywords);
    await keywords.flush(noPause);
  });
}

/** Rowids by term, as searches see them. */
function postings(): unknown[] {
  return database.prepare("select term, doc from postings order by doc, term").raw().all();
}

/** Counts the segments that FTS5 has written. */
function segments(): number {
  const count = "select count(distinct id >> 37) from keywords_data where id > 10";
  return Number(database.prepare(count).pluck().get());
}

test("a record is found by each of its terms, as often as it has them", async () => {
  await write((keywords) => {
    keywords.add({ scope, row: 1 }, ["b", "a", "b"]);
    keywords.add({ scope, row: 2 }, []);
  });
  const rowid = keywordRowid(1, 3);
  expect(postings()).toEqual([
    ["a\u001F7", rowid],
    ["b\u001F7", rowid],
    ["b\u001F7", rowid],
  ]);
});

test("what one transaction adds and drops again leaves the index as it was", async () => {
  await write((keywords) => keywords.add({ scope, row: 1 }, ["a"]));
  await write((keywords) => {
    keywords.drop({ scope, row: 1 }, ["a"]);
    keywords.add({ scope, row: 1 }, ["a"]);
    keywords.add({ scope, row: 2 }, ["b"]);
    keywords.drop({ scope, row: 2 }, ["b"]);
  });
  expect(postings()).toEqual([["a\u001F7", keywordRowid(1, 1)]]);
});

test("another text of the same length takes the place of the one before", async () => {
  await write((keywords) => keywords.add({ scope, row: 1 }, ["a"]));
  await write((keywords) => {
    keywords.drop({ scope, row: 1 }, ["a"]);
    keywords.add({ scope, row: 1 }, ["b"]);
    keywords.drop({ scope, row: 1 }, ["b"]);
    keywords.add({ scope, row: 1 }, ["c"]);
  });
  expect(postings()).toEqual([["c\u001F7", keywordRowid(1, 1)]]);
});

test("records that move to new rows in any order are one segment more", async () => {
  const rows = Array.from({ length: 40 }, (_, n) => ((n * 17) % 40) + 1);
  await write((keywords) => {
    for (const row of rows) keywords.add({ scope, row }, ["old"]);
  });
  expect(segments()).toBe(1);
  await write((keywords) => {
    for (const row of rows) {
      keywords.drop({ scope, row }, ["old"]);
      keywords.add({ scope, row: row + 100 }, ["new"]);
    }
  });
  expect(segments()).toBeLessThanOrEqual(2);
  expect(postings()).toHaveLength(40);
});

test("postings of many records are overwritten in several steps, between which others can work", async () => {
  const rows = Array.from({ length: 4_000 }, (_, n) => n + 1);
  await write((keywords) => {
    for (const row of rows) keywords.add({ scope, row }, ["some", "words"]);
  });
  const sizes = new Set<unknown>();
  const size = database.prepare("select sum(length(block)) from keywords_data").pluck();
  await connection.write(async () => {
    const keywords = new KeywordWriter(connection);
    for (const row of rows) keywords.drop({ scope, row }, ["some", "words"]);
    await keywords.flush(() => {
      sizes.add(size.get());
      return undefined;
    });
  });
  expect(sizes.size).toBeGreaterThan(5);
  expect(postings()).toEqual([]);
});

test("a long text is in parts of at most 1,024 terms, and all of them go with it", async () => {
  const terms = Array.from({ length: 5_000 }, (_, n) => `n${n % 1_500}`);
  await write((keywords) => keywords.add({ scope, row: 3 }, terms));
  const parts = database.prepare("select doc, count(*) from postings group by doc order by doc");
  const first = 3 * 4096 + 2048;
  expect(parts.raw().all()).toEqual([
    [first, 1_024],
    [first + 1, 1_024],
    [first + 2, 1_024],
    [first + 3, 1_024],
    [first + 4, 904],
  ]);
  expect(postings()).toHaveLength(5_000);
  await write((keywords) => {
    keywords.drop({ scope, row: 3 }, terms);
    keywords.add({ scope, row: 3 }, terms.slice(0, 3_000));
  });
  expect(postings()).toHaveLength(3_000);
  await write((keywords) => {
    keywords.drop({ scope, row: 3 }, terms.slice(0, 3_000));
    keywords.add({ scope, row: 3 }, terms);
    keywords.drop({ scope, row: 3 }, terms);
    keywords.add({ scope, row: 3 }, ["short"]);
  });
  expect(postings()).toEqual([["short\u001F7", keywordRowid(3, 1)]]);
});

test("what is written again as it was writes nothing", async () => {
  await write((keywords) => keywords.add({ scope, row: 1 }, ["a", "b"]));
  const before = segments();
  await write((keywords) => {
    keywords.drop({ scope, row: 1 }, ["a", "b"]);
    keywords.add({ scope, row: 1 }, ["a", "b"]);
  });
  expect(segments()).toBe(before);
});

test("dropped terms are in no page of the index", async () => {
  await write((keywords) => {
    keywords.add({ scope, row: 1 }, ["kept", "xsecretx"]);
    keywords.add({ scope, row: 2 }, ["xsecretx", "other"]);
  });
  await write((keywords) => keywords.drop({ scope, row: 1 }, ["kept", "xsecretx"]));
  await write((keywords) => keywords.drop({ scope, row: 2 }, ["xsecretx", "other"]));
  const blocks = database.prepare("select block from keywords_data").pluck().all() as Buffer[];
  expect(Buffer.concat(blocks).includes("secret")).toBe(false);
});
