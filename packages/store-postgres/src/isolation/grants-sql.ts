import { sql } from "kysely";

import { checkedName, checkNames } from "../open/check-options.js";
import { compile } from "../sql/compile.js";
import { namesIn, SCOPED_TABLES } from "../sql/names.js";

/** What `grantsSql` takes. */
export interface GrantsOptions {
  /** The role that a program connects as. It has to be there. */
  readonly role: string;
  /**
   * The schema of the store.
   * @defaultValue "kioku"
   */
  readonly schema?: string | undefined;
  /**
   * The schema that has the vector extension.
   * @defaultValue "public"
   */
  readonly extensionSchema?: string | undefined;
}

const NAMES: readonly (keyof GrantsOptions)[] = ["role", "schema", "extensionSchema"];

/**
 * The statements that give a role what a store needs, and nothing more: it can read and write
 * memories. It cannot migrate, build indexes or drop spaces, which belong to all. An owner of the
 * schema runs them, once.
 * @throws `invalid-input` if a name cannot be one.
 */
export function grantsSql(options: GrantsOptions): readonly string[] {
  checkNames("grantsSql", options, NAMES);
  const { role, schema = "kioku", extensionSchema = "public" } = options;
  checkedName("role", role);
  checkedName("schema", schema);
  checkedName("extensionSchema", extensionSchema);
  const names = namesIn(schema, extensionSchema);
  const to = sql.id(role);
  const tables = SCOPED_TABLES.map((table) => names[table]);
  return [
    sql`grant usage on schema ${sql.id(schema)} to ${to}`,
    sql`grant usage on schema ${sql.id(extensionSchema)} to ${to}`,
    sql`grant select on ${names.migrations} to ${to}`,
    sql`grant select, insert, update, delete on ${sql.join(tables)} to ${to}`,
    // Spaces belong to all tenants: dropping one, which takes the vectors of all, is for the owner,
    // as maintaining is.
    sql`revoke all on ${names.spaces}, ${names.claims} from ${to}`,
    sql`grant select, insert, update (state) on ${names.spaces} to ${to}`,
    // There are none in some layouts, and a role may have taken them from everybody.
    sql`grant execute on all functions in schema ${sql.id(schema)} to ${to}`,
    sql`grant usage on sequence ${names.record_numbers} to ${to}`,
  ].map((statement) => compile(statement).text);
}
