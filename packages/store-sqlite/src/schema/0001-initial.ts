/** Printable ASCII except letters and digits, and the unit separator: only spaces end tokens. */
const TOKEN_CHARACTERS = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~\u001F`;

/**
 * Makes the keyword index. A token is a term, U+001F and the number of its scope, so that each list
 * of postings is of one scope. The rowid is `record row * 4096 + number of terms`, so that a list
 * alone says what BM25 needs. A text of 2,048 terms and more is in several parts, whose rowids
 * follow each other from `record row * 4096 + 2048` on.
 *
 * It keeps its text, so that a deletion finds every posting; FTS5's `secure-delete` overwrites
 * them. BM25 is core's, so FTS5 need not count columns.
 */
const KEYWORD_SCHEMA: string = `
create virtual table keywords using fts5(
  terms, columnsize = 0, tokenize = ${quote(`ascii tokenchars ${quote(TOKEN_CHARACTERS)}`)}
);
insert into keywords (keywords, rank) values ('secure-delete', 1);
create virtual table postings using fts5vocab(keywords, instance);
`;

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * SQL that makes the tables of schema version 1. Instants are milliseconds since 1970; JSON is
 * text.
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
  kind text not null,
  thread text,
  speaker text,
  form text not null,                   -- statement, question or small-talk
  origin text not null,
  trust real not null,
  importance real not null,
  first_stability_days real not null,   -- until it has a row in strength
  valence real,
  arousal real,
  pinned integer not null,
  occurred_at integer,
  valid_from integer,
  valid_to integer,
  created_at integer not null,
  updated_at integer not null,
  expires_at integer,
  archived_at integer,
  happened_at integer generated always as (coalesce(occurred_at, created_at)) virtual,
  version integer not null,
  change text not null,                 -- how this version came about: change, actor and cause
  actor text,
  cause text,
  content_hash text not null,
  text_hash text,                       -- of the text it is found by; null where it is not searchable
  term_count integer not null,          -- number of terms it is found by
  traits integer not null,              -- bits of what searches say of it
  -- Last, what may be long: columns behind it are read by walking all of its pages.
  sources text,                         -- JSON array of ids; null where there are none
  metadata text not null,               -- JSON object
  value text,                           -- JSON; null where there is no value, 'null' where it is null
  content text not null
) strict;
create unique index records_by_id on records (scope, id);
create unique index records_by_key on records (scope, key) where key is not null;
create index records_by_scope on records (scope);
-- A beginning of it is enough to find it, and hashes have no order that keeps an index together.
create index records_by_content on records (scope, substr(content_hash, 1, 8));
create index records_by_creation on records (scope, created_at, id);
create index records_by_update on records (scope, updated_at, id);
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
  vec blob not null                     -- float32, little-endian
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

-- What the latest transactions touched, in their order: whoever keeps something in memory reads on from where it was.
create table touched (
  row integer primary key,
  change integer not null,              -- counts transactions
  scope integer not null,               -- 0: too much to be listed
  record integer not null
) strict;

-- What was erased, as hashes.
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
${KEYWORD_SCHEMA}`;
