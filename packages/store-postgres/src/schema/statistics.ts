import { sql, type RawBuilder } from "kysely";

import { SCOPED_TABLES, type Names, type ObjectName } from "../sql/names.js";

/** Columns with texts of users, their hashes, or values computed from them; beside `scope`. */
const PRIVATE_COLUMNS: Readonly<Partial<Record<ObjectName, readonly string[]>>> = {
  records: [
    "key",
    "kind",
    "thread",
    "speaker",
    "actor",
    "cause",
    "content_hash",
    "text_hash",
    "sources",
    "metadata",
    "value",
    "content",
    "terms",
  ],
  idempotency_keys: ["key"],
  history: ["actor", "cause", "snapshot"],
  vectors: ["embedding"],
  tombstones: ["hash"],
  segments: ["numbers"],
  postings: ["term", "block"],
};

/**
 * Returns the statements that keep values of users out of the statistics of a database. Those of
 * ids stay: without them a join by scope and id would be planned as if it found many rows.
 */
export function privateStatistics(names: Names): readonly RawBuilder<unknown>[] {
  return SCOPED_TABLES.map(
    (table) => sql`
alter table ${names[table]} ${withoutStatistics(table)}`,
  );
}

/** Returns the changes of a table that keep values of users out of the statistics. */
export function withoutStatistics(like: ObjectName): RawBuilder<unknown> {
  const columns = ["scope", ...(PRIVATE_COLUMNS[like] ?? [])];
  return sql.join(columns.map((column) => sql`alter column ${sql.id(column)} set statistics 0`));
}

/** Returns the statement that keeps vectors out of the statistics of an index of an expression. */
export function withoutIndexStatistics({ schema }: Names, index: string): RawBuilder<unknown> {
  return sql`alter index ${sql.id(schema, index)} alter column 1 set statistics 0`;
}
