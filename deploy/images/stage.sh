#!/bin/sh
# Prepares the files that Dockerfile.dev copies, one folder per image in target/tilt. Unchanged files are not touched,
# so that Tilt updates only the changed programs.
#   stage.sh programs    compiles all programs
#   stage.sh site        builds the front end
set -eu

cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}

case ${1:-} in
  programs)
    cargo build --workspace --bins --locked
    for name in $(sed -n 's/.*"name":"\([a-z]*\)".*/\1/p' deploy/k8s/services.json); do
      server=target/tilt/$name/server
      mkdir -p "target/tilt/$name"
      cmp -s deploy/images/restart.sh "target/tilt/$name/restart.sh" || cp deploy/images/restart.sh "target/tilt/$name/"
      cmp -s "$target/debug/$name" "$server" && continue
      # Moved into place, so that Tilt never copies a partial file.
      cp "$target/debug/$name" "$server.new"
      mv "$server.new" "$server"
    done
    ;;
  site)
    [ -d frontend/node_modules ] || npm ci --prefix frontend --ignore-scripts --no-audit --no-fund
    npm run --silent build --prefix frontend
    rm -rf target/tilt/gateway/site target/tilt/office/site
    mkdir -p target/tilt/gateway target/tilt/office
    cp -R frontend/storefront/dist target/tilt/gateway/site
    cp -R frontend/office/dist target/tilt/office/site
    ;;
  *)
    echo "usage: stage.sh programs|site" >&2
    exit 2
    ;;
esac
