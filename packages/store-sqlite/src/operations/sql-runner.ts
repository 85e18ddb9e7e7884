import type { Database } from "better-sqlite3";

import type { Connection, SqlValue } from "../sql/connection.js";

/** Whatever runs statements. */
export interface SqlRows {
  /** The rows of a statement; none where it has no rows. */
  rows<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<Row[]>;
}

/** Runs statements on the whole file that take long, one after another on one connection. */
export interface SqlRunner extends SqlRows {
  /** Whether the event loop goes on meanwhile. */
  readonly isElsewhere: boolean;
  /** Gives back what it took; it takes it again when it is next used. */
  end(): Promise<void>;
}

/** Runs statements on a connection that others use, too: they have to wait meanwhile. */
export function runOn(database: Database): SqlRunner {
  return {
    isElsewhere: false,
    rows: async <Row>(sql: string, ...parameters: readonly SqlValue[]) => {
      const statement = database.prepare(sql);
      if (statement.reader) return statement.all(...parameters) as Row[];
      statement.run(...parameters);
      return [];
    },
    end: () => Promise.resolve(),
  };
}

/** The same for short statements of ours on a connection of the store. */
export function rowsOf(connection: Connection): SqlRows {
  return {
    rows: async <Row>(sql: string, ...parameters: readonly SqlValue[]) =>
      connection.all<Row>(sql, ...parameters),
  };
}
