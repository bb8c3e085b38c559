#!/bin/sh
# Asks a shop of its own whatever the OpenAPI document allows, and much that it does not, with schemathesis.
#   rest.sh SHOP             the same few hundred requests each time, in about half a minute
#   rest.sh SHOP MINUTES     other ones each time, for so long
# SHOP is the program, such as target/debug/shop. Needs Python 3.11 or newer; the rest goes into target/fuzz-venv.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
venv=$(cd "$here/../.." && pwd -P)/target/fuzz-venv
wanted=$here/requirements.txt

if ! cmp -s "$wanted" "$venv/requirements.txt"; then
  echo "installing the tools of deploy/fuzz/requirements.txt into target/fuzz-venv"
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary=:all: \
    --requirement "$wanted"
  # Last, so that an interrupted installation is done again.
  cp "$wanted" "$venv/requirements.txt"
fi
exec "$venv/bin/python" -B "$here/rest.py" "$@"
