import { USUAL } from "./own-columns.js";

/** Bytes or characters of a hash that its index has. */
export const HASH_START: number = 4;

/** Printable ASCII except letters and digits, and the unit separator: only spaces end tokens. */
const TOKEN_CHARACTERS = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~\u001F`;

/**
 * Makes the keyword index. A token is a term, U+001F and the number of its scope, so that each list
 * of postings is of one scope. The rowid is `record row * 4096 + number of terms`, so that a list
 * alone says what BM25 needs. A text of 2,048 terms and more is in several parts, whose rowids
 * follow each other from `record row * 4096 + 2048` on.
 *
 * It keeps no text: a deletion gives it the terms of the record's row, so that it finds every
 * posting, which `secure-delete` overwrites. BM25 is core's, so FTS5 need not count columns.
 */
const KEYWORD_SCHEMA: string = `
create virtual table keywords using fts5(
  terms, content = '', columnsize = 0, tokenize = ${quote(`ascii tokenchars ${quote(TOKEN_CHARACTERS)}`)}
);
insert into keywords (keywords, rank) values ('secure-delete', 1);
create virtual table postings using fts5vocab(keywords, instance);
`;

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * SQL that makes the tables of schema version 1. Instants are milliseconds since 1970; JSON is
 * text. A column with a prefix is null, which takes no bytes, where a record has the usual value;
 * readers use the column without the prefix.
 */
export const INITIAL_SCHEMA: string = `
-- Rows stay when the last record of a scope is gone, so an id never comes to mean another scope.
create table scopes (
  id integer primary key,
  path text not null unique,            -- scopeToPath
  records integer not null default 0,   -- how many there are
  documents integer not null default 0, -- how many of them are searchable
  terms integer not null default 0      -- sum of the numbers of terms of these
) strict;

create table records (
  row integer primary key,
  scope integer not null,               -- of scopes, where no row is ever deleted
  id text not null,
  key text,
  own_kind text,
  thread text,
  speaker text,
  own_form text,                        -- statement, question or small-talk
  own_origin text,
  trust real not null,
  own_importance real,
  own_first_stability_days real,        -- until it has a row in strength
  valence real,
  arousal real,
  pinned integer not null,
  occurred_at integer,
  valid_from integer,
  valid_to integer,
  created_at integer not null,
  own_updated_at integer,
  expires_at integer,
  archived_at integer,
  happened_at integer generated always as (coalesce(occurred_at, created_at)) virtual,
  version integer not null,
  own_change text,                      -- how this version came about: change, actor and cause
  actor text,
  cause text,
  content_hash any not null,            -- see packed-hash.ts
  text_hash any,                        -- of the text it is found by; null where it is not searchable
  term_count integer not null,          -- number of terms it is found by
  traits integer not null,              -- bits of what searches say of it
  kind text generated always as (coalesce(own_kind, '${USUAL.kind}')) virtual,
  form text generated always as (coalesce(own_form, '${USUAL.form}')) virtual,
  origin text generated always as (coalesce(own_origin, '${USUAL.origin}')) virtual,
  change text generated always as (coalesce(own_change, '${USUAL.change}')) virtual,
  importance real generated always as (coalesce(own_importance, ${USUAL.importance})) virtual,
  first_stability_days real generated always as
    (coalesce(own_first_stability_days, ${USUAL.first_stability_days})) virtual,
  updated_at integer generated always as (coalesce(own_updated_at, created_at)) virtual,
  -- Last, what may be long: columns behind it are read by walking all of its pages.
  terms blob,                           -- what the keyword index has of it, see packed-terms.ts
  sources text,                         -- JSON array of ids; null where there are none
  metadata text not null,               -- JSON object
  value text,                           -- JSON; null where there is no value, 'null' where it is null
  content text not null
) strict;
create unique index records_by_id on records (scope, id);
create unique index records_by_key on records (scope, key) where key is not null;
create index records_by_scope on records (scope);
-- A beginning of it is enough to find it, and hashes have no order that keeps an index together.
create index records_by_content on records (scope, substr(content_hash, 1, ${HASH_START}));
create index records_by_creation on records (scope, created_at, id, own_updated_at);
-- Most records never change, and their order is the one of their creation.
create index records_by_update on records (scope, own_updated_at, id) where own_updated_at is not null;
create index records_by_thread on records (scope, thread, happened_at, id) where thread is not null;
create index records_by_expiry on records (expires_at) where expires_at is not null; -- sweep is of all scopes

create table idempotency_keys (
  scope integer not null,
  key text not null,
  record integer not null,              -- its row
  primary key (scope, key)
) strict, without rowid;
create index idempotency_keys_by_record on idempotency_keys (record);

-- Apart from records, because being used changes it and nothing else. What was never used has no row.
create table strength (
  record integer primary key,           -- its row
  stability_days real not null,
  uses integer not null,
  last_used_at integer
) strict;

-- Versions that have ended, and deletions; the current version is in records.
create table history (
  row integer primary key,
  scope integer not null references scopes (id),
  id text not null,
  version integer not null,
  change text not null,
  actor text,
  cause text,
  recorded_at integer not null,
  searchable integer not null,
  snapshot text                         -- recordToJson; null for a deletion
) strict;
create unique index history_by_version on history (scope, id, version);
create index history_by_deletion on history (scope, id) where change = 'deleted'; -- sweep looks at these

-- An id never comes to mean another space, not even when its space is dropped.
create table spaces (
  id integer primary key autoincrement,
  name text not null unique,
  dimensions integer not null,
  vectors integer not null default 0,   -- how many there are
  state text not null                   -- ready, building or retired
) strict;

-- One vector of a record in each space.
create table vectors (
  row integer primary key,              -- space * 2^36 + row of the record
  vec blob not null                     -- see packed-vector.ts
) strict;

-- Texts whose vectors are still to come, at most one of a record. A new text is a new job.
create table embedding_jobs (
  number integer primary key autoincrement,
  record integer not null unique,       -- its row
  run_at integer,                       -- from when it may be handed out; null: given up
  leased integer not null default 0,    -- whether somebody has it, until run_at
  claims integer not null default 0,    -- grows whenever it is handed out or given back: beside the number, the token
  attempt integer not null default 0    -- how often it was tried since it was queued or revived
) strict;
create index embedding_jobs_by_time on embedding_jobs (run_at, number) where run_at is not null;

-- Records touched by the latest transactions, in their order: data in memory is brought up to date by reading on.
create table touched (
  row integer primary key,
  change integer not null,              -- grows at random with each transaction
  scope integer not null,               -- 0: too many scopes to be listed
  record integer not null               -- its row; 0: too many of the scope to be listed
) strict;

-- Erased texts, as hashes.
create table tombstones (
  scope integer not null references scopes (id),
  hash text not null,
  at integer not null,
  primary key (scope, hash)
) strict, without rowid;
create index tombstones_by_hash on tombstones (hash);

-- One row: how often something was erased, and how many of these times the file was rewritten since.
create table erasure (
  id integer primary key check (id = 1),
  erased integer not null,
  rewritten integer not null
) strict;
insert into erasure (id, erased, rewritten) values (1, 0, 0);

-- One row: names this database in files beside it, and is the key that their contents are proved with.
create table identity (
  id integer primary key check (id = 1),
  token blob not null
) strict;
insert into identity (id, token) values (1, randomblob(32));
${KEYWORD_SCHEMA}`;
