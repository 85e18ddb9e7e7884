import type { RecordPlace } from "../record/record-place.js";
import type { Connection } from "../sql/connection.js";
import { keywordRowid } from "./keyword-rowid.js";
import { keywordToken } from "./keyword-token.js";

// FTS5 wants rowids that are integers; the driver binds all numbers as doubles.
const INSERT = "insert into keywords (rowid, terms) values (cast(? as integer), ?)";
const DELETE = "delete from keywords where rowid = cast(? as integer)";

/** Makes a record findable by these terms. */
export function indexTerms(
  connection: Connection,
  { scope, row }: RecordPlace,
  terms: readonly string[],
): void {
  if (terms.length === 0) return;
  const tokens = terms.map((term) => keywordToken(term, scope)).join(" ");
  connection.run(INSERT, keywordRowid(row, terms.length), tokens);
}

/** Makes a record with that many terms not findable by them any more. */
export function unindexTerms(connection: Connection, row: number, termCount: number): void {
  if (termCount > 0) connection.run(DELETE, keywordRowid(row, termCount));
}
