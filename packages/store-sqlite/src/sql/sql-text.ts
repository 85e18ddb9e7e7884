/** Value of a parameter. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** A piece of SQL and its parameters, in order. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** Joins pieces with static SQL between them. */
export function sqlText(
  texts: TemplateStringsArray,
  ...pieces: readonly (SqlFragment | SqlValue)[]
): SqlFragment {
  let sql = texts[0] ?? "";
  const parameters: SqlValue[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (isFragment(piece)) {
      sql += piece.sql;
      parameters.push(...piece.parameters);
    } else {
      sql += "?";
      parameters.push(piece);
    }
    sql += texts[index + 1] ?? "";
  }
  return { sql, parameters };
}

function isFragment(piece: SqlFragment | SqlValue): piece is SqlFragment {
  return typeof piece === "object" && piece !== null && "sql" in piece;
}

/** Anything that runs statements. */
export interface SqlRows {
  /** Returns the rows of a statement, none if it has no result. */
  rows<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<Row[]>;
}

/** Runs long statements on the whole file, one after another on one connection. */
export interface SqlRunner extends SqlRows {
  /** True if the event loop goes on meanwhile. */
  readonly isElsewhere: boolean;
  /** Releases its resources; the next use acquires them again. */
  end(): Promise<void>;
}
