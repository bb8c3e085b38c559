#!/bin/sh
# The checks of cluster.sh in a kind cluster: makes images, makes the cluster, runs the same tests, deletes the cluster. It has not
# run yet. Needs Docker with buildx, kind 0.24 or newer (it enforces network policies) and Python 3.11. IMAGES=built takes images
# that are there. Arguments go to pytest.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
cluster=vanmool-checks
# kubectl's own settings stay as they are.
KUBECONFIG=$(mktemp)
export KUBECONFIG
trap 'kind delete cluster --name "$cluster" || true; rm -f "$KUBECONFIG"' EXIT

if [ "${IMAGES:-}" != built ]; then
  (cd "$here/../.." && docker buildx bake --file deploy/images/bake.hcl --load)
fi
# The gateway's port of the node, as the tests open it.
kind create cluster --name "$cluster" --wait 5m --config - <<'END'
apiVersion: kind.x-k8s.io/v1alpha4
kind: Cluster
nodes:
  - role: control-plane
    extraPortMappings:
      - { containerPort: 30080, hostPort: 30080, listenAddress: 127.0.0.1 }
END
CLUSTER=kind "$here/cluster.sh" "$@"
