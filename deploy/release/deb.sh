#!/bin/sh
# Writes target/releases/vanmool_<version>_<arch>.deb: the package for one server of deploy/server, with programs without
# paths of this machine.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd -P)
cd "$root"
target=${CARGO_TARGET_DIR:-$root/target}
deploy/local/setup.sh build
deploy/local/setup.sh pinned-nats
npm run --silent build --prefix frontend
programs=$(deploy/release/build.sh --workspace --bins)
deploy/server/deb.sh "$programs" "$target/releases"
