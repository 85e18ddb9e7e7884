import { sql, type RawBuilder } from "kysely";

import type { Names } from "../sql/names.js";
import { STORED_LENGTH } from "./record-row.js";

/** Creates the functions for a recall in one small scope. Their plans survive behind any pooler. */
export function recallFunctions(names: Names): readonly RawBuilder<unknown>[] {
  return [searchScopeFunction(names), getFunction(names)];
}

/** A cached plan must not read the whole of a table that has grown, nor be compiled for it. */
const BY_KEY = sql`
language plpgsql stable security invoker set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan`;

/** Values of a record in `records as r` and `strength as t`, as texts. */
const VALUES = sql.raw(`
      r.id, coalesce('=' || r.key, ''), r.kind, r.content, coalesce(r.value::text, ''), r.metadata, coalesce('=' || r.thread, ''),
      coalesce('=' || r.speaker, ''), r.form, r.origin, r.trust, coalesce(r.sources::text, ''), r.importance, coalesce(r.valence::text, ''), coalesce(r.arousal::text, ''),
      r.pinned::text, coalesce(r.occurred_at::text, ''), coalesce(r.valid_from::text, ''), coalesce(r.valid_to::text, ''),
      r.created_at, r.updated_at, coalesce(r.expires_at::text, ''), coalesce(r.archived_at::text, ''), r.version,
      coalesce(t.stability_days, r.first_stability_days), coalesce(t.uses, 0), coalesce(t.last_used_at::text, '')`);

/** Most bytes of a record that is sent in full unasked. */
const SHORT = 4_096;

/** Both tables are read once, in the order of their keys, and no further than the limit. */
const MERGED = sql`set enable_nestloop = off set enable_hashjoin = off`;

/**
 * Returns all records of one scope for a search, as texts separated by U+001E: their number, then
 * eight values each: id if selected; `=` and thread; time; `=` and speaker; traits if searchable;
 * number of terms; terms, or for a long text the counts of `p_terms`; similarity. `details` has 27
 * values each, as `get_records`, of all short ones if the scope has no more than `p_full` records.
 * `in_space` is false if the space is gone. `is_large` is true, and nothing is read, if the vectors
 * have a table of their own.
 */
function searchScopeFunction(names: Names): RawBuilder<unknown> {
  return sql`
create function ${names.search_scope}(
  p_scope text, p_kinds text[], p_now bigint, p_valid_at bigint, p_archived boolean, p_unsearchable boolean, p_terms text[],
  p_longest integer, p_space integer, p_query ${names.vector()}, p_limit integer, p_full integer,
  out records text, out details text, out in_space boolean, out is_large boolean
) ${BY_KEY} ${MERGED} as $function$
declare
  compared bigint;
begin
  is_large := p_space is not null and exists (
    select from ${names.vector_tables} as t where t.scope = p_scope and t.space = p_space);
  if is_large then
    in_space := true;
    return;
  end if;
  select count(*) || e'\\x1e' || string_agg(t.fields, e'\\x1e'), count(t.similarity),
    count(t.details) || e'\\x1e' || string_agg(t.details, e'\\x1e') into records, compared, details from (
    select r.similarity, concat_ws(e'\\x1e',
      case when r.is_selected then r.id else '' end,
      coalesce('=' || r.thread, ''),
      r.happened_at,
      coalesce('=' || r.speaker, ''),
      case when r.number is null then '' else r.traits::text end,
      r.term_count,
      case when p_terms is null then '' when r.term_count <= p_longest then coalesce(r.terms, '') else coalesce((
        select string_agg(array_position(p_terms, c.term) - 1 || ':' || c.occurrences, ',') from (
          select term, count(*) as occurrences from unnest(string_to_array(r.terms, e'\\x1f')) as term
          where term = any (p_terms) group by term) as c), '') end,
      coalesce(r.similarity::text, '')
    ) as fields,
    case when r.is_full and ${STORED_LENGTH} <= ${sql.lit(SHORT)} then concat_ws(e'\\x1e', ${VALUES}) end as details
    from (
      select r.*, p_full >= coalesce((select o.records from ${names.scopes} as o where o.scope = p_scope), 0)
          and r.is_selected and r.number is not null as is_full
      from (
        select r.*, (-(v.embedding ${names.operator("<#>")} p_query))::real as similarity,
          (p_kinds is null or r.kind = any (p_kinds))
          and (p_archived or r.archived_at is null)
          and (p_now is null or r.expires_at is null or r.expires_at > p_now)
          and (p_valid_at is null or (r.valid_from is null or r.valid_from <= p_valid_at)
            and (r.valid_to is null or r.valid_to > p_valid_at)) as is_selected
        from ${names.records} as r
        left join ${names.vectors} as v on v.scope = p_scope and v.space = p_space and v.id = r.id
        where r.scope = p_scope and (p_unsearchable or r.number is not null)
        order by r.scope, r.id limit p_limit) as r) as r
    left join lateral (
      select s.stability_days, s.uses, s.last_used_at from ${names.strength} as s
      where r.is_full and s.scope = p_scope and s.id = r.id offset 0) as t on true
    order by r.scope, r.id) as t;
  in_space := p_space is null or compared > 0 or exists (select from ${names.spaces} as s where s.id = p_space);
end
$function$`;
}

/**
 * Returns records of one scope, the named ones or without ids the oldest one with this content
 * that is neither expired, archived nor retired, as texts separated by U+001E: their number, then
 * 27 values each; null for none. A missing value is empty; a key, a thread and a speaker follow
 * `=`; JSON is as it was written. Each id is looked up by itself, so that no plan reads the whole
 * scope.
 */
function getFunction(names: Names): RawBuilder<unknown> {
  return sql`
create function ${names.get_records}(p_scope text, p_ids text[], p_now bigint, p_hash text) returns text ${BY_KEY} as $function$
begin
  if p_ids is null then
    -- Planned each time: a plan of a small table may read a whole scope when that has grown.
    execute $sql$select array(
      select o.id from ${names.records} as o
      where o.scope = $1 and o.content_hash = $2 and o.archived_at is null
        and (o.expires_at is null or o.expires_at > $3) and (o.valid_to is null or o.valid_to > $3)
      -- As a sum it is not the order of an index, which would be walked through all of the scope.
      order by o.created_at + 0, o.id limit 1)$sql$
    into p_ids using p_scope, p_hash, p_now;
  end if;
  return (
    select count(*) || e'\\x1e' || string_agg(concat_ws(e'\\x1e', ${VALUES}), e'\\x1e')
    from unnest(p_ids) as w (id)
    cross join lateral (
      select * from ${names.records} as o where o.scope = p_scope and o.id = w.id offset 0) as r
    left join lateral (
      select s.stability_days, s.uses, s.last_used_at from ${names.strength} as s
      where s.scope = p_scope and s.id = r.id offset 0) as t on true
    where r.expires_at is null or r.expires_at > p_now);
end
$function$`;
}
