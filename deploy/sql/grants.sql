-- Written by `npm run charts -w docs` from @kioku/store-postgres. Do not edit.
-- For `psql --single-transaction`, after schema.sql and each update.
set local role kioku_owner;

set local client_min_messages = error;

grant usage on schema "kioku" to "kioku_app";

grant usage on schema "public" to "kioku_app";

grant select on "kioku"."migrations" to "kioku_app";

grant select, insert, update, delete on "kioku"."scopes", "kioku"."records", "kioku"."strength", "kioku"."idempotency_keys", "kioku"."history", "kioku"."vectors", "kioku"."embedding_jobs", "kioku"."segments", "kioku"."postings", "kioku"."graves" to "kioku_app";

revoke all on "kioku"."spaces", "kioku"."claims", "kioku"."vector_tables", "kioku"."tombstones" from "kioku_app";

grant select, insert (name, dimensions, state), update (state) on "kioku"."spaces" to "kioku_app";

grant select, delete on "kioku"."vector_tables" to "kioku_app";

grant select, insert on "kioku"."tombstones" to "kioku_app";

grant execute on all functions in schema "kioku" to "kioku_app";

do $grants$ declare own regclass; begin
  for own in select oid from pg_class where relnamespace = '"kioku"'::regnamespace
    and relkind = 'r' and relname ~ '^vectors_[0-9a-f]{32}$'
  loop execute format('grant select, insert, update, delete on %s to "kioku_app"', own); end loop; end $grants$;

grant usage on schema "kioku" to "kioku_reader";

grant select on all tables in schema "kioku" to "kioku_reader";

grant execute on all functions in schema "kioku" to "kioku_reader";
