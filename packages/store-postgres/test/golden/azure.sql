-- azure: golden only, not run
-- supports: advisoryLocks yes, concurrentIndexes yes, partialVectorIndexes yes, statistics yes, vacuum yes, rowLevelSecurity yes, storedFunctions yes, columnStorage yes, hashPartitions yes, distributedTables no
-- indexes from 1 vectors on

-- preparation, by an operator

-- extensions
create extension if not exists "vector" cascade;
create extension if not exists "pg_diskann" cascade;

-- tables: 33 statements are those of pgvector.sql; not made: none; else:

-- vectors of width 384, kept as by default
-- built with maintenance_work_mem = 1048576kB
-- 100000: built in 0 bytes
-- 20000000: built in 0 bytes
create index concurrently "vectors_near_a695d34690963d02b052580bc614620f" on "kioku"."vectors"
using diskann ((embedding::"public"."vector"(384)) "public"."vector_ip_ops") with (max_neighbors = 50, l_value_ib = 100)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true), set_config($3, $4, true);
-- with diskann.iterative_search, relaxed_order, diskann.l_value_is, 100
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and nullif(hashtextextended(v.scope, 0) = hashtextextended($3::text collate "C", 0), false) is not null and v.space = $4 and r.archived_at is null
  order by (v.embedding::"public"."vector"(384)) operator("public".<#>) ($5::"public"."vector"::"public"."vector"(384))
  limit $6
) as near left join lateral (
        select r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $7 and r.id = near.id and ("r"."scope" = $8) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $9;
-- with a vector, /acme/it's \one, /acme/it's \one, 3, a vector, 96, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 1536, kept as by default
-- built with maintenance_work_mem = 1048576kB
-- 100000: built in 0 bytes
-- 20000000: built in 0 bytes
create index concurrently "vectors_near_4d4a0829fd6026f2121f22c174dde9ec" on "kioku"."vectors"
using diskann ((embedding::"public"."vector"(1536)) "public"."vector_ip_ops") with (max_neighbors = 50, l_value_ib = 100)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true), set_config($3, $4, true);
-- with diskann.iterative_search, relaxed_order, diskann.l_value_is, 100
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and nullif(hashtextextended(v.scope, 0) = hashtextextended($3::text collate "C", 0), false) is not null and v.space = $4 and r.archived_at is null
  order by (v.embedding::"public"."vector"(1536)) operator("public".<#>) ($5::"public"."vector"::"public"."vector"(1536))
  limit $6
) as near left join lateral (
        select r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $7 and r.id = near.id and ("r"."scope" = $8) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $9;
-- with a vector, /acme/it's \one, /acme/it's \one, 3, a vector, 96, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 4096, kept as by default
-- built with maintenance_work_mem = 1048576kB
-- 100000: built in 0 bytes
-- 20000000: built in 0 bytes
create index concurrently "vectors_near_61a0f2925805341f113c118a0b187bbd" on "kioku"."vectors"
using diskann ((embedding::"public"."vector"(4096)) "public"."vector_ip_ops") with (max_neighbors = 50, l_value_ib = 100)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true), set_config($3, $4, true);
-- with diskann.iterative_search, relaxed_order, diskann.l_value_is, 100
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and nullif(hashtextextended(v.scope, 0) = hashtextextended($3::text collate "C", 0), false) is not null and v.space = $4 and r.archived_at is null
  order by (v.embedding::"public"."vector"(4096)) operator("public".<#>) ($5::"public"."vector"::"public"."vector"(4096))
  limit $6
) as near left join lateral (
        select r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $7 and r.id = near.id and ("r"."scope" = $8) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $9;
-- with a vector, /acme/it's \one, /acme/it's \one, 3, a vector, 96, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 384, kept bit
-- built with maintenance_work_mem = 1048576kB
-- 100000: built in 0 bytes
-- 20000000: built in 0 bytes
create index concurrently "vectors_near_a695d34690963d02b052580bc614620f" on "kioku"."vectors"
using diskann ((embedding::"public"."vector"(384)) "public"."vector_ip_ops") with (max_neighbors = 50, l_value_ib = 100)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true), set_config($3, $4, true);
-- with diskann.iterative_search, relaxed_order, diskann.l_value_is, 100
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and nullif(hashtextextended(v.scope, 0) = hashtextextended($3::text collate "C", 0), false) is not null and v.space = $4 and r.archived_at is null
  order by (v.embedding::"public"."vector"(384)) operator("public".<#>) ($5::"public"."vector"::"public"."vector"(384))
  limit $6
) as near left join lateral (
        select r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $7 and r.id = near.id and ("r"."scope" = $8) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $9;
-- with a vector, /acme/it's \one, /acme/it's \one, 3, a vector, 96, /acme/it's \one, /acme/it's \one, 96
