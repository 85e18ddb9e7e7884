import type { SqlValue } from "./connection.js";

/** A piece of SQL and the parameters in it, in order. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** Joins pieces; what lies between them is SQL of ours. */
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
