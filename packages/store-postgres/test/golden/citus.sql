-- citus: golden only, not run
-- supports: advisoryLocks yes, concurrentIndexes yes, partialVectorIndexes yes, statistics yes, vacuum yes, rowLevelSecurity yes, storedFunctions no, columnStorage yes, hashPartitions no, distributedTables yes
-- indexes from 1 vectors on

-- preparation, by an operator
create extension if not exists citus;

-- extensions
create extension if not exists "vector" cascade;

-- tables: 30 statements are those of pgvector.sql; not made: insert into "kioku"."migrations" (version, step, checksum, layout, done_at); create function "kioku"."search_scope"(; create function "kioku"."get_records"(p_scope text, p_ids text[], p_now bigint) returns text ; else:
insert into "kioku"."migrations" (version, step, checksum, layout, done_at)
values (1, 'tables', '05790e1211e8b1f5', '{"partitions":0,"isDistributed":true,"hasFunctions":false,"hasStorage":true}', now());
select create_distributed_table('"kioku".scopes', 'scope');
select create_distributed_table('"kioku".records', 'scope', colocate_with => '"kioku".scopes');
select create_distributed_table('"kioku".strength', 'scope', colocate_with => '"kioku".scopes');
select create_distributed_table('"kioku".idempotency_keys', 'scope', colocate_with => '"kioku".scopes');
select create_distributed_table('"kioku".history', 'scope', colocate_with => '"kioku".scopes');
select create_distributed_table('"kioku".vectors', 'scope', colocate_with => '"kioku".scopes');
select create_distributed_table('"kioku".embedding_jobs', 'scope', colocate_with => '"kioku".scopes');
select create_distributed_table('"kioku".tombstones', 'scope', colocate_with => '"kioku".scopes');
select create_distributed_table('"kioku".vector_indexes', 'scope', colocate_with => '"kioku".scopes');
select create_distributed_table('"kioku".segments', 'scope', colocate_with => '"kioku".scopes');
select create_distributed_table('"kioku".postings', 'scope', colocate_with => '"kioku".scopes');
select create_distributed_table('"kioku".graves', 'scope', colocate_with => '"kioku".scopes');
select create_reference_table('"kioku".spaces');
select create_reference_table('"kioku".migrations');

-- vectors of width 384, kept as by default
-- built with maintenance_work_mem = 1048576kB
-- 100000: built in 225600000 bytes
-- 20000000: built in 45120000000 bytes
create index concurrently "vectors_near_e54180e6b08792f166cb779a2c9a5cc1" on "kioku"."vectors"
using hnsw ((embedding::"public"."vector"(384)) "public"."vector_ip_ops") with (m = 16, ef_construction = 64)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
set local citus.propagate_set_commands to 'local';
set local hnsw.ef_search to '200';
set local hnsw.iterative_scan to 'relaxed_order';
set local hnsw.max_scan_tuples to '6250';
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
-- 100000: built in 379200000 bytes
-- 20000000: built in 75840000000 bytes
create index concurrently "vectors_near_e1668601bf2709bd59b7e74778e7ec45" on "kioku"."vectors"
using hnsw ((embedding::"public"."halfvec"(1536)) "public"."halfvec_ip_ops") with (m = 16, ef_construction = 64)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
set local citus.propagate_set_commands to 'local';
set local hnsw.ef_search to '200';
set local hnsw.iterative_scan to 'relaxed_order';
set local hnsw.max_scan_tuples to '6250';
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and nullif(hashtextextended(v.scope, 0) = hashtextextended($3::text collate "C", 0), false) is not null and v.space = $4 and r.archived_at is null
  order by (v.embedding::"public"."halfvec"(1536)) operator("public".<#>) ($5::"public"."vector"::"public"."halfvec"(1536))
  limit $6
) as near left join lateral (
        select r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $7 and r.id = near.id and ("r"."scope" = $8) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $9;
-- with a vector, /acme/it's \one, /acme/it's \one, 3, a vector, 96, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 4096, kept as by default
-- built with maintenance_work_mem = 1048576kB
-- 100000: built in 123200000 bytes
-- 20000000: built in 24640000000 bytes
create index concurrently "vectors_near_28f688f633573cd25c7cc169eeb34e4b" on "kioku"."vectors"
using hnsw (("public"."binary_quantize"(embedding)::bit(4096)) "public"."bit_hamming_ops") with (m = 16, ef_construction = 64)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
set local citus.propagate_set_commands to 'local';
set local hnsw.ef_search to '768';
set local hnsw.iterative_scan to 'relaxed_order';
set local hnsw.max_scan_tuples to '6250';
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and nullif(hashtextextended(v.scope, 0) = hashtextextended($3::text collate "C", 0), false) is not null and v.space = $4 and r.archived_at is null
  order by ("public"."binary_quantize"(v.embedding)::bit(4096)) operator("public".<~>) ("public"."binary_quantize"($5::"public"."vector")::bit(4096))
  limit $6
) as near left join lateral (
        select r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $7 and r.id = near.id and ("r"."scope" = $8) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $9;
-- with a vector, /acme/it's \one, /acme/it's \one, 3, a vector, 768, /acme/it's \one, /acme/it's \one, 96

-- vectors of width 384, kept bit
-- built with maintenance_work_mem = 1048576kB
-- 100000: built in 76800000 bytes
-- 20000000: built in 15360000000 bytes
create index concurrently "vectors_near_06d6fec245f362ac814f352d76ca421f" on "kioku"."vectors"
using hnsw (("public"."binary_quantize"(embedding)::bit(384)) "public"."bit_hamming_ops") with (m = 16, ef_construction = 64)
where nullif(hashtextextended(scope, 0) = '-1234567890123456789'::bigint, false) is not null and space = 3;
set local citus.propagate_set_commands to 'local';
set local hnsw.ef_search to '768';
set local hnsw.iterative_scan to 'relaxed_order';
set local hnsw.max_scan_tuples to '6250';
select r.* from (
  select v.id, v.embedding operator("public".<#>) $1::"public"."vector" as distance
  from "kioku"."vectors" as v join "kioku"."records" as r on r.scope = v.scope and r.id = v.id
  where v.scope = $2 and nullif(hashtextextended(v.scope, 0) = hashtextextended($3::text collate "C", 0), false) is not null and v.space = $4 and r.archived_at is null
  order by ("public"."binary_quantize"(v.embedding)::bit(384)) operator("public".<~>) ("public"."binary_quantize"($5::"public"."vector")::bit(384))
  limit $6
) as near left join lateral (
        select r.scope, r.id, r.number,
    case when r.number is not null then r.scripts end as scripts, r.thread, r.happened_at, (-near.distance)::real as "similarity0" from "kioku"."records" as r
        where r.scope = $7 and r.id = near.id and ("r"."scope" = $8) and r.archived_at is null offset 0) as r on true
order by near.distance + 0, near.id limit $9;
-- with a vector, /acme/it's \one, /acme/it's \one, 3, a vector, 768, /acme/it's \one, /acme/it's \one, 96
