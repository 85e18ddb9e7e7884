/** @module-tag long */
import { readFileSync, writeFileSync } from "node:fs";

import { testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { writeBoth } from "../support/secret-records.js";
import { writeSome } from "../support/some-records.js";
import { temporaryFile } from "../support/temporary-directory.js";

/** Makes a file with records, lets someone spoil it, and answers with what the check says. */
async function problemsAfter(spoil: (path: string) => void): Promise<readonly string[]> {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await writeSome(store, 0, 300);
  expect(await store.integrityCheck()).toEqual({ ok: true, problems: [] });
  await store.close();
  spoil(path);
  const again = sqliteStore({ path });
  await again.open();
  const { ok, problems } = await again.integrityCheck();
  expect(ok).toBe(problems.length === 0);
  await again.close();
  return problems;
}

test("a sound file passes the check again after records were deleted", async () => {
  const store = sqliteStore({ path: temporaryFile() });
  await store.open();
  for (let n = 0; n < 12; n += 1) await writeSome(store, n, n + 1);
  expect(await store.integrityCheck()).toEqual({ ok: true, problems: [] });
  for (let n = 0; n < 12; n += 1) {
    const { scope, id, updatedAt: at } = testRecord(n);
    await store.write([{ op: "delete", scope, id, at, purge: n % 2 === 0 }]);
    expect(await store.integrityCheck()).toEqual({ ok: true, problems: [] });
  }
  await store.close();
});

/** Someone who runs SQL by hand. */
function byHand(sql: string): (path: string) => void {
  return (path) => {
    const database = new Driver(path);
    database.pragma("foreign_keys = off");
    database.unsafeMode();
    database.pragma("writable_schema = on");
    database.exec(sql);
    database.close();
  };
}

const LAST_KEYWORDS = "from postings where doc in (select max(doc) from postings)";
const DROP_LAST_KEYWORDS =
  "insert into keywords (keywords, rowid, terms) " +
  `select 'delete', doc, group_concat(term, ' ') ${LAST_KEYWORDS}`;

const SPOILED: Readonly<Record<string, readonly [sql: string, problem: RegExp]>> = {
  "a counter of records": ["update scopes set records = records - 1", /^1 scopes count/u],
  "a counter of documents": ["update scopes set documents = 7", /^1 scopes count/u],
  "a counter of terms": ["update scopes set terms = terms + 1", /^1 scopes count/u],
  "a counter of an empty scope": [
    "insert into scopes (path, records) values ('/nobody', 3)",
    /^1 scopes count/u,
  ],
  "a counter of vectors": ["update spaces set vectors = 299", /^1 spaces count/u],
  "an idempotency key of nobody": [
    "insert into idempotency_keys (scope, key, record) values (1, 'once', 99999)",
    /^1 idempotency keys are of no record/u,
  ],
  "a record without keywords": [
    `${DROP_LAST_KEYWORDS} group by doc`,
    /^1 records are not in the keyword index/u,
  ],
  "keywords of nobody": [
    "insert into keywords (rowid, terms) values (4096 * 99999 + 1, 'word')",
    /^1 entries of the keyword index/u,
  ],
  "keywords that are too many": [
    "insert into keywords (rowid, terms) select min(doc), 'more' from postings",
    /^1 entries of the keyword index/u,
  ],
  "a keyword index that is not of its texts": [
    `create temp table last as select doc, group_concat(term, ' ') as terms ${LAST_KEYWORDS} group by doc; ` +
      `${DROP_LAST_KEYWORDS} group by doc; insert into keywords (rowid, terms) ` +
      "select doc, replace(terms, 'word', 'sword') from last",
    /^the keyword index has other terms/u,
  ],
  "a vector of nobody": [
    "insert into vectors select row + 5000, vec from vectors limit 1; update spaces set vectors = 301",
    /^1 vectors are of no searchable record/u,
  ],
  "a vector of no space": [
    "insert into vectors select row + 68719476736 * 9, vec from vectors limit 1",
    /^1 vectors are of no space/u,
  ],
  "a vector that is too short": [
    "update vectors set vec = zeroblob(5) where row in (select min(row) from vectors)",
    /^1 vectors are of no space, or of another width/u,
  ],
  "a strength of nobody": [
    "insert into strength values (99999, 1, 0, null)",
    /^1 strengths are of no record/u,
  ],
  "an index that lacks a row": [
    "update sqlite_schema set sql = 'create index records_by_scope on records (scope) where row <> 7' " +
      "where name = 'records_by_scope'; pragma writable_schema = reset; reindex records_by_scope; " +
      "pragma writable_schema = on; update sqlite_schema set " +
      "sql = 'CREATE INDEX records_by_scope on records (scope)' where name = 'records_by_scope'",
    /missing from index records_by_scope/u,
  ],
};

test.each(Object.keys(SPOILED))("the check finds %s", async (name) => {
  const [sql, problem] = SPOILED[name] ?? ["", /^$/u];
  const problems = await problemsAfter(byHand(sql));
  expect(problems.filter((text) => problem.test(text))).toHaveLength(1);
});

test("a page full of noise is reported, and not thrown", async () => {
  const problems = await problemsAfter((path) => {
    const bytes = readFileSync(path);
    const page = 4_096 * Math.floor(bytes.length / 4_096 / 2);
    writeFileSync(path, bytes.fill(0xa5, page, page + 4_096));
  });
  expect(problems.length).toBeGreaterThan(0);
});

test("no problem shows the text of a memory", async () => {
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  await writeBoth(store);
  byHand(
    "update scopes set records = 0, documents = 0, terms = 0; update spaces set vectors = 0; delete from strength; " +
      "insert into keywords (rowid, terms) select max(doc), 'xsecretx' from postings; update vectors set vec = zeroblob(5); " +
      "insert into strength values (99999, 1, 0, null); update records set trust = 'xsecretx' where 0",
  )(path);
  const { problems } = await store.integrityCheck();
  expect(problems.length).toBeGreaterThan(5);
  expect(problems.join("\n")).not.toMatch(/secret|keepsake|select/u);
  await store.close();
});

test("the check of a store in memory finds nothing wrong either", async () => {
  const store = sqliteStore({ path: ":memory:" });
  await store.open();
  await writeSome(store, 0, 100);
  expect(await store.integrityCheck()).toEqual({ ok: true, problems: [] });
  await store.close();
});

test("a check that is aborted rejects with the reason", async () => {
  const store = sqliteStore({ path: temporaryFile() });
  await store.open();
  const reason = new Error("enough");
  const controller = new AbortController();
  const check = store.integrityCheck({ signal: controller.signal });
  controller.abort(reason);
  await expect(check).rejects.toBe(reason);
  await store.close();
});
