-- tables
create extension if not exists "vector" with schema "public";
create schema if not exists "kioku";
create table if not exists "kioku"."migrations" (
  version integer not null,
  step text collate "C" not null,        -- tables, or an index that was built after them
  checksum text not null,                -- of what the migration says
  layout text,                           -- of version 1: how the tables are divided, as JSON
  shape text,                            -- columns, indexes and functions when the version was complete, as JSON
  claimed_at timestamptz not null default now(),
  holder text,                           -- who has claimed it
  done_at timestamptz,                   -- null while it is being done
  primary key (version, step)
);
insert into "kioku"."migrations" (version, step, checksum, layout, done_at)
values (1, 'tables', '8b3b8713acf9157f', '{"partitions":0,"hasFunctions":true}', now());
create table "kioku"."scopes" (
  scope text collate "C" primary key,
  records integer not null,
  documents integer not null,            -- how many of them are searchable
  terms bigint not null,                 -- sum of the numbers of terms of these
  numbers bigint not null default 0,     -- how many it has given to texts, jobs and generations of its segment
  first_number bigint not null           -- before the first of these: microseconds since 1970, so that none comes again when the scope does
    default (extract(epoch from clock_timestamp()) * 1000000)::bigint
);
create table "kioku"."records" (
  scope text collate "C" not null,
  id text collate "C" not null,
  key text collate "C",
  kind text collate "C" not null,
  thread text collate "C",
  speaker text collate "C",
  form text collate "C" not null,        -- statement, question or small-talk
  origin text collate "C" not null,
  trust double precision not null,
  importance double precision not null,
  first_stability_days double precision not null, -- until it has a row in strength
  valence double precision,
  arousal double precision,
  pinned boolean not null,
  occurred_at bigint,
  valid_from bigint,
  valid_to bigint,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  archived_at bigint,
  happened_at bigint not null,           -- occurred_at, else created_at
  version integer not null,
  change text not null,                  -- how this version came about: change, actor and cause
  actor text,
  cause text,
  content_hash text collate "C" not null,
  text_hash text,                        -- of the text it is found by; null where it is not searchable
  number bigint,                         -- of its scope, a new one for each text; null where it is not searchable
  term_count integer not null,           -- number of terms it is found by
  traits integer not null,               -- bits of what searches say of it
  sources json,                          -- array of ids; null where there are none
  metadata json not null,
  value json,
  content text collate "C" not null,
  terms text collate "C",                -- what it is found by, with repetitions, with U+001F in between; null where it is not searchable
  primary key (scope, id)
);
create unique index records_by_key on "kioku"."records" (scope, key) where key is not null;
create index records_by_number on "kioku"."records" (scope, number) where number is not null;
create index records_by_content on "kioku"."records" (scope, content_hash);
create index records_by_creation on "kioku"."records" (scope, created_at, id);
create index records_by_update on "kioku"."records" (scope, updated_at, id);
create index records_by_thread on "kioku"."records" (scope, thread, happened_at, id) where thread is not null;
create index records_by_expiry on "kioku"."records" (expires_at) where expires_at is not null;
create table "kioku"."strength" (
  scope text collate "C" not null,
  id text collate "C" not null,
  stability_days double precision not null,
  uses integer not null,
  last_used_at bigint,
  primary key (scope, id)
);
create table "kioku"."idempotency_keys" (
  scope text collate "C" not null,
  key text collate "C" not null,
  id text collate "C" not null,          -- of its record
  primary key (scope, key)
);
create index idempotency_keys_by_record on "kioku"."idempotency_keys" (scope, id);
create table "kioku"."history" (
  scope text collate "C" not null,
  id text collate "C" not null,
  version integer not null,
  change text not null,
  actor text,
  cause text,
  recorded_at bigint not null,
  searchable boolean not null,
  snapshot json,                         -- recordToJson; null for a deletion
  primary key (scope, id, version)
);
create index history_by_deletion on "kioku"."history" (scope, id) where change = 'deleted';
create table "kioku"."spaces" (
  id bigint generated always as identity primary key,
  name text collate "C" not null unique,
  dimensions integer not null,
  state text not null                    -- ready, building or retired
);
create table "kioku"."vectors" (
  scope text collate "C" not null,
  space integer not null,
  id text collate "C" not null,
  embedding "public"."vector" not null,
  primary key (scope, space, id)
);
create table "kioku"."embedding_jobs" (
  scope text collate "C" not null,
  id text collate "C" not null,
  number bigint not null,                -- of its scope
  run_at bigint,                         -- from when it may be handed out; null: given up
  leased boolean not null default false, -- whether somebody has it, until run_at
  claims integer not null default 0,     -- grows whenever it is handed out or given back: beside the number, the token
  attempt integer not null default 0,    -- how often it was tried since it was queued or revived
  primary key (scope, id)
);
create index embedding_jobs_by_time on "kioku"."embedding_jobs" (run_at, number) where run_at is not null;
create table "kioku"."tombstones" (
  scope text collate "C" not null,
  hash text collate "C" not null,
  at bigint not null,
  primary key (scope, hash)
);
create table "kioku"."vector_tables" (
  scope text collate "C" not null,
  space integer not null,
  name text not null,                    -- of the table, which nothing else ever had
  index_name text,                       -- of the index that answers
  built_at bigint,                       -- null until it answers and `vectors` has none of them
  leaves boolean not null default false, -- true while they are moved back
  vectors integer not null default 0,    -- how many there were when the index was made
  bytes bigint not null default 0,       -- how large it was then
  primary key (scope, space)
);
create table "kioku"."claims" (
  name text collate "C" primary key,
  holder text not null,
  expires_at bigint not null
);
create table "kioku"."segments" (
  scope text collate "C" primary key,
  generation bigint,                     -- of its postings, a number of its scope; null until it is built for the first time
  covers bigint not null,                -- records with greater numbers are not in it
  numbers bytea not null,                -- of the texts in it: encodeNumbers
  documents integer not null,            -- how many these are
  horizon bigint not null,               -- texts with numbers up to this leave a grave
  building bigint,                       -- generation that is being built
  building_covers bigint                 -- what that one will cover
);
create table "kioku"."postings" (
  scope text collate "C" not null,
  generation bigint not null,
  term text collate "C" not null,        -- the first one of the block
  block bytea not null,                  -- encodeBlock
  primary key (scope, generation, term)
);
alter table "kioku"."postings" alter column block set storage external;
create table "kioku"."graves" (
  scope text collate "C" not null,
  number bigint not null,
  primary key (scope, number)
);
alter table "kioku"."scopes" alter column "scope" set statistics 0;
alter table "kioku"."records" alter column "scope" set statistics 0, alter column "key" set statistics 0, alter column "kind" set statistics 0, alter column "thread" set statistics 0, alter column "speaker" set statistics 0, alter column "actor" set statistics 0, alter column "cause" set statistics 0, alter column "content_hash" set statistics 0, alter column "text_hash" set statistics 0, alter column "sources" set statistics 0, alter column "metadata" set statistics 0, alter column "value" set statistics 0, alter column "content" set statistics 0, alter column "terms" set statistics 0;
alter table "kioku"."strength" alter column "scope" set statistics 0;
alter table "kioku"."idempotency_keys" alter column "scope" set statistics 0, alter column "key" set statistics 0;
alter table "kioku"."history" alter column "scope" set statistics 0, alter column "actor" set statistics 0, alter column "cause" set statistics 0, alter column "snapshot" set statistics 0;
alter table "kioku"."vectors" alter column "scope" set statistics 0, alter column "embedding" set statistics 0;
alter table "kioku"."embedding_jobs" alter column "scope" set statistics 0;
alter table "kioku"."tombstones" alter column "scope" set statistics 0, alter column "hash" set statistics 0;
alter table "kioku"."vector_tables" alter column "scope" set statistics 0;
alter table "kioku"."segments" alter column "scope" set statistics 0, alter column "numbers" set statistics 0;
alter table "kioku"."postings" alter column "scope" set statistics 0, alter column "term" set statistics 0, alter column "block" set statistics 0;
alter table "kioku"."graves" alter column "scope" set statistics 0;
create function "kioku"."search_scope"(
  p_scope text, p_kinds text[], p_now bigint, p_valid_at bigint, p_archived boolean, p_unsearchable boolean, p_terms text[],
  p_longest integer, p_space integer, p_query "public"."vector", p_limit integer, p_full integer,
  out records text, out details text, out in_space boolean, out is_large boolean
) 
language plpgsql stable security invoker set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan set enable_nestloop = off set enable_hashjoin = off as $function$
declare
  compared bigint;
