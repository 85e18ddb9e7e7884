-- Golden only: not run on Citus.
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
values (1, 'tables', '05790e1211e8b1f5', '{"partitions":0,"isDistributed":true,"hasFunctions":false,"hasStorage":true}', now());

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
  scripts integer not null,              -- bits of the scripts that its text is written in
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
  id bigint generated always as identity primary key, -- Citus has no identity of integer
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

select create_reference_table('"kioku".migrations');

drop policy if exists "scopes_granted" on "kioku"."scopes";

create policy "scopes_granted" on "kioku"."scopes" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."scopes" enable row level security, force row level security;

drop policy if exists "scopes_granted" on "kioku"."records";

create policy "scopes_granted" on "kioku"."records" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."records" enable row level security, force row level security;

drop policy if exists "scopes_granted" on "kioku"."strength";

create policy "scopes_granted" on "kioku"."strength" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."strength" enable row level security, force row level security;

drop policy if exists "scopes_granted" on "kioku"."idempotency_keys";

create policy "scopes_granted" on "kioku"."idempotency_keys" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."idempotency_keys" enable row level security, force row level security;

drop policy if exists "scopes_granted" on "kioku"."history";

create policy "scopes_granted" on "kioku"."history" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."history" enable row level security, force row level security;

drop policy if exists "scopes_granted" on "kioku"."vectors";

create policy "scopes_granted" on "kioku"."vectors" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."vectors" enable row level security, force row level security;

drop policy if exists "scopes_granted" on "kioku"."embedding_jobs";

create policy "scopes_granted" on "kioku"."embedding_jobs" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."embedding_jobs" enable row level security, force row level security;

drop policy if exists "scopes_granted" on "kioku"."tombstones";

create policy "scopes_granted" on "kioku"."tombstones" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."tombstones" enable row level security, force row level security;

drop policy if exists "scopes_granted" on "kioku"."vector_indexes";

create policy "scopes_granted" on "kioku"."vector_indexes" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."vector_indexes" enable row level security, force row level security;

drop policy if exists "scopes_granted" on "kioku"."segments";

create policy "scopes_granted" on "kioku"."segments" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."segments" enable row level security, force row level security;

drop policy if exists "scopes_granted" on "kioku"."postings";

create policy "scopes_granted" on "kioku"."postings" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."postings" enable row level security, force row level security;

drop policy if exists "scopes_granted" on "kioku"."graves";

create policy "scopes_granted" on "kioku"."graves" using (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null) with check (nullif((scope || '/') ^@ ((select nullif(current_setting('kioku.scopes', true), '')::text[]))[width_bucket(scope || '/', (select nullif(current_setting('kioku.scopes', true), '')::text[]))], false) is not null);

alter table "kioku"."graves" enable row level security, force row level security;
