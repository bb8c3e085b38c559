#!/bin/sh
# The whole shop in a cluster of its own on this machine: images are built, the overlay `dev` is applied, and a smoke test looks at it from
# outside. Then the cluster is shown the overlay `production`, and says whether it would take it. Needs Docker with buildx, kind 0.24 or
# newer, kubectl and Python 3.11. The cluster is taken away at the end, unless KEEP=1. IMAGES=built takes images that are there.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
checkout=$(cd "$here/../.." && pwd -P)
cluster=vanmool-smoke
# kubectl's own settings stay as they are.
KUBECONFIG=$(mktemp)
export KUBECONFIG

# Where the types of the overlay `production` come from: https://HOST/PATH, of releases that OPERATIONS.md names or newer ones.
types='
github.com/cert-manager/cert-manager/releases/download/v1.18.2/cert-manager.crds.yaml
github.com/kubernetes-sigs/gateway-api/releases/download/v1.3.0/standard-install.yaml
github.com/prometheus-operator/prometheus-operator/releases/download/v0.85.0/stripped-down-crds.yaml
raw.githubusercontent.com/cloudnative-pg/cloudnative-pg/release-1.27/releases/cnpg-1.27.0.yaml
github.com/cloudnative-pg/plugin-barman-cloud/releases/download/v0.6.0/manifest.yaml
'

main() {
  for tool in docker kind kubectl python3; do
    command -v "$tool" >/dev/null || { echo "$tool is missing" >&2 && exit 1; }
  done
  trap clear_up EXIT
  programs=$(sed -n 's/.*"name":"\([a-z]*\)".*/\1/p' "$here/services.json")
  if [ "${IMAGES:-}" != built ]; then
    (cd "$checkout" && docker buildx bake --file deploy/images/bake.hcl --load)
  fi
  kind create cluster --name "$cluster" --wait 5m
  for name in $programs; do kind load docker-image --name "$cluster" "vanmool/$name:dev"; done
  echo "==> overlay dev"
  kubectl apply --kustomize "$here/overlays/dev"
  kubectl --namespace vanmool wait --for=condition=Available deployment --all --timeout=10m
  look
  echo "==> overlay production, as far as a cluster without its operators says"
  of_production
}

look() {
  shop=$(forward gateway 80)
  mails=$(forward mailpit 8025)
  lose='kubectl --namespace vanmool delete pod --selector app.kubernetes.io/name=order --wait=false'
  python3 "$here/tests/smoke/smoke.py" "$shop" --mails "$mails" --lose "$lose" || { say_why && exit 1; }
}

# Opens a port of this machine for a service, and prints its address.
forward() {
  said=$KUBECONFIG.$1
  kubectl --namespace vanmool port-forward "service/$1" ":$2" >"$said" 2>&1 &
  echo $! >>"$KUBECONFIG.forwarding"
  tries=0
  until grep -q '^Forwarding' "$said"; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || { cat "$said" >&2 && exit 1; }
    sleep 1
  done
  sed -n 's/^Forwarding from 127.0.0.1:\([0-9]*\).*/http:\/\/127.0.0.1:\1/p' "$said" | head -n 1
}

say_why() {
  kubectl --namespace vanmool get pods --output wide >&2
  for name in $programs; do
    kubectl --namespace vanmool logs "deployment/$name" --all-containers --tail 20 --prefix >&2 || true
  done
}

# The types alone: operators would want a cloud. What they would refuse beside that is not seen.
of_production() {
  for path in $types; do
    kubectl create --dry-run=client --output=json --filename "https://$path" |
      python3 "$here/tests/smoke/types_of.py" | kubectl apply --server-side --filename -
  done
  kubectl wait --for=condition=Established customresourcedefinition --all --timeout=2m
  kubectl apply --server-side --dry-run=server --kustomize "$here/overlays/production"
}

clear_up() {
  [ ! -e "$KUBECONFIG.forwarding" ] || xargs kill <"$KUBECONFIG.forwarding" 2>/dev/null || true
  if [ "${KEEP:-}" = 1 ]; then
    kind export kubeconfig --name "$cluster" --kubeconfig "${HOME}/.kube/config"
  else
    kind delete cluster --name "$cluster" || true
  fi
  rm -f "$KUBECONFIG" "$KUBECONFIG".*
}

main
