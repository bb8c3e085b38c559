#!/bin/sh
# Makes a role and a database for each service; a role reaches its own database and no other. The image runs it when the
# data folder is empty; for a managed server, run it once by hand:
#   PGHOST=… PGUSER=… PGPASSWORD=… PASSWORDS=folder-with-a-file-a-service ./roles.sh
set -eu

: "${PASSWORDS:=/run/passwords}"

for file in "$PASSWORDS"/*; do
  service=$(basename "$file")
  # The password comes in through a variable of psql, so that no list of processes shows it.
  PASSWORD=$(cat "$file") psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --set name="shop_$service" \
    --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname postgres <<'SQL'
\getenv password PASSWORD
CREATE ROLE :"name" LOGIN PASSWORD :'password';
-- A managed server's administrator is no superuser, and may give a database only to a role it belongs to.
GRANT :"name" TO CURRENT_USER;
CREATE DATABASE :"name" OWNER :"name";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
REVOKE :"name" FROM CURRENT_USER;
SQL
done
# Nothing of ours is in it.
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname postgres \
  --command 'REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC'
