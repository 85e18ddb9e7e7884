import { sql } from "kysely";

import { compile } from "../sql/compile.js";
import { namesIn, SCOPED_TABLES } from "../sql/names.js";
import { checkedName, checkNames } from "./check-options.js";

/** Options of `grantsSql`. */
export interface GrantsOptions {
  /** The role that a program connects as. It has to exist. */
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
 * Returns the statements that let a role read and write memories, and nothing more: migrating,
 * building indexes and dropping spaces stay with the owner of the schema, who runs them once.
 * @throws `invalid-input` if a name is invalid.
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
    // Spaces belong to all tenants: only the owner drops them and maintains.
    sql`revoke all on ${names.spaces}, ${names.claims} from ${to}`,
    sql`grant select, insert, update (state) on ${names.spaces} to ${to}`,
    // Some layouts have none, and a role may have revoked them from the public.
    sql`grant execute on all functions in schema ${sql.id(schema)} to ${to}`,
    sql`grant usage on sequence ${names.record_numbers} to ${to}`,
  ].map((statement) => compile(statement).text);
}
