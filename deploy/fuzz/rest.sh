#!/bin/sh
# Sends valid and invalid requests by the OpenAPI document to a temporary shop, with schemathesis.
# rest.sh SHOP             the same two thousand requests each time, in about two minutes
# rest.sh SHOP MINUTES     other requests each time, for this long
# SHOP is the program, for example target/debug/shop. Needs Python 3.11 or newer; other tools are installed
# into target/.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
venv=$("$here/../local/venv.sh" fuzz "$here/requirements.txt")
exec "$venv/bin/python" -B "$here/rest.py" "$@"
