import { sql, type RawBuilder } from "kysely";

import type { Dialect } from "../index/dialect.js";
import { pgvector } from "../index/pgvector.js";
import { compile } from "../sql/compile.js";
import { namesIn, SCOPED_TABLES, TABLE_NAMES, type ObjectName } from "../sql/names.js";
import { checkedDialect, checkedName, checkNames } from "./check-options.js";

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
  /**
   * As in `PostgresStoreOptions`.
   * @defaultValue pgvector
   */
  readonly dialect?: Dialect | undefined;
}

/** Tables of scopes of which a program changes no row. */
const KEPT: ReadonlySet<ObjectName> = new Set<ObjectName>(["vector_tables", "tombstones"]);
const NAMES: readonly (keyof GrantsOptions)[] = ["role", "schema", "extensionSchema", "dialect"];

/**
 * Returns the statements that let a role read and write memories, and nothing more: migrating,
 * building indexes and dropping spaces stay with the owner of the schema, who runs them once.
 * @throws `invalid-input` if a name is invalid.
 */
export function grantsSql(options: GrantsOptions): readonly string[] {
  checkNames("grantsSql", options, NAMES);
  const { role, schema = "kioku", extensionSchema = "public" } = options;
  const { nodes } = checkedDialect(options.dialect ?? pgvector);
  checkedName("role", role);
  checkedName("schema", schema);
  checkedName("extensionSchema", extensionSchema);
  const names = namesIn(schema, extensionSchema);
  const to = sql.id(role);
  const tables = SCOPED_TABLES.filter((table) => !KEPT.has(table)).map((table) => names[table]);
  // Citus counts the spaces itself, by the rights of the role.
  const numbered = nodes ? sql`id, ` : sql``;
  return [
    sql`grant usage on schema ${sql.id(schema)} to ${to}`,
    sql`grant usage on schema ${sql.id(extensionSchema)} to ${to}`,
    sql`grant select on ${names.migrations} to ${to}`,
    sql`grant select, insert, update, delete on ${sql.join(tables)} to ${to}`,
    // Spaces and own tables belong to all tenants: only the owner moves and drops them.
    sql`revoke all on ${names.spaces}, ${names.claims}, ${names.vector_tables}, ${names.tombstones} from ${to}`,
    sql`grant select, insert (${numbered}name, dimensions, state), update (state) on ${names.spaces} to ${to}`,
    sql`grant select, delete on ${names.vector_tables} to ${to}`,
    // Erased records must not come back.
    sql`grant select, insert on ${names.tombstones} to ${to}`,
    // Some layouts have none, and a role may have revoked them from the public.
    sql`grant execute on all functions in schema ${sql.id(schema)} to ${to}`,
    ...(nodes ? [sql`grant usage on sequence ${sql.id(schema, "spaces_id_seq")} to ${to}`] : []),
    ofOwnTables(schema, role),
  ].map((statement) => compile(statement).text);
}

/** Returns the statement for tables of large scopes; `maintain` copies privileges to new ones. */
function ofOwnTables(schema: string, role: string): RawBuilder<unknown> {
  const to = compile(sql.id(role)).text.replaceAll("%", "%%");
  const grant = `grant select, insert, update, delete on %s to ${to}`;
  return sql`do $grants$ declare own regclass; begin
  for own in select oid from pg_class where relnamespace = ${sql.lit(compile(sql.id(schema)).text)}::regnamespace
    and relkind = 'r' and relname ~ ${sql.lit(`^${TABLE_NAMES}$`)}
  loop execute format(${sql.lit(grant)}, own); end loop; end $grants$`;
}
