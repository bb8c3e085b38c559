#!/bin/sh
# A real Kubernetes of one node on this machine, with the shop in it: builds the pinned programs once, starts them in namespaces of
# their own, applies the overlay `dev` and checks what the manifests promise (deploy/k8s/cluster/test_cluster.py). Nothing is left
# running. Arguments go to pytest in the place of that file: test_production.py runs the overlay `production` with CloudNativePG's operator.
# Where it cannot run, it says why and succeeds.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
venv=$("$here/../local/venv.sh" k8s "$here/tests/requirements.txt")
cd "$here/cluster"
exec "$venv/bin/python" -B -m pytest -p no:cacheprovider -rs -v "${@:-test_cluster.py}"
