import { sql, type RawBuilder } from "kysely";

import type { Names } from "../sql/names.js";
import { columnNames } from "../sql/rows-sql.js";
import { RECORD_CALL } from "./written-record.js";

/** Returns a value of the parameter `p_record`. */
function given(name: string): RawBuilder<unknown> {
  const position = RECORD_CALL.findIndex((column) => column.name === name);
  const type = RECORD_CALL[position]?.type;
  const value = `p_record[${position + 1}]`;
  return sql.raw(type === "text" ? value : `${value}::${type}`);
}

/**
 * Creates the function that adds one record with a text, a vector and a job, each if it is given:
 * the values of `RECORD_CALL` as texts. Returns false, and writes nothing, unless that is all there
 * is to do: nobody else writes in the scope, nothing is known of the id, the keys and, if asked,
 * the content, and the space is there. It waits for no lock of a writer. Each of its statements
 * sees what was committed before, which no other isolation grants.
 */
export function addRecordFunction(names: Names): RawBuilder<unknown> {
  const isSearchable = sql`${given("text_hash")} is not null`;
  const isQueued = sql`p_run_at is not null`;
  return sql`
create function ${names.add_record}(
  p_locks bigint[], p_record text[], p_idempotency_key text, p_unless_duplicate boolean,
  p_space text, p_embedding ${names.vector()}, p_run_at bigint
) returns boolean
language plpgsql volatile security invoker set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
set lock_timeout = '1s' as $function$
declare
  new_scope text := ${given("scope")};
  new_id text := ${given("id")};
  last_number bigint;
  space_id integer;
  own_table text;
  is_known boolean;
begin
  if current_setting('transaction_isolation') <> 'read committed' or current_setting('transaction_read_only') = 'on'
    or not pg_try_advisory_xact_lock_shared(p_locks[1]) or not pg_try_advisory_xact_lock(p_locks[2])
    or not pg_try_advisory_xact_lock_shared(p_locks[3])
  then
    return false;
  end if;
  if exists (select from ${names.records} as r where r.scope = new_scope and r.id = new_id)
    or exists (select from ${names.history} as h where h.scope = new_scope and h.id = new_id)
    or exists (select from ${names.records} as r where r.scope = new_scope and r.key = ${given("key")})
    or exists (select from ${names.idempotency_keys} as i where i.scope = new_scope and i.key = p_idempotency_key)
  then
    return false;
  end if;
  if p_unless_duplicate then
    -- Planned each time: a plan of a small table may read a whole scope when that has grown.
    execute $sql$select exists (select from ${names.records} as r where r.scope = $1 and r.content_hash = $2)$sql$
    into is_known using new_scope, ${given("content_hash")};
    if is_known then
      return false;
    end if;
  end if;
  if p_space is not null then
    select s.id, t.name into space_id, own_table from ${names.spaces} as s
    left join ${names.vector_tables} as t on t.scope = new_scope and t.space = s.id and not t.leaves
    where s.name = p_space and s.dimensions = ${names.ofExtension("vector_dims")}(p_embedding);
    if not found then
      return false;
    end if;
  end if;
  insert into ${names.scopes} as c (scope, records, documents, terms, numbers)
  values (new_scope, 1, (${isSearchable})::integer, ${given("term_count")}, (${isSearchable})::integer + (${isQueued})::integer)
  on conflict (scope) do update set records = c.records + 1, documents = c.documents + excluded.documents,
    terms = c.terms + excluded.terms, numbers = c.numbers + excluded.numbers
  returning c.first_number + c.numbers into last_number;
  insert into ${names.records} (${columnNames(RECORD_CALL)}, number)
  values (${sql.join(RECORD_CALL.map(({ name }) => given(name)))},
    case when ${isSearchable} then last_number - (${isQueued})::integer end);
  if p_idempotency_key is not null then
    insert into ${names.idempotency_keys} (scope, key, id) values (new_scope, p_idempotency_key, new_id);
  end if;
  if own_table is not null then
    execute $sql$insert into ${sql.id(names.schema)}.$sql$ || own_table || $sql$ (scope, space, id, embedding) values ($1, $2, $3, $4)$sql$
    using new_scope, space_id, new_id, p_embedding;
  elsif space_id is not null then
    insert into ${names.vectors} (scope, space, id, embedding) values (new_scope, space_id, new_id, p_embedding);
  end if;
  if p_run_at is not null then
    insert into ${names.embedding_jobs} (scope, id, number, run_at) values (new_scope, new_id, last_number, p_run_at);
  end if;
  return true;
end
$function$`;
}
