#!/bin/sh
# Writes target/releases/vanmool-<version>-<arch>.tar.gz, and tests it like a new user (docs/decisions/0041-release.md).
# release.sh [--tag TAG] [--skip-test]  builds the program for it, without paths of this machine; TAG must match the version
# release.sh --quick PROGRAMS           packs programs that were built before, and tests the folder without a tarball
# Needs Python 3.11 or newer; setup.sh installs everything else.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
cd "$root"
target=${CARGO_TARGET_DIR:-$root/target}
cargo_home=${CARGO_HOME:-$HOME/.cargo}
export PYTHONDONTWRITEBYTECODE=1

fail() {
  printf 'release: %s\n' "$*" >&2
  exit 1
}

quick=
test=yes
while [ $# -gt 0 ]; do
  case $1 in
    --tag)
      version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
      [ "$2" = "v$version" ] || fail "the tag $2 is not v$version, which Cargo.toml says"
      shift
      ;;
    --skip-test) test= ;;
    --quick)
      quick=$2
      shift
      ;;
    *) fail "usage: release.sh [--tag TAG] [--skip-test] | --quick PROGRAMS" ;;
  esac
  shift
done

if [ -n "$quick" ]; then
  deploy/local/setup.sh pinned-nats
  folder=$(python3 "$here/pack.py" --layout-only --programs "$quick" --out "$target/releases/quick")
  python3 "$here/test.py" --quick "$folder"
  rm -rf "$target/releases/quick"
  exit
fi

deploy/local/setup.sh build
deploy/local/setup.sh pinned-nats
mkdir -p "$target/releases"
npm run --silent build --prefix frontend >"$target/releases/frontend.txt" 2>&1 || {
  cat "$target/releases/frontend.txt"
  exit 1
}
# Nothing is shared with other builds, so `--package` costs nothing and leaves out the features for tests.
programs=$(deploy/release/build.sh --package local --bin shop)
tarball=$(python3 "$here/pack.py" --programs "$programs" --out "$target/releases")
printf '%s: %s MB\n' "$tarball" "$(($(wc -c <"$tarball") / 1000000))"
if [ -n "$test" ]; then
  deploy/local/setup.sh postgresql
  python3 "$here/test.py" "$tarball" --forbidden-text "$root" "$cargo_home" "$HOME/"
fi
