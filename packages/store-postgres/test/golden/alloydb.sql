-- alloydb: golden only, not run
-- supports: advisoryLocks yes, concurrentIndexes yes, partialVectorIndexes yes, statistics yes, vacuum yes, rowLevelSecurity yes, storedFunctions yes, columnStorage yes, hashPartitions yes, distributedTables no
-- indexes from 10000 vectors on

-- preparation, by an operator

-- extensions
create extension if not exists "vector" cascade;
create extension if not exists "alloydb_scann" cascade;

-- tables: 33 statements are those of pgvector.sql; not made: none; else:

-- vectors of width 384, kept as by default
-- built with maintenance_work_mem = 1048576kB
-- 100000: built in 0 bytes
-- 20000000: built in 0 bytes
create index concurrently "vectors_near_f353d610d5f4fa3401ee44ec6b564651" on "kioku"."vectors"
using scann ((embedding::"public"."vector"(384)) dot_product) with (mode = 'AUTO')
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true);
-- with scann.num_leaves_to_search, 100
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
create index concurrently "vectors_near_42b7f702c83967ad5e164c3adb397017" on "kioku"."vectors"
using scann ((embedding::"public"."vector"(1536)) dot_product) with (mode = 'AUTO')
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true);
-- with scann.num_leaves_to_search, 100
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
create index concurrently "vectors_near_5b654409721480c49b3fbb70734d2c63" on "kioku"."vectors"
using scann ((embedding::"public"."vector"(4096)) dot_product) with (mode = 'AUTO')
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true);
-- with scann.num_leaves_to_search, 100
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
create index concurrently "vectors_near_f353d610d5f4fa3401ee44ec6b564651" on "kioku"."vectors"
using scann ((embedding::"public"."vector"(384)) dot_product) with (mode = 'AUTO')
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
select set_config($1, $2, true);
-- with scann.num_leaves_to_search, 100
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
