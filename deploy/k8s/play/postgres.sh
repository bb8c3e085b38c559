#!/bin/sh
# The entrypoint that the manifest expects of the image: a data folder at the first start, made with the superuser's
# password and the scripts of a folder; then the server, with the manifest's arguments.
set -eu

if [ ! -e "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password
  initdb --pgdata="$PGDATA" --username=postgres --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 \
    --encoding=UTF8 --locale=C --no-sync >/dev/null
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  # On its socket only, so that no probe takes it for ready.
  pg_ctl --pgdata="$PGDATA" --options="-c listen_addresses='' -c fsync=off" --wait --silent start
  for script in /docker-entrypoint-initdb.d/*; do "$script"; done
  pg_ctl --pgdata="$PGDATA" --mode=fast --wait --silent stop
  initdb --pgdata="$PGDATA" --sync-only >/dev/null
fi
# As the original's: a volume that is mounted again may have been opened to its group.
chmod 0700 "$PGDATA"
exec postgres -D "$PGDATA" -c listen_addresses='*' "$@"
