#!/bin/sh
# Checks images, manifests, the Tiltfile, NATS's users, alerts and runbooks, without Docker and without a cluster. Needs
# Python 3.11 or newer and Node; everything else goes into a virtual environment in target/, the types of custom
# resources beside their check, and promtool into target/, without which the tests of the alerts are skipped. Arguments
# go to pytest.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
venv=$("$here/../local/venv.sh" k8s "$here/tests/requirements.txt")
types=$here/tests/custom_resources
if ! cmp -s "$types/package-lock.json" "$types/node_modules/.installed-lock.json"; then
  echo "installing the types of custom resources"
  npm ci --prefix "$types" --ignore-scripts --no-audit --no-fund --loglevel=error
  cp "$types/package-lock.json" "$types/node_modules/.installed-lock.json"
fi
cd "$here/tests"
exec "$venv/bin/python" -B -m pytest -p no:cacheprovider --quiet -rs "$@"
