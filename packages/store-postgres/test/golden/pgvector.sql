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
