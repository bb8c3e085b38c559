#!/bin/sh
# Runs the rendered dev overlay in containers, without a cluster and without a registry, and holds it to what the
# manifests promise: deploy/k8s/play/test_play.py, and docs/decisions/0017-containers-without-a-cluster.md for how.
# Arguments go to pytest. Where containers cannot run, it says why and succeeds.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
venv=$("$here/../local/venv.sh" k8s "$here/tests/requirements.txt")
cd "$here/play"
exec "$venv/bin/python" -B -m pytest -p no:cacheprovider --quiet -rs "$@"
