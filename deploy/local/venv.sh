#!/bin/sh
# Creates the virtual environment target/NAME-venv with the pinned requirements, unless it exists, and prints its folder.
#   venv.sh NAME REQUIREMENTS
set -eu

venv=$(cd "$(dirname "$0")/../.." && pwd -P)/target/$1-venv
wanted=$2

python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
  echo "Python 3.11 or newer with venv is needed: on Debian, apt-get install python3-venv" >&2
  exit 1
}
if ! cmp -s "$wanted" "$venv/requirements.txt"; then
  echo "installing tools into target/$1-venv" >&2
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary=:all: \
    --requirement "$wanted" >&2
  # Written last, so that an interrupted installation is repeated.
  cp "$wanted" "$venv/requirements.txt"
fi
echo "$venv"
