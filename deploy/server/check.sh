#!/bin/sh
# Checks one server's units, package, backups and the way back from one. Needs Python 3.11 or newer, PostgreSQL's programs and what
# `make setup` fetched; what is built is taken from PROGRAMS, target/debug unless told otherwise. What needs root, debootstrap,
# Caddy, rclone, strace or systemd is skipped where that is missing, and said; `make server-test` installs it where root can.
# Arguments go to pytest: `-m 'not long'` takes seconds.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
# Where `setup.sh server` put Caddy.
PATH=$PATH:$(cd "$here/../.." && pwd -P)/.local/tools/caddy
export PATH
venv=$("$here/../local/venv.sh" server "$here/tests/requirements.txt")
cd "$here/tests"
exec "$venv/bin/python" -B -m pytest -p no:cacheprovider --quiet -rs "$@"