begin
  is_large := p_space is not null and exists (
    select from "kioku"."vector_tables" as t where t.scope = p_scope and t.space = p_space);
  if is_large then
    in_space := true;
    return;
  end if;
  select count(*) || e'\x1e' || string_agg(t.fields, e'\x1e'), count(t.similarity),
    count(t.details) || e'\x1e' || string_agg(t.details, e'\x1e') into records, compared, details from (
    select r.similarity, concat_ws(e'\x1e',
      case when r.is_selected then r.id else '' end,
      coalesce('=' || r.thread, ''),
      r.happened_at,
      coalesce('=' || r.speaker, ''),
      case when r.number is null then '' else r.traits::text end,
      r.term_count,
      case when p_terms is null then '' when r.term_count <= p_longest then coalesce(r.terms, '') else coalesce((
        select string_agg(array_position(p_terms, c.term) - 1 || ':' || c.occurrences, ',') from (
          select term, count(*) as occurrences from unnest(string_to_array(r.terms, e'\x1f')) as term
          where term = any (p_terms) group by term) as c), '') end,
      coalesce(r.similarity::text, '')
    ) as fields,
    case when r.is_full and coalesce(octet_length(r.content::text), 0) + coalesce(octet_length(r.value::text), 0) + coalesce(octet_length(r.metadata::text), 0) + coalesce(octet_length(r.sources::text), 0) <= 4096 then concat_ws(e'\x1e', 
      r.id, coalesce('=' || r.key, ''), r.kind, r.content, coalesce(r.value::text, ''), r.metadata, coalesce('=' || r.thread, ''),
      coalesce('=' || r.speaker, ''), r.form, r.origin, r.trust, coalesce(r.sources::text, ''), r.importance, coalesce(r.valence::text, ''), coalesce(r.arousal::text, ''),
      r.pinned::text, coalesce(r.occurred_at::text, ''), coalesce(r.valid_from::text, ''), coalesce(r.valid_to::text, ''),
      r.created_at, r.updated_at, coalesce(r.expires_at::text, ''), coalesce(r.archived_at::text, ''), r.version,
      coalesce(t.stability_days, r.first_stability_days), coalesce(t.uses, 0), coalesce(t.last_used_at::text, '')) end as details
    from (
      select r.*, p_full >= coalesce((select o.records from "kioku"."scopes" as o where o.scope = p_scope), 0)
          and r.is_selected and r.number is not null as is_full
      from (
        select r.*, (-(v.embedding operator("public".<#>) p_query))::real as similarity,
          (p_kinds is null or r.kind = any (p_kinds))
          and (p_archived or r.archived_at is null)
          and (p_now is null or r.expires_at is null or r.expires_at > p_now)
          and (p_valid_at is null or (r.valid_from is null or r.valid_from <= p_valid_at)
            and (r.valid_to is null or r.valid_to > p_valid_at)) as is_selected
        from "kioku"."records" as r
        left join "kioku"."vectors" as v on v.scope = p_scope and v.space = p_space and v.id = r.id
        where r.scope = p_scope and (p_unsearchable or r.number is not null)
        order by r.scope, r.id limit p_limit) as r) as r
    left join lateral (
      select s.stability_days, s.uses, s.last_used_at from "kioku"."strength" as s
      where r.is_full and s.scope = p_scope and s.id = r.id offset 0) as t on true
    order by r.scope, r.id) as t;
  in_space := p_space is null or compared > 0 or exists (select from "kioku"."spaces" as s where s.id = p_space);
end
$function$;
create function "kioku"."get_records"(p_scope text, p_ids text[], p_now bigint, p_hash text) returns text 
language plpgsql stable security invoker set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $function$
begin
  if p_ids is null then
    -- Planned each time: a plan of a small table may read a whole scope when that has grown.
    execute $sql$select array(
      select o.id from "kioku"."records" as o
      where o.scope = $1 and o.content_hash = $2 and o.archived_at is null
        and (o.expires_at is null or o.expires_at > $3) and (o.valid_to is null or o.valid_to > $3)
      -- As a sum it is not the order of an index, which would be walked through all of the scope.
      order by o.created_at + 0, o.id limit 1)$sql$
    into p_ids using p_scope, p_hash, p_now;
  end if;
  return (
    select count(*) || e'\x1e' || string_agg(concat_ws(e'\x1e', 
      r.id, coalesce('=' || r.key, ''), r.kind, r.content, coalesce(r.value::text, ''), r.metadata, coalesce('=' || r.thread, ''),
      coalesce('=' || r.speaker, ''), r.form, r.origin, r.trust, coalesce(r.sources::text, ''), r.importance, coalesce(r.valence::text, ''), coalesce(r.arousal::text, ''),
      r.pinned::text, coalesce(r.occurred_at::text, ''), coalesce(r.valid_from::text, ''), coalesce(r.valid_to::text, ''),
      r.created_at, r.updated_at, coalesce(r.expires_at::text, ''), coalesce(r.archived_at::text, ''), r.version,
      coalesce(t.stability_days, r.first_stability_days), coalesce(t.uses, 0), coalesce(t.last_used_at::text, '')), e'\x1e')
    from unnest(p_ids) as w (id)
    cross join lateral (
      select * from "kioku"."records" as o where o.scope = p_scope and o.id = w.id offset 0) as r
    left join lateral (
      select s.stability_days, s.uses, s.last_used_at from "kioku"."strength" as s
      where s.scope = p_scope and s.id = r.id offset 0) as t on true
    where r.expires_at is null or r.expires_at > p_now);
end
$function$;
create function "kioku"."add_record"(
  p_locks bigint[], p_record text[], p_idempotency_key text, p_unless_duplicate boolean,
  p_space text, p_embedding "public"."vector", p_run_at bigint
) returns boolean
language plpgsql volatile security invoker set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
set lock_timeout = '1s' as $function$
declare
  new_scope text := p_record[1];
  new_id text := p_record[2];
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
  if exists (select from "kioku"."records" as r where r.scope = new_scope and r.id = new_id)
    or exists (select from "kioku"."history" as h where h.scope = new_scope and h.id = new_id)
    or exists (select from "kioku"."records" as r where r.scope = new_scope and r.key = p_record[3])
    or exists (select from "kioku"."idempotency_keys" as i where i.scope = new_scope and i.key = p_idempotency_key)
  then
    return false;
  end if;
  if p_unless_duplicate then
    -- Planned each time: a plan of a small table may read a whole scope when that has grown.
    execute $sql$select exists (select from "kioku"."records" as r where r.scope = $1 and r.content_hash = $2)$sql$
    into is_known using new_scope, p_record[26];
    if is_known then
      return false;
    end if;
  end if;
  if p_space is not null then
    select s.id, t.name into space_id, own_table from "kioku"."spaces" as s
    left join "kioku"."vector_tables" as t on t.scope = new_scope and t.space = s.id and not t.leaves
    where s.name = p_space and s.dimensions = "public"."vector_dims"(p_embedding);
    if not found then
      return false;
    end if;
  end if;
  insert into "kioku"."scopes" as c (scope, records, documents, terms, numbers)
  values (new_scope, 1, (p_record[27] is not null)::integer, p_record[28]::integer, (p_record[27] is not null)::integer + (p_run_at is not null)::integer)
  on conflict (scope) do update set records = c.records + 1, documents = c.documents + excluded.documents,
    terms = c.terms + excluded.terms, numbers = c.numbers + excluded.numbers
  returning c.first_number + c.numbers into last_number;
  insert into "kioku"."records" ("scope", "id", "key", "kind", "thread", "speaker", "form", "origin", "trust", "importance", "first_stability_days", "valence", "arousal", "pinned", "occurred_at", "valid_from", "valid_to", "created_at", "updated_at", "expires_at", "archived_at", "version", "change", "actor", "cause", "content_hash", "text_hash", "term_count", "traits", "sources", "metadata", "value", "content", "happened_at", "terms", number)
  values (p_record[1], p_record[2], p_record[3], p_record[4], p_record[5], p_record[6], p_record[7], p_record[8], p_record[9]::double precision, p_record[10]::double precision, p_record[11]::double precision, p_record[12]::double precision, p_record[13]::double precision, p_record[14]::boolean, p_record[15]::bigint, p_record[16]::bigint, p_record[17]::bigint, p_record[18]::bigint, p_record[19]::bigint, p_record[20]::bigint, p_record[21]::bigint, p_record[22]::integer, p_record[23], p_record[24], p_record[25], p_record[26], p_record[27], p_record[28]::integer, p_record[29]::integer, p_record[30]::json, p_record[31]::json, p_record[32]::json, p_record[33], p_record[34]::bigint, p_record[35],
    case when p_record[27] is not null then last_number - (p_run_at is not null)::integer end);
  if p_idempotency_key is not null then
    insert into "kioku"."idempotency_keys" (scope, key, id) values (new_scope, p_idempotency_key, new_id);
  end if;
  if own_table is not null then
    execute $sql$insert into "kioku".$sql$ || own_table || $sql$ (scope, space, id, embedding) values ($1, $2, $3, $4)$sql$
    using new_scope, space_id, new_id, p_embedding;
  elsif space_id is not null then
    insert into "kioku"."vectors" (scope, space, id, embedding) values (new_scope, space_id, new_id, p_embedding);
  end if;
  if p_run_at is not null then
    insert into "kioku"."embedding_jobs" (scope, id, number, run_at) values (new_scope, new_id, last_number, p_run_at);
  end if;
  return true;
end
$function$;
update "kioku"."migrations" set shape = (select json_object_agg(name, value order by name) from (
select c.relname || '.' || a.attname as name,
  concat_ws(' ', t.typname, a.atttypmod, o.collname, a.attnotnull, a.attidentity) as value
from (
select c.oid, c.relname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where n.nspname = 'kioku' and c.relname = any ('{scopes,records,strength,idempotency_keys,history,vectors,embedding_jobs,tombstones,vector_tables,segments,postings,graves,spaces}'::text[])) as c
join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type as t on t.oid = a.atttypid
left join pg_collation as o on o.oid = a.attcollation
union all
select x.relname, concat_ws(' ', i.indisunique, i.indisvalid,
  array(select pg_get_indexdef(i.indexrelid, k, false) from generate_series(1, i.indnkeyatts) as k),
  pg_get_expr(i.indpred, i.indrelid))
from (
select c.oid, c.relname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where n.nspname = 'kioku' and c.relname = any ('{scopes,records,strength,idempotency_keys,history,vectors,embedding_jobs,tombstones,vector_tables,segments,postings,graves,spaces}'::text[])) as c
join pg_index as i on i.indrelid = c.oid
join pg_class as x on x.oid = i.indexrelid
join pg_am as m on m.oid = x.relam
where m.amname = 'btree'
union all
select p.proname || '()', concat_ws(' ', md5(replace(replace(p.prosrc, '"kioku".', ''), 'operator("public".<#>)', '')),
  p.provolatile, p.prosecdef, p.proconfig)
from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
where n.nspname = 'kioku' and p.proname = any ('{search_scope,get_records,add_record}'::text[])) as found)
where version = 1 and step = 'tables' and shape is null;

-- vectors of width 384, kept as by default
-- 100000: built in 225600000 bytes
-- 20000000: built in 45120000000 bytes
create index concurrently "vectors_near_c6b48cbfcdced0d7699742b515b8a267" on "kioku"."vectors_0123456789abcdef0123456789abcdef"
using hnsw ((embedding::"public"."vector"(384)) "public"."vector_ip_ops") with (m = 16, ef_construction = 64);
select set_config($1, $2, true), set_config($3, $4, true), set_config($5, $6, true);
-- with hnsw.ef_search, 200, hnsw.iterative_scan, relaxed_order, hnsw.max_scan_tuples, 6250
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors_0123456789abcdef0123456789abcdef" as v join "kioku"."records" as r on r.scope = $2 and r.id = v.id
  where nullif(v.scope = $3, false) is not null and r.archived_at is null
  order by (v.embedding::"public"."vector"(384)) operator("public".<#>) ($4::"public"."vector"::"public"."vector"(384))
  limit $5
) as near left join lateral (
        select r.scope, r.id, r.number, r.speaker,
    case when r.number is not null then r.traits end as traits, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $6 and r.id = near.id and ("r"."scope" = $7) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $8;
-- with a vector, /acme/it's \one, /acme/it's \one, a vector, 96, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 1536, kept as by default
-- 100000: built in 379200000 bytes
-- 20000000: built in 75840000000 bytes
create index concurrently "vectors_near_5af79b7049a5fe56e0d2f5ee504ecf84" on "kioku"."vectors_0123456789abcdef0123456789abcdef"
using hnsw ((embedding::"public"."halfvec"(1536)) "public"."halfvec_ip_ops") with (m = 16, ef_construction = 64);
select set_config($1, $2, true), set_config($3, $4, true), set_config($5, $6, true);
-- with hnsw.ef_search, 200, hnsw.iterative_scan, relaxed_order, hnsw.max_scan_tuples, 6250
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors_0123456789abcdef0123456789abcdef" as v join "kioku"."records" as r on r.scope = $2 and r.id = v.id
  where nullif(v.scope = $3, false) is not null and r.archived_at is null
  order by (v.embedding::"public"."halfvec"(1536)) operator("public".<#>) ($4::"public"."vector"::"public"."halfvec"(1536))
  limit $5
) as near left join lateral (
        select r.scope, r.id, r.number, r.speaker,
    case when r.number is not null then r.traits end as traits, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $6 and r.id = near.id and ("r"."scope" = $7) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $8;
-- with a vector, /acme/it's \one, /acme/it's \one, a vector, 96, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 4096, kept as by default
-- 100000: built in 123200000 bytes
-- 20000000: built in 24640000000 bytes
create index concurrently "vectors_near_0512e6455e58d5a97ed4587bc85f8574" on "kioku"."vectors_0123456789abcdef0123456789abcdef"
using hnsw (("public"."binary_quantize"(embedding)::bit(4096)) "public"."bit_hamming_ops") with (m = 16, ef_construction = 64);
select set_config($1, $2, true), set_config($3, $4, true), set_config($5, $6, true);
-- with hnsw.ef_search, 768, hnsw.iterative_scan, relaxed_order, hnsw.max_scan_tuples, 6250
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors_0123456789abcdef0123456789abcdef" as v join "kioku"."records" as r on r.scope = $2 and r.id = v.id
  where nullif(v.scope = $3, false) is not null and r.archived_at is null
  order by ("public"."binary_quantize"(v.embedding)::bit(4096)) operator("public".<~>) ("public"."binary_quantize"($4::"public"."vector")::bit(4096))
  limit $5
) as near left join lateral (
        select r.scope, r.id, r.number, r.speaker,
    case when r.number is not null then r.traits end as traits, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $6 and r.id = near.id and ("r"."scope" = $7) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $8;
-- with a vector, /acme/it's \one, /acme/it's \one, a vector, 768, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 384, kept bit
-- 100000: built in 76800000 bytes
-- 20000000: built in 15360000000 bytes
create index concurrently "vectors_near_b0c8ccb4b9768ed2635398f860308916" on "kioku"."vectors_0123456789abcdef0123456789abcdef"
using hnsw (("public"."binary_quantize"(embedding)::bit(384)) "public"."bit_hamming_ops") with (m = 16, ef_construction = 64);
select set_config($1, $2, true), set_config($3, $4, true), set_config($5, $6, true);
-- with hnsw.ef_search, 768, hnsw.iterative_scan, relaxed_order, hnsw.max_scan_tuples, 6250
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors_0123456789abcdef0123456789abcdef" as v join "kioku"."records" as r on r.scope = $2 and r.id = v.id
  where nullif(v.scope = $3, false) is not null and r.archived_at is null
  order by ("public"."binary_quantize"(v.embedding)::bit(384)) operator("public".<~>) ("public"."binary_quantize"($4::"public"."vector")::bit(384))
  limit $5
) as near left join lateral (
        select r.scope, r.id, r.number, r.speaker,
    case when r.number is not null then r.traits end as traits, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $6 and r.id = near.id and ("r"."scope" = $7) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $8;
-- with a vector, /acme/it's \one, /acme/it's \one, a vector, 768, /acme/it's \one, /acme/it's \one, 96
