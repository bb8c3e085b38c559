#!/bin/sh
# Checks all libraries against deny.toml: licences, sources and bans; and against the databases of known vulnerabilities, if these can be
# reached. cargo-deny is on the PATH, or is compiled into .local/tools once, which takes two cores a minute; without optimisations, because
# it only runs for seconds. With REQUIRE_ADVISORIES=1, as in CI, an unreachable database is a failure. All checks run, even after a
# failure.
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

code=0
failed() { code=1; }
unreachable() {
  echo "known holes of $1: not asked for, $2"
  [ "${REQUIRE_ADVISORIES:-}" != 1 ] || failed
}

"$deny" --log-level error --locked check --hide-inclusion-graph bans licenses sources || failed
node frontend/build/licences.mjs || failed

if "$deny" --log-level off --locked fetch db >/dev/null 2>&1; then
  "$deny" --log-level error --locked check --hide-inclusion-graph advisories || failed
else
  unreachable crates "the database of RustSec cannot be reached"
fi
for folder in frontend frontend/art proto deploy/k8s/tests/custom_resources; do
  known=$(npm audit --prefix "$folder" --json 2>/dev/null) || true
  case $known in
    *'"auditReportVersion"'*) npm audit --prefix "$folder" --audit-level high || failed ;;
    *) unreachable "$folder" "the registry does not answer that question" ;;
  esac
done
exit $code
