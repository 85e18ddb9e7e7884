import type { Database } from "better-sqlite3";
import Driver from "better-sqlite3";

/*
 * All that the harnesses know of how the store lays out its file. Each query counts what must not
 * be there: parts of a record without the others. A row of `vectors` is space * 2^36 + row of the
 * record; the record of a row of `keywords` is its rowid / 4096, and its tokens end in its scope.
 */
const ENTRIES = `(select doc, count(*) as terms, min(of_scope) as least, max(of_scope) as most
  from (select doc, substr(term, instr(term, char(31)) + 1) as of_scope from postings) group by doc)`;
const PARTS: Readonly<Record<string, string>> = {
  "strength without a record": `
    select count(*) from strength where record not in (select row from records)`,
  "records with an idempotency key of another scope": `
    select count(*) from idempotency_keys as k left join records as r on r.row = k.record
    where r.scope is not k.scope`,
  "searchable records without keywords": `
    select count(*) from records where term_count > 0 and
      row * 4096 + min(term_count, 4095) not in (select doc from postings)`,
  "keywords without a record": `
    select count(*) from ${ENTRIES} as k left join records as r on r.row = k.doc / 4096
    where r.row is null or r.text_hash is null or k.doc % 4096 <> min(r.term_count, 4095)`,
  "keywords with another number of terms than their record": `
    select count(*) from ${ENTRIES} as k join records as r on r.row = k.doc / 4096
    where k.terms <> r.term_count`,
  "keywords of another scope than their record": `
    select count(*) from ${ENTRIES} as k join records as r on r.row = k.doc / 4096
    where cast(k.least as integer) <> r.scope or k.least <> k.most`,
  "vectors without a searchable record": `
    select count(*) from vectors as v left join records as r on r.row = v.row & ((1 << 36) - 1)
    where r.text_hash is null`,
  "vectors without a space, or of another width": `
    select count(*) from vectors as v left join spaces as s on s.id = v.row >> 36
    where s.id is null or length(v.vec) not between 2 * s.dimensions and 4 * s.dimensions + 1`,
  "spaces with another number of vectors than they count": `
    select count(*) from spaces as s where s.vectors <>
      (select count(*) from vectors as v where v.row >> 36 = s.id)`,
  "touched records whose transactions do not count up": `
    select count(*) from touched as t join touched as later on later.row = t.row + 1
    where later.change < t.change`,
  "records that are not the version after their history": `
    select count(*) from records as r where r.version <>
      1 + (select count(*) from history as h where h.scope = r.scope and h.id = r.id)`,
  "histories that do not count up from 1": `
    select count(*) from (select min(version) as first, max(version) as last, count(*) as versions
    from history group by scope, id) where first <> 1 or last <> versions`,
  "histories without a record or a deletion": `
    select count(*) from history as h where h.change <> 'deleted'
      and not exists (select 1 from records as r where r.scope = h.scope and r.id = h.id)
      and not exists (select 1 from history as d
        where d.scope = h.scope and d.id = h.id and d.change = 'deleted')`,
  "scopes with another number of records, texts or terms than they count": `
    select count(*) from (select s.records as records, s.documents as documents, s.terms as terms,
      count(r.row) as record_rows, count(r.text_hash) as document_rows,
      coalesce(sum(r.term_count), 0) as term_rows
    from scopes as s left join records as r on r.scope = s.id group by s.id)
    where records <> record_rows or documents <> document_rows or terms <> term_rows`,
  "rows that name what is not there": "select count(*) from pragma_foreign_key_check()",
};

/** Problems of a file; both lists are empty if it is whole. */
export interface FileDefects {
  /** Parts of records without the others. */
  readonly torn: readonly string[];
  /** Problems that SQLite and FTS5 report of their own structures. */
  readonly corrupt: readonly string[];
}

/** Looks at a file, which may be open elsewhere, with a connection of its own. Changes nothing. */
export function wholeFile(path: string): FileDefects {
  const database = new Driver(path);
  try {
    return { corrupt: corruptionIn(database), torn: tornIn(database) };
  } finally {
    database.close();
  }
}

function tornIn(database: Database): string[] {
  return Object.entries(PARTS).flatMap(([what, sql]) => {
    const count = countOf(database, sql);
    return count === 0 ? [] : [`${count} ${what}`];
  });
}

/** Returns 0 for what cannot be read: that is corrupt, and SQLite says so itself. */
function countOf(database: Database, sql: string): number {
  try {
    return Number(database.prepare(sql).pluck().get());
  } catch (error) {
    if (error instanceof Driver.SqliteError && error.code.startsWith("SQLITE_CORRUPT")) return 0;
    throw error;
  }
}

function corruptionIn(database: Database): string[] {
  const found = database.pragma("integrity_check") as readonly {
    readonly integrity_check: string;
  }[];
  const lines = found.map((row) => row.integrity_check).filter((line) => line !== "ok");
  try {
    // A command that writes nothing.
    database.exec("insert into keywords (keywords, rank) values ('integrity-check', 1)");
  } catch (error) {
    lines.push(`keyword index: ${error instanceof Error ? error.message : String(error)}`);
  }
  return lines;
}
