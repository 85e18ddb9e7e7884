import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * A text as a constant of a statement that takes no parameters. It means the same whether
 * `standard_conforming_strings` is on or off: where there is a backslash, it is written as an
 * escape string.
 */
export function textLiteral(text: string): RawBuilder<unknown> {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return sql.raw(text.includes("\\") ? ` E${quoted.replaceAll("\\", String.raw`\\`)}` : quoted);
}
