#!/bin/sh
# Asks a shop of its own whatever the OpenAPI document allows, and much that it does not, with schemathesis.
#   rest.sh SHOP             the same two thousand requests each time, in about two minutes
#   rest.sh SHOP MINUTES     other ones each time, for so long
# SHOP is the program, such as target/debug/shop. Needs Python 3.11 or newer; the rest goes into target/.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
venv=$("$here/../local/venv.sh" fuzz "$here/requirements.txt")
exec "$venv/bin/python" -B "$here/rest.py" "$@"
