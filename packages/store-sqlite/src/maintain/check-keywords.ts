import { unpackTerms } from "../schema/packed-terms.js";
import { keywordToken } from "../schema/rows.js";
import type { SqlRows } from "../sql/sql-text.js";

/** Rows per statement, some milliseconds. */
const RECORDS_PER_READ = 256;
const TOKENS_PER_READ = 2_048;

const VOCABULARY = "temp.keyword_counts";
const DROP = `drop table if exists ${VOCABULARY}`;
const TOKENS = `select term, cnt from ${VOCABULARY} where term > ? order by term limit ${TOKENS_PER_READ}`;

interface TokenCount {
  readonly term: string;
  readonly cnt: number;
}

interface TermsRow {
  readonly row: number;
  readonly scope: number;
  readonly terms: Uint8Array;
  readonly content: string;
}

/**
 * Compares the keyword index with the terms of all records by checksums of tokens, because FTS5
 * keeps no text that it could compare itself with. Runs in a transaction that is rolled back.
 */
export async function checkKeywords(sql: SqlRows, schema: string): Promise<readonly string[]> {
  const ofRecords = await sumOfRecords(sql, schema);
  const ofIndex = await sumOfIndex(sql, schema);
  return ofRecords.equals(ofIndex) ? [] : ["the keyword index has other terms than the records"];
}

async function sumOfRecords(sql: SqlRows, schema: string): Promise<Checksum> {
  const sum = new Checksum();
  const portion =
    `select row, scope, terms, content from ${schema}.records ` +
    `where row > ? and terms is not null order by row limit ${RECORDS_PER_READ}`;
  let last: number | undefined = 0;
  while (last !== undefined) {
    const rows: readonly TermsRow[] = await sql.rows<TermsRow>(portion, last);
    for (const { scope, terms, content } of rows) {
      for (const term of unpackTerms(terms, content)) sum.add(keywordToken(term, scope), 1);
    }
    last = rows.at(-1)?.row;
  }
  return sum;
}

async function sumOfIndex(sql: SqlRows, schema: string): Promise<Checksum> {
  const sum = new Checksum();
  await sql.rows(DROP);
  await sql.rows(
    `create virtual table ${VOCABULARY} using fts5vocab('${schema}', 'keywords', 'row')`,
  );
  let last: string | undefined = "";
  while (last !== undefined) {
    const tokens: readonly TokenCount[] = await sql.rows<TokenCount>(TOKENS, last);
    for (const { term, cnt } of tokens) sum.add(term, cnt);
    last = tokens.at(-1)?.term;
  }
  await sql.rows(DROP);
  return sum;
}

const FNV_PRIME = 16_777_619;
const SEEDS: readonly [number, number] = [0x81_1c_9d_c5, 0x9e_37_79_b1];

/** Sums of two hashes of 32 bits of all tokens, in any order. */
class Checksum {
  #first = 0;
  #second = 0;

  add(token: string, count: number): void {
    let [first, second] = SEEDS;
    for (let index = 0; index < token.length; index += 1) {
      const unit = token.charCodeAt(index);
      first = Math.imul(first ^ unit, FNV_PRIME);
      second = Math.imul(second ^ unit, FNV_PRIME);
    }
    this.#first = (this.#first + Math.imul(first ^ (first >>> 15), count)) | 0;
    this.#second = (this.#second + Math.imul(second ^ (second >>> 13), count)) | 0;
  }

  equals(other: Checksum): boolean {
    return this.#first === other.#first && this.#second === other.#second;
  }
}
