#!/bin/sh
# Generates the types of the checked queries from a database with all migrations. Runs under `engines exec`.
# sqlx.sh write   stores them in .sqlx, with which ordinary builds check queries without a database
# sqlx.sh check   compares them with .sqlx; `check build` also builds everything instead of only checking it
set -eu
cd "$(dirname "$0")/../.."
mode=$1
cargo=${2:-check}
root=$(pwd -P)
fresh=$root/target/sqlx/fresh
checked=$root/target/sqlx/checked

# The files that the types depend on.
inputs() {
  find services gateway .sqlx Cargo.lock -type f \( -name '*.rs' -o -name '*.sql' -o -name sqlx.toml -o -name '*.json' -o -name Cargo.lock \) \
    -exec cksum {} + 2>/dev/null | sort | cksum
}

if [ "$mode" = check ] && [ "$(inputs)" = "$(cat "$checked" 2>/dev/null)" ]; then
  echo "sqlx: nothing changed since .sqlx was last found current"
  exit 0
fi

sql() {
  psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 "$@"
}

# In the order of their versions, as the programs do: a service may change the outbox's tables.
migrate() {
  url=$1
  shift
  for migration in $(for crate in "$@"; do ls "$crate"/migrations/*.sql; done | sed 's|.*/0*\([0-9]*\)_|\1 &|' | sort -n | cut -d' ' -f2); do
    # An index that is built concurrently cannot be built in a transaction.
    case $(head -n 1 "$migration") in
      '-- no-transaction') transaction='' ;;
      *) transaction=--single-transaction ;;
    esac
    # Hide the notices of a new database.
    PGOPTIONS='-c client_min_messages=warning' sql $transaction --file "$migration" "$url"
  done
}

for settings in services/*/sqlx.toml services/shared/*/sqlx.toml; do
  [ -e "$settings" ] || continue
  crate=$(dirname "$settings")
  variable=$(sed -n 's/^ *database-url-var *= *"\([A-Z_]*\)".*/\1/p' "$settings")
  [ -n "$variable" ] || { echo "sqlx: $settings names no database-url-var" >&2 && exit 1; }
  database=sqlx_$(basename "$crate")
  url=${TEST_DATABASE_URL%/*}/$database
  sql --command "create database $database" "$TEST_DATABASE_URL"
  case $crate in
    services/shared/*) migrate "$url" "$crate" ;;
    *) migrate "$url" "$crate" services/shared/csv_import services/shared/jobs services/shared/outbox ;;
  esac
  export "$variable=$url"
  # The macros query the database only when their crate is compiled.
  touch "$crate/src/lib.rs"
done

rm -rf "$fresh"
mkdir -p "$fresh"
SQLX_OFFLINE=false SQLX_OFFLINE_DIR=$fresh cargo "$cargo" --quiet --workspace --all-targets --locked

if [ "$mode" = write ]; then
  rm -rf .sqlx
  mv "$fresh" .sqlx
  echo "sqlx: wrote $(find .sqlx -type f | wc -l | tr -d ' ') queries to .sqlx"
elif ! diff -r -q .sqlx "$fresh"; then
  echo "sqlx: .sqlx is not what the queries and migrations give (above); run 'make sqlx' and commit the result" >&2
  exit 1
else
  echo "sqlx: .sqlx is current"
fi
inputs >"$checked"
