-- cockroachdb: golden only, not run
-- supports: advisoryLocks no, concurrentIndexes no, partialVectorIndexes no, statistics no, vacuum no, rowLevelSecurity yes, storedFunctions no, columnStorage no, hashPartitions no, distributedTables no
-- indexes from 1 vectors on

-- preparation, by an operator
set cluster setting feature.vector_index.enabled = true;

-- extensions

-- tables: 26 statements are those of pgvector.sql; not made: create extension if not exists "vector" with schema "public";; insert into "kioku"."migrations" (version, step, checksum, layout, done_at); create table "kioku"."vectors" (; alter table "kioku"."postings" alter column block set storage external;; create function "kioku"."search_scope"(; create function "kioku"."get_records"(p_scope text, p_ids text[], p_now bigint) returns text ; update "kioku"."migrations" set shape = (select json_object_agg(name, value order by name) from (; else:
insert into "kioku"."migrations" (version, step, checksum, layout, done_at)
values (1, 'tables', '05790e1211e8b1f5', '{"partitions":0,"isDistributed":false,"hasFunctions":false,"hasStorage":false}', now());
create table "kioku"."vectors" (
  scope text collate "C" not null,
  space integer not null,
  id text collate "C" not null,
  embedding "pg_catalog"."vector" not null,
  primary key (scope, space, id)
);
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
select p.proname || '()', concat_ws(' ', md5(replace(replace(p.prosrc, '"kioku".', ''), 'operator("pg_catalog".<#>)', '')),
  p.provolatile, p.prosecdef, p.proconfig)
from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
where n.nspname = 'kioku' and p.proname = any ('{search_scope,get_records}'::text[])) as found)
where version = 1 and step = 'tables' and shape is null;

-- vectors of width 384, kept as by default
-- built with sql_safe_updates = off
-- 100000: built in 0 bytes
-- 20000000: built in 0 bytes
alter table "kioku"."vectors" add column if not exists "embedding_3" "pg_catalog"."vector"(384)
as (case when space = 3 then embedding::"pg_catalog"."vector"(384) end) stored;
create vector index if not exists "vectors_near_18a88d3b420548648ea2f5dd6da2210f" on "kioku"."vectors" (scope, space, "embedding_3" vector_ip_ops);
select set_config($1, $2, true);
-- with vector_search_beam_size, 32
select r.* from (
  select v.id, v.embedding operator("pg_catalog".<#>) $1::"pg_catalog"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and v.space = $3 and r.archived_at is null
  order by v."embedding_3" <#> $4::"pg_catalog"."vector"::"pg_catalog"."vector"(384)
  limit $5
) as near left join lateral (
        select r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $6 and r.id = near.id and ("r"."scope" = $7) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $8;
-- with a vector, /acme/it's \one, 3, a vector, 96, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 1536, kept as by default
-- built with sql_safe_updates = off
-- 100000: built in 0 bytes
-- 20000000: built in 0 bytes
alter table "kioku"."vectors" add column if not exists "embedding_3" "pg_catalog"."vector"(1536)
as (case when space = 3 then embedding::"pg_catalog"."vector"(1536) end) stored;
create vector index if not exists "vectors_near_18a88d3b420548648ea2f5dd6da2210f" on "kioku"."vectors" (scope, space, "embedding_3" vector_ip_ops);
select set_config($1, $2, true);
-- with vector_search_beam_size, 32
select r.* from (
  select v.id, v.embedding operator("pg_catalog".<#>) $1::"pg_catalog"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and v.space = $3 and r.archived_at is null
  order by v."embedding_3" <#> $4::"pg_catalog"."vector"::"pg_catalog"."vector"(1536)
  limit $5
) as near left join lateral (
        select r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $6 and r.id = near.id and ("r"."scope" = $7) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $8;
-- with a vector, /acme/it's \one, 3, a vector, 96, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 4096, kept as by default
-- built with sql_safe_updates = off
-- 100000: built in 0 bytes
-- 20000000: built in 0 bytes
alter table "kioku"."vectors" add column if not exists "embedding_3" "pg_catalog"."vector"(4096)
as (case when space = 3 then embedding::"pg_catalog"."vector"(4096) end) stored;
create vector index if not exists "vectors_near_18a88d3b420548648ea2f5dd6da2210f" on "kioku"."vectors" (scope, space, "embedding_3" vector_ip_ops);
select set_config($1, $2, true);
-- with vector_search_beam_size, 32
select r.* from (
  select v.id, v.embedding operator("pg_catalog".<#>) $1::"pg_catalog"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and v.space = $3 and r.archived_at is null
  order by v."embedding_3" <#> $4::"pg_catalog"."vector"::"pg_catalog"."vector"(4096)
  limit $5
) as near left join lateral (
        select r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $6 and r.id = near.id and ("r"."scope" = $7) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $8;
-- with a vector, /acme/it's \one, 3, a vector, 96, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 384, kept bit
-- built with sql_safe_updates = off
-- 100000: built in 0 bytes
-- 20000000: built in 0 bytes
alter table "kioku"."vectors" add column if not exists "embedding_3" "pg_catalog"."vector"(384)
as (case when space = 3 then embedding::"pg_catalog"."vector"(384) end) stored;
create vector index if not exists "vectors_near_18a88d3b420548648ea2f5dd6da2210f" on "kioku"."vectors" (scope, space, "embedding_3" vector_ip_ops);
select set_config($1, $2, true);
-- with vector_search_beam_size, 32
select r.* from (
  select v.id, v.embedding operator("pg_catalog".<#>) $1::"pg_catalog"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and v.space = $3 and r.archived_at is null
  order by v."embedding_3" <#> $4::"pg_catalog"."vector"::"pg_catalog"."vector"(384)
  limit $5
) as near left join lateral (
        select r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $6 and r.id = near.id and ("r"."scope" = $7) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $8;
-- with a vector, /acme/it's \one, 3, a vector, 96, /acme/it's \one, /acme/it's \one, 96
