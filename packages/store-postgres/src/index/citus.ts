import { sql, type RawBuilder } from "kysely";

import { compile } from "../sql/compile.js";
import type { Dialect, NodeRules } from "./dialect.js";
import { pgvector } from "./pgvector.js";

type Sql = RawBuilder<unknown>;

/** Rules of Citus, which keeps a schema on one node and can move it to another. */
export const CITUS_NODES: NodeRules = {
  inspect: (schema) => sql`
select citus_is_coordinator() as is_coordinator, exists (
  select from pg_dist_schema as s join pg_namespace as n on n.oid = s.schemaid where n.nspname = ${schema}
) as is_placed`,
  place: (schema) => [
    // Rows are copied as the owner, whom a forced policy would bind, and Citus refuses policies
    // that were made without it. Until others are made nobody else sees a row.
    sql`
do $unbind$ declare bound record; begin
  for bound in select c.oid::regclass as name, p.polname as policy from pg_class as c
    join pg_policy as p on p.polrelid = c.oid
    where c.relnamespace = (select oid from pg_namespace where nspname = ${sql.lit(schema)})
  loop
    execute format('drop policy %I on %s', bound.policy, bound.name);
    execute format('alter table %s no force row level security', bound.name);
  end loop;
end $unbind$`,
    sql`
select citus_schema_distribute(n.oid::regnamespace) from pg_namespace as n where n.nspname = ${sql.lit(schema)}`,
    // The rows that were here are on the node now.
    sql`
select truncate_local_data_after_distributing_table(c.oid::regclass)
from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${sql.lit(schema)} and c.relkind = 'r'`,
    placeFunctions(schema),
  ],
  placeFunctions,
  localSettings: (settings) => {
    const commands = Object.entries(settings).map(
      ([name, value]) => sql`set local ${sql.raw(name)} = ${textLiteral(value)}`,
    );
    // The node hears only commands, not functions such as `set_config`, and only with this.
    const heard = sql`set local citus.propagate_set_commands = 'local'`;
    return commands.length === 0 ? [] : [heard, ...commands];
  },
  alterHere: (table, changes) => [
    sql`set local citus.enable_ddl_propagation = off`,
    sql`alter table ${table} ${changes}`,
    sql`set local citus.enable_ddl_propagation = on`,
  ],
  alterOnNode: (table, changes) => sql`
select run_command_on_shards(${nameOf(table)}::regclass, ${`alter table %s ${compile(changes).text}`})`,
  buildsIndex: (schema) => sql`
a.query ~* '^\s*(create|reindex) index concurrently' and strpos(a.query, ${`${nameOf(sql.id(schema))}.`}) > 0`,
  changedTables: (schema) => sql`
select c.relname as name, sum(t.changes) as changes, sum(t.rows) as rows
from run_command_on_all_nodes(format($$
  select coalesce(json_agg(json_build_object('name', format('%%I.%%I', schemaname, relname),
    'changes', n_mod_since_analyze, 'rows', n_live_tup)), '[]') from pg_stat_all_tables where schemaname = %L
$$, ${schema}::text)) as n
cross join lateral json_to_recordset(case when n.success then n.result::json end)
  as t (name text, changes bigint, rows bigint)
join pg_dist_shard as s on shard_name(s.logicalrelid, s.shardid) = t.name
join pg_class as c on c.oid = s.logicalrelid
group by c.relname`,
  indexBytes: (table) => sql`(citus_total_relation_size(${table}) - citus_table_size(${table}))`,
};

/** Returns a quoted name as a text. */
function nameOf(object: Sql): string {
  return compile(object).text;
}

/** Has functions called where the tables are, not here with each of their statements there. */
function placeFunctions(schema: string): Sql {
  return sql`
select create_distributed_function(p.oid::regprocedure, colocate_with := format('%I.records', n.nspname))
from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace where n.nspname = ${sql.lit(schema)}`;
}

/** Returns a literal that means the same whatever `standard_conforming_strings` is. */
function textLiteral(text: string): Sql {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("'", "''");
  return sql.raw(`e'${escaped.replaceAll("\0", "\uFFFD").toWellFormed()}'`);
}

/**
 * PostgreSQL with pgvector and Citus: one node has all tables of a schema, and Citus can move it.
 * Stores connect to the coordinator, where their locks are.
 */
export const citus: Dialect = { ...pgvector, name: "citus", nodes: CITUS_NODES };
