-- For psql, as an administrator of the database. It may run again: then it only sets the passwords.
-- kioku_owner has the tables, migrates and maintains; kioku_app reads and writes memories;
-- kioku_reader only reads.
set client_min_messages = warning;
\getenv owner_password KIOKU_OWNER_PASSWORD
\getenv app_password KIOKU_APP_PASSWORD
\getenv reader_password KIOKU_READER_PASSWORD

select format('create role %I', name)
from unnest(array['kioku_owner', 'kioku_app', 'kioku_reader']) as name
where not exists (select from pg_roles where rolname = name) \gexec
alter role kioku_owner login password :'owner_password';
alter role kioku_app login password :'app_password';
alter role kioku_reader login password :'reader_password';

-- Ends work for clients that are gone, and lets readers change nothing.
alter role kioku_app set client_connection_check_interval = '1s';
alter role kioku_reader set default_transaction_read_only = on;

create extension if not exists vector with schema public;
grant usage on schema public to kioku_owner, kioku_app, kioku_reader;
-- The owner makes the schemas of shards.
select format('grant create on database %I to kioku_owner', current_database()) \gexec
-- An administrator who is no superuser acts as the owner below.
select format('grant kioku_owner to %I', current_user)
where not (select rolsuper from pg_roles where rolname = current_user) \gexec
