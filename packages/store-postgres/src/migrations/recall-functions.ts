import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Names } from "../sql/names.js";

/**
 * Makes the functions that a recall in one small scope calls. In them each connection keeps the plans, behind any pooler, and each gives
 * one text, which a client reads many times quicker than rows. Plans are for any values: a scope of 100 records gets the same one as the
 * scope of 100,000 beside it. So nothing is left to choose: the only way is along the primary key.
 */
export function recallFunctions(names: Names): readonly RawBuilder<unknown>[] {
  return [rosterFunction(names), getFunction(names)];
}

const BY_KEY = sql`
language plpgsql stable security invoker
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off`;

/**
 * What a search has to know of the records of one scope. Values are separated by U+001E. First how many there are; then six for each record: \`=\` and the id if the
 * selection has it; \`=\` and the thread if there is one; when it happened; scripts if it is searchable; how many terms; the terms,
 * as the table has them, if they are few. Two for each vector: the id and the similarity.
 */
function rosterFunction(names: Names): RawBuilder<unknown> {
  return sql`
create function ${names.search_scope}(
  p_scope text, p_now bigint, p_valid_at bigint, p_archived boolean, p_unsearchable boolean, p_longest integer,
  p_space integer, p_query ${names.vector()}, p_limit integer, out records text, out vectors text
) ${BY_KEY} as $function$
begin
  records := (
    select count(*) || e'\\x1e' || string_agg(t.fields, e'\\x1e') from (
      select concat_ws(e'\\x1e',
        case when (p_archived or r.archived_at is null)
          and (p_now is null or r.expires_at is null or r.expires_at > p_now)
          and (p_valid_at is null or (r.valid_from is null or r.valid_from <= p_valid_at)
            and (r.valid_to is null or r.valid_to > p_valid_at))
          then '=' || r.id else '' end,
        coalesce('=' || r.thread, ''),
        r.happened_at,
        case when r.number is null then '' else r.scripts::text end,
        r.term_count,
        case when r.term_count <= p_longest then coalesce(r.terms, '') else '' end
      ) as fields
      from ${names.records} as r
      where r.scope = p_scope and (p_unsearchable or r.number is not null)
      order by r.scope, r.id limit p_limit) as t);
  if p_space is not null then
    vectors := (
      select count(*) || e'\\x1e' || string_agg(t.fields, e'\\x1e') from (
        select concat_ws(e'\\x1e', v.id, (-(v.embedding ${names.operator("<#>")} p_query))::real) as fields
        from ${names.vectors} as v
        where v.scope = p_scope and v.space = p_space
        order by v.scope, v.space, v.id limit p_limit) as t);
  end if;
end
$function$`;
}

/** Records of one scope, as a JSON array of arrays; null for none. What is JSON is a text in it, exactly as it was written. */
function getFunction(names: Names): RawBuilder<unknown> {
  return sql`
create function ${names.get_records}(p_scope text, p_ids text[], p_now bigint) returns text ${BY_KEY} as $function$
begin
  return (
    select json_agg(json_build_array(
      r.id, r.key, r.kind, r.content, r.value::text, r.metadata::text, r.thread, r.origin, r.trust, r.sources::text,
      r.importance, r.valence, r.arousal, r.pinned, r.occurred_at, r.valid_from, r.valid_to, r.created_at, r.updated_at,
      r.expires_at, r.archived_at, r.version,
      coalesce(t.stability_days, r.first_stability_days), coalesce(t.uses, 0), t.last_used_at))::text
    from ${names.records} as r
    left join lateral (
      select s.stability_days, s.uses, s.last_used_at from ${names.strength} as s
      where s.scope = r.scope and s.id = r.id offset 0) as t on true
    where r.scope = p_scope and r.id = any (p_ids) and (r.expires_at is null or r.expires_at > p_now));
end
$function$`;
}
