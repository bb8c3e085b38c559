#!/bin/sh
# Holds every library against deny.toml: licences, sources, bans; and against the databases of known holes where they can
# be reached, else says so. cargo-deny comes from the PATH or is compiled into .local/tools once, which takes two cores
# a minute: without optimisations, for it has seconds of work.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd -P)
cd "$root"
version=0.20.2
tool=$root/.local/tools/cargo-deny-$version

if command -v cargo-deny >/dev/null 2>&1; then
  deny=cargo-deny
else
  deny=$tool/bin/cargo-deny
  [ -x "$deny" ] || {
    echo "compiling cargo-deny $version into .local/tools"
    CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
      CARGO_TARGET_DIR="$tool/target" cargo install --quiet "cargo-deny@$version" --locked --root "$tool"
    rm -rf "$tool/target"
  }
fi

"$deny" --log-level error --locked check --hide-inclusion-graph bans licenses sources
node frontend/build/licences.mjs

if "$deny" --log-level off --locked fetch db >/dev/null 2>&1; then
  "$deny" --log-level error --locked check --hide-inclusion-graph advisories
else
  echo "known holes of crates: not asked for, the database of RustSec cannot be reached"
fi
for folder in frontend proto deploy/k8s/tests/custom_resources; do
  known=$(npm audit --prefix "$folder" --json 2>/dev/null) || true
  case $known in
    *'"auditReportVersion"'*)
      npm audit --prefix "$folder" --audit-level high || exit 1 ;;
    *) echo "known holes of $folder: not asked for, the registry does not answer that question" ;;
  esac
done
