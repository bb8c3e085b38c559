#!/bin/sh
# Runs the program of a developer's image, and again each time Tilt has replaced it. It ends with the program otherwise.
stop() {
  kill -TERM "$server"
  wait "$server"
  exit $?
}

trap stop TERM
while :; do
  /app/server &
  server=$!
  echo "$server" >/app/.server
  wait "$server" && status=0 || status=$?
  [ -e /app/.replaced ] || exit "$status"
  rm /app/.replaced
done
