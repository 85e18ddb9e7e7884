#!/bin/sh
# Builds pgvector, and Citus where its sources are, for a copy of Debian's PostgreSQL, so that the
# system's own stays as it is. Then KIOKU_TEST_POSTGRES_BIN=PREFIX/lib/postgresql/VERSION/bin makes
# tests use the copy.
#
#   servers/build-extensions.sh SOURCES PREFIX
#
# SOURCES has a folder pgvector (github.com/pgvector/pgvector, 0.8.4 or newer), and perhaps citus
# (github.com/citusdata/citus, 13.2). Needs make, a C compiler and postgresql-server-dev-VERSION;
# for Citus also libcurl4-openssl-dev, liblz4-dev, libzstd-dev and libkrb5-dev. VERSION is 15, or
# what POSTGRES_VERSION says.
set -eu

if [ $# -ne 2 ]; then
  echo "usage: $0 SOURCES PREFIX" >&2
  exit 2
fi
sources=$1
prefix=$2
version=${POSTGRES_VERSION:-15}
if [ ! -d "$sources/pgvector" ]; then
  echo "$sources has no folder pgvector" >&2
  exit 1
fi
if [ -e "$prefix" ]; then
  echo "$prefix is there already" >&2
  exit 1
fi

# The programs find their files by where they are, and pg_config names the copy.
for part in lib share; do
  mkdir -p "$prefix/$part/postgresql"
  cp -a "/usr/$part/postgresql/$version" "$prefix/$part/postgresql/$version"
done
mkdir -p "$prefix/include"
cp -a /usr/include/postgresql "$prefix/include/postgresql"
config=$(realpath "$prefix")/lib/postgresql/$version/bin/pg_config

# Built in copies: the sources stay as they are.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jobs=$(nproc)

cp -a "$sources/pgvector" "$work/pgvector"
make -s -C "$work/pgvector" clean PG_CONFIG="$config"
# Without OPTFLAGS it would run only on processors like this one.
make -s -j "$jobs" -C "$work/pgvector" OPTFLAGS="" PG_CONFIG="$config"
make -s -C "$work/pgvector" install PG_CONFIG="$config"

if [ -d "$sources/citus" ]; then
  cp -a "$sources/citus" "$work/citus"
  compat=$work/citus/src/include/pg_version_compat.h
  # Later minor versions of PostgreSQL 15 have this function themselves.
  if grep -rq have_createdb_privilege "$("$config" --includedir-server)/"; then
    awk '
      /^#define have_createdb_privilege\(\)/ { next }
      held != "" && /^have_createdb_privilege\(void\)/ { held = ""; skips = 1 }
      held != "" { print held; held = "" }
      skips { if (/^}/) skips = 0; next }
      /^static inline bool$/ { held = $0; next }
      { print }
      END { if (held != "") print held }
    ' "$compat" >"$compat.new"
    cmp -s "$compat" "$compat.new" && rm "$compat.new" || mv "$compat.new" "$compat"
  fi
  (
    cd "$work/citus"
    ./configure --quiet PG_CONFIG="$config"
    make -s -j "$jobs"
    make -s install
  )
fi

for name in vector citus; do
  [ ! -f "$("$config" --sharedir)/extension/$name.control" ] || echo "built $name for $prefix"
done
