#!/bin/sh
# Tests one server's units, package, backups and restores. Needs Python 3.11 or newer, PostgreSQL's programs and what `make setup`
# fetched. The programs come from PROGRAMS, by default target/debug. Tests that need root, debootstrap, Caddy, rclone, strace or
# systemd are skipped with a message if it is missing; `make server-test` installs it if root can. Arguments go to pytest: `-m 'not
# long'` takes seconds.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
# The folder in which `setup.sh server` puts Caddy.
PATH=$PATH:$(cd "$here/../.." && pwd -P)/.local/tools/caddy
export PATH
venv=$("$here/../local/venv.sh" server "$here/tests/requirements.txt")
cd "$here/tests"
exec "$venv/bin/python" -B -m pytest -p no:cacheprovider --quiet -rs "$@"
