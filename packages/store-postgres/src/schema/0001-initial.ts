import { sql, type RawBuilder } from "kysely";

import type { Names } from "../sql/names.js";
import { addRecordFunction } from "./add-record-function.js";
import { dividedBy, partitionStatements, type Layout } from "./layout.js";
import { recallFunctions } from "./recall-functions.js";
import { privateStatistics } from "./statistics.js";

/**
 * Creates the tables of schema version 1. Keys lead with the scope (`scopeToPath`) for locality,
 * partitions and row level security. Instants are milliseconds since 1970; JSON is the text of
 * `JSON.stringify`.
 */
export function initialSchema(names: Names, layout: Layout): readonly RawBuilder<unknown>[] {
  const divided = dividedBy(layout);
  return [
    sql`
create table ${names.scopes} (
  scope text collate "C" primary key,
  records integer not null,
  documents integer not null,            -- how many of them are searchable
  terms bigint not null,                 -- sum of the numbers of terms of these
  numbers bigint not null default 0,     -- how many it has given to texts, jobs and generations of its segment
  first_number bigint not null           -- before the first of these: microseconds since 1970, so that none comes again when the scope does
    default (extract(epoch from clock_timestamp()) * 1000000)::bigint
) ${divided}`,
    sql`
create table ${names.records} (
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
) ${divided}`,
    sql`
create unique index records_by_key on ${names.records} (scope, key) where key is not null`,
    sql`
create index records_by_number on ${names.records} (scope, number) where number is not null`,
    // Not of an expression: with row level security PostgreSQL would not use the index.
    sql`
create index records_by_content on ${names.records} (scope, content_hash)`,
    sql`
create index records_by_creation on ${names.records} (scope, created_at, id)`,
    sql`
create index records_by_update on ${names.records} (scope, updated_at, id)`,
    sql`
create index records_by_thread on ${names.records} (scope, thread, happened_at, id) where thread is not null`,
    // Sweep covers all scopes.
    sql`
create index records_by_expiry on ${names.records} (expires_at) where expires_at is not null`,
    // Updated in place, because no index contains the changing columns. Unused records have no row.
    sql`
create table ${names.strength} (
  scope text collate "C" not null,
  id text collate "C" not null,
  stability_days double precision not null,
  uses integer not null,
  last_used_at bigint,
  primary key (scope, id)
) ${divided}`,
    sql`
create table ${names.idempotency_keys} (
  scope text collate "C" not null,
  key text collate "C" not null,
  id text collate "C" not null,          -- of its record
  primary key (scope, key)
) ${divided}`,
    sql`
create index idempotency_keys_by_record on ${names.idempotency_keys} (scope, id)`,
    // Ended versions and deletions; the current version is in records.
    sql`
create table ${names.history} (
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
) ${divided}`,
    sql`
create index history_by_deletion on ${names.history} (scope, id) where change = 'deleted'`,
    // An id is never reused, not even when its space is dropped.
    sql`
create table ${names.spaces} (
  id bigint generated always as identity primary key,
  name text collate "C" not null unique,
  dimensions integer not null,
  state text not null                    -- ready, building or retired
)`,
    // One vector of a record in each space.
    sql`
create table ${names.vectors} (
  scope text collate "C" not null,
  space integer not null,
  id text collate "C" not null,
  embedding ${names.vector()} not null,
  primary key (scope, space, id)
) ${divided}`,
    // Texts without vectors, at most one of a record. A new text is a new job.
    sql`
create table ${names.embedding_jobs} (
  scope text collate "C" not null,
  id text collate "C" not null,
  number bigint not null,                -- of its scope
  run_at bigint,                         -- from when it may be handed out; null: given up
  leased boolean not null default false, -- whether somebody has it, until run_at
  claims integer not null default 0,     -- grows whenever it is handed out or given back: beside the number, the token
  attempt integer not null default 0,    -- how often it was tried since it was queued or revived
  primary key (scope, id)
) ${divided}`,
    // Workers serve all scopes.
    sql`
create index embedding_jobs_by_time on ${names.embedding_jobs} (run_at, number) where run_at is not null`,
    // Hashes of what was erased.
    sql`
create table ${names.tombstones} (
  scope text collate "C" not null,
  hash text collate "C" not null,
  at bigint not null,
  primary key (scope, hash)
) ${divided}`,
    // Large scopes whose vectors in a space are in a table of their own, with an index.
    sql`
create table ${names.vector_tables} (
  scope text collate "C" not null,
  space integer not null,
  name text not null,                    -- of the table, which nothing else ever had
  index_name text,                       -- of the index that answers
  built_at bigint,                       -- null until it answers and \`vectors\` has none of them
  leaves boolean not null default false, -- true while they are moved back
  vectors integer not null default 0,    -- how many there were when the index was made
  bytes bigint not null default 0,       -- how large it was then
  primary key (scope, space)
) ${divided}`,
    // Work for one process at a time, which renews its claim.
    sql`
create table ${names.claims} (
  name text collate "C" primary key,
  holder text not null,
  expires_at bigint not null
)`,
    // Keyword search in large scopes: texts up to \`covers\`, by term; made by maintain().
    sql`
create table ${names.segments} (
  scope text collate "C" primary key,
  generation bigint,                     -- of its postings, a number of its scope; null until it is built for the first time
  covers bigint not null,                -- records with greater numbers are not in it
  numbers bytea not null,                -- of the texts in it: encodeNumbers
  documents integer not null,            -- how many these are
  horizon bigint not null,               -- texts with numbers up to this leave a grave
  building bigint,                       -- generation that is being built
  building_covers bigint                 -- what that one will cover
) ${divided}`,
    // Each row has neighbouring terms and their lists: most terms are in one text only.
    sql`
create table ${names.postings} (
  scope text collate "C" not null,
  generation bigint not null,
  term text collate "C" not null,        -- the first one of the block
  block bytea not null,                  -- encodeBlock
  primary key (scope, generation, term)
) ${divided}`,
    // Dense already, and read as a whole.
    sql`
alter table ${names.postings} alter column block set storage external`,
    // Removed texts that a segment covers, or will cover.
    sql`
create table ${names.graves} (
  scope text collate "C" not null,
  number bigint not null,
  primary key (scope, number)
) ${divided}`,
    ...partitionStatements(names, layout),
    ...privateStatistics(names),
    ...(layout.hasFunctions ? [...recallFunctions(names), addRecordFunction(names)] : []),
  ];
}
