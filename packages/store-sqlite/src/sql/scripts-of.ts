import { sql } from "kysely";
import type { AliasedRawBuilder } from "kysely";

/** The scripts of a record under an alias of `records`; `null` where it is not searchable. */
export function scriptsOf(records: "r" | "n"): AliasedRawBuilder<number | null, "scripts"> {
  const column = (name: string) => sql.ref(`${records}.${name}`);
  return sql<number | null>`iif(${column("text_hash")} is null, null, ${column("scripts")})`.as(
    "scripts",
  );
}
