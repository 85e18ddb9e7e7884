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
values (1, 'tables', '4f61e00d66785d68', '{"partitions":0,"hasFunctions":true}', now());
create sequence "kioku"."record_numbers";
create table "kioku"."scopes" (
  scope text collate "C" primary key,
  records integer not null,
  documents integer not null,            -- how many of them are searchable
  terms bigint not null                  -- sum of the numbers of terms of these
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
  number bigint,                         -- from record_numbers, a new one for each text; null where it is not searchable
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
  number bigint not null,                -- from record_numbers
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
create table "kioku"."vector_indexes" (
  scope text collate "C" not null,
  space integer not null,
  name text not null,
  built_at bigint,                       -- null until it is complete
  vectors integer not null,              -- how many there were then
  bytes bigint not null,                 -- how large it was then
  primary key (scope, space)
);
create table "kioku"."claims" (
  name text collate "C" primary key,
  holder text not null,
  expires_at bigint not null
);
create table "kioku"."segments" (
  scope text collate "C" primary key,
  generation bigint,                     -- of its postings, from record_numbers; null until it is built for the first time
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
create function "kioku"."search_scope"(
  p_scope text, p_kinds text[], p_now bigint, p_valid_at bigint, p_archived boolean, p_unsearchable boolean, p_terms text[],
  p_longest integer, p_space integer, p_query "public"."vector", p_limit integer, out records text, out in_space boolean
) 
language plpgsql stable security invoker set enable_seqscan = off as $function$
declare
  compared bigint;
begin
  select count(*) || e'\x1e' || string_agg(t.fields, e'\x1e'), count(t.similarity) into records, compared from (
    select r.similarity, concat_ws(e'\x1e',
      case when (p_kinds is null or r.kind = any (p_kinds))
        and (p_archived or r.archived_at is null)
        and (p_now is null or r.expires_at is null or r.expires_at > p_now)
        and (p_valid_at is null or (r.valid_from is null or r.valid_from <= p_valid_at)
          and (r.valid_to is null or r.valid_to > p_valid_at))
        then r.id else '' end,
      coalesce('=' || r.thread, ''),
      r.happened_at,
      coalesce('=' || r.speaker, ''),
      case when r.number is null then '' else r.traits::text end,
      r.term_count,
      case when p_terms is null then '' when r.term_count <= p_longest then coalesce(r.terms, '') else coalesce((
        select string_agg(array_position(p_terms, c.term) - 1 || ':' || c.occurrences, ',') from (
          select term, count(*) as occurrences from unnest(string_to_array(r.terms, '')) as term
          where term = any (p_terms) group by term) as c), '') end,
      coalesce(r.similarity::text, '')
    ) as fields
    from (
      select r.*, (-(v.embedding operator("public".<#>) p_query))::real as similarity
      from "kioku"."records" as r
      left join "kioku"."vectors" as v on v.scope = p_scope and v.space = p_space and v.id = r.id
      where r.scope = p_scope and (p_unsearchable or r.number is not null)
      order by r.scope, r.id limit p_limit) as r
    order by r.scope, r.id) as t;
  in_space := p_space is null or compared > 0 or exists (select from "kioku"."spaces" as s where s.id = p_space);
end
$function$;
create function "kioku"."get_records"(p_scope text, p_ids text[], p_now bigint) returns text 
language plpgsql stable security invoker set enable_seqscan = off as $function$
begin
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
update "kioku"."migrations" set shape = (select json_object_agg(name, value order by name) from (
select c.relname || '.' || a.attname as name,
  concat_ws(' ', t.typname, a.atttypmod, o.collname, a.attnotnull, a.attidentity) as value
from (
select c.oid, c.relname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where n.nspname = 'kioku' and c.relname = any ('{scopes,records,strength,idempotency_keys,history,vectors,embedding_jobs,tombstones,vector_indexes,segments,postings,graves,spaces}'::text[])) as c
join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type as t on t.oid = a.atttypid
left join pg_collation as o on o.oid = a.attcollation
union all
select x.relname, concat_ws(' ', i.indisunique, i.indisvalid,
  array(select pg_get_indexdef(i.indexrelid, k, false) from generate_series(1, i.indnkeyatts) as k),
  pg_get_expr(i.indpred, i.indrelid))
from (
select c.oid, c.relname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where n.nspname = 'kioku' and c.relname = any ('{scopes,records,strength,idempotency_keys,history,vectors,embedding_jobs,tombstones,vector_indexes,segments,postings,graves,spaces}'::text[])) as c
join pg_index as i on i.indrelid = c.oid
join pg_class as x on x.oid = i.indexrelid
join pg_am as m on m.oid = x.relam
where m.amname = 'btree'
union all
select p.proname || '()', concat_ws(' ', md5(replace(replace(p.prosrc, '"kioku".', ''), 'operator("public".<#>)', '')),
  p.provolatile, p.prosecdef, p.proconfig)
from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
where n.nspname = 'kioku' and p.proname = any ('{search_scope,get_records}'::text[])) as found)
where version = 1 and step = 'tables' and shape is null;

-- vectors of width 384, kept as by default
-- 100000: built in 225600000 bytes
-- 20000000: built in 45120000000 bytes
create index concurrently "vectors_near_e54180e6b08792f166cb779a2c9a5cc1" on "kioku"."vectors"
using hnsw ((embedding::"public"."vector"(384)) "public"."vector_ip_ops") with (m = 16, ef_construction = 64)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true), set_config($3, $4, true), set_config($5, $6, true);
-- with hnsw.ef_search, 200, hnsw.iterative_scan, relaxed_order, hnsw.max_scan_tuples, 6250
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and nullif(hashtextextended(v.scope, 0) = hashtextextended($3::text collate "C", 0), false) is not null and v.space = $4 and r.archived_at is null
  order by (v.embedding::"public"."vector"(384)) operator("public".<#>) ($5::"public"."vector"::"public"."vector"(384))
  limit $6
) as near left join lateral (
        select r.scope, r.id, r.number, r.speaker,
    case when r.number is not null then r.traits end as traits, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $7 and r.id = near.id and ("r"."scope" = $8) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $9;
-- with a vector, /acme/it's \one, /acme/it's \one, 3, a vector, 96, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 1536, kept as by default
-- 100000: built in 379200000 bytes
-- 20000000: built in 75840000000 bytes
create index concurrently "vectors_near_e1668601bf2709bd59b7e74778e7ec45" on "kioku"."vectors"
using hnsw ((embedding::"public"."halfvec"(1536)) "public"."halfvec_ip_ops") with (m = 16, ef_construction = 64)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true), set_config($3, $4, true), set_config($5, $6, true);
-- with hnsw.ef_search, 200, hnsw.iterative_scan, relaxed_order, hnsw.max_scan_tuples, 6250
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and nullif(hashtextextended(v.scope, 0) = hashtextextended($3::text collate "C", 0), false) is not null and v.space = $4 and r.archived_at is null
  order by (v.embedding::"public"."halfvec"(1536)) operator("public".<#>) ($5::"public"."vector"::"public"."halfvec"(1536))
  limit $6
) as near left join lateral (
        select r.scope, r.id, r.number, r.speaker,
    case when r.number is not null then r.traits end as traits, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $7 and r.id = near.id and ("r"."scope" = $8) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $9;
-- with a vector, /acme/it's \one, /acme/it's \one, 3, a vector, 96, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 4096, kept as by default
-- 100000: built in 123200000 bytes
-- 20000000: built in 24640000000 bytes
create index concurrently "vectors_near_28f688f633573cd25c7cc169eeb34e4b" on "kioku"."vectors"
using hnsw (("public"."binary_quantize"(embedding)::bit(4096)) "public"."bit_hamming_ops") with (m = 16, ef_construction = 64)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true), set_config($3, $4, true), set_config($5, $6, true);
-- with hnsw.ef_search, 768, hnsw.iterative_scan, relaxed_order, hnsw.max_scan_tuples, 6250
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and nullif(hashtextextended(v.scope, 0) = hashtextextended($3::text collate "C", 0), false) is not null and v.space = $4 and r.archived_at is null
  order by ("public"."binary_quantize"(v.embedding)::bit(4096)) operator("public".<~>) ("public"."binary_quantize"($5::"public"."vector")::bit(4096))
  limit $6
) as near left join lateral (
        select r.scope, r.id, r.number, r.speaker,
    case when r.number is not null then r.traits end as traits, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $7 and r.id = near.id and ("r"."scope" = $8) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $9;
-- with a vector, /acme/it's \one, /acme/it's \one, 3, a vector, 768, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 384, kept bit
-- 100000: built in 76800000 bytes
-- 20000000: built in 15360000000 bytes
create index concurrently "vectors_near_06d6fec245f362ac814f352d76ca421f" on "kioku"."vectors"
using hnsw (("public"."binary_quantize"(embedding)::bit(384)) "public"."bit_hamming_ops") with (m = 16, ef_construction = 64)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true), set_config($3, $4, true), set_config($5, $6, true);
-- with hnsw.ef_search, 768, hnsw.iterative_scan, relaxed_order, hnsw.max_scan_tuples, 6250
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and nullif(hashtextextended(v.scope, 0) = hashtextextended($3::text collate "C", 0), false) is not null and v.space = $4 and r.archived_at is null
  order by ("public"."binary_quantize"(v.embedding)::bit(384)) operator("public".<~>) ("public"."binary_quantize"($5::"public"."vector")::bit(384))
  limit $6
) as near left join lateral (
        select r.scope, r.id, r.number, r.speaker,
    case when r.number is not null then r.traits end as traits, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $7 and r.id = near.id and ("r"."scope" = $8) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $9;
-- with a vector, /acme/it's \one, /acme/it's \one, 3, a vector, 768, /acme/it's \one, /acme/it's \one, 96
