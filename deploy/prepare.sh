#!/bin/sh
# Makes the roles, the extension, the schema and the privileges in a database. It may run again.
# As part of the image of PostgreSQL it connects as POSTGRES_USER to POSTGRES_DB; elsewhere PGHOST,
# PGUSER, PGPASSWORD and PGDATABASE say where.
set -e
: "${KIOKU_OWNER_PASSWORD:?}" "${KIOKU_APP_PASSWORD:?}" "${KIOKU_READER_PASSWORD:?}"
export PGUSER="${PGUSER:-$POSTGRES_USER}" PGDATABASE="${PGDATABASE:-$POSTGRES_DB}"
cd "${KIOKU_SQL:-/kioku}"

run() {
  psql --no-psqlrc --quiet --single-transaction --set=ON_ERROR_STOP=1 "$@"
}

run --file=roles.sql
# A schema that is there is brought up to date by the owner's next `maintain`, which opens it.
if [ "$(run -At --command="select to_regclass('kioku.migrations') is null")" = t ]; then
  run --file=schema.sql
fi
run --file=grants.sql
# In the image of PostgreSQL: lets an administrator copy the server to a replica.
rules="${PGDATA:-.}/pg_hba.conf"
if [ -f "$rules" ] && ! grep -q '^host replication all all' "$rules"; then
  echo "host replication all all scram-sha-256" >> "$rules"
fi
echo "kioku: roles, schema and privileges are there"
