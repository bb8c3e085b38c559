#!/bin/sh
# Checks images, manifests, the Tiltfile, NATS's users, alerts and runbooks, without Docker and without a cluster. Needs
# Python 3.11 or newer and Node; everything else goes into a virtual environment in target/, the types of custom
# resources beside their check, and promtool into target/, without which the tests of the alerts are skipped. Arguments
# go to pytest.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
venv=$(cd "$here/../.." && pwd -P)/target/k8s-venv
wanted=$here/tests/requirements.txt

python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
  echo "Python 3.11 or newer with venv is needed: on Debian, apt-get install python3-venv" >&2
  exit 1
}
if ! cmp -s "$wanted" "$venv/requirements.txt"; then
  echo "installing the tools of deploy/k8s/tests/requirements.txt into target/k8s-venv"
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary=:all: \
    --requirement "$wanted"
  # Last, so that an interrupted installation is done again.
  cp "$wanted" "$venv/requirements.txt"
fi
types=$here/tests/custom_resources
if ! cmp -s "$types/package-lock.json" "$types/node_modules/.installed-lock.json"; then
  echo "installing the types of custom resources"
  npm ci --prefix "$types" --ignore-scripts --no-audit --no-fund --loglevel=error
  cp "$types/package-lock.json" "$types/node_modules/.installed-lock.json"
fi
cd "$here/tests"
exec "$venv/bin/python" -B -m pytest -p no:cacheprovider --quiet -rs "$@"
