#!/bin/sh
# Writes target/releases/vanmool-<version>-<arch>.tar.gz, and tries it like a new user (docs/decisions/0041-release.md).
# release.sh [--of-tag TAG] [--untried]  builds the program for it, without paths of this machine; TAG must match the version
# release.sh --short PROGRAMS            packs programs that were built before, and tries the folder without a tarball
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

short=
tried=yes
while [ $# -gt 0 ]; do
  case $1 in
    --of-tag)
      version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
      [ "$2" = "v$version" ] || fail "the tag $2 is not v$version, which Cargo.toml says"
      shift
      ;;
    --untried) tried= ;;
    --short)
      short=$2
      shift
      ;;
    *) fail "usage: release.sh [--of-tag TAG] [--untried] | --short PROGRAMS" ;;
  esac
  shift
done

if [ -n "$short" ]; then
  deploy/local/setup.sh pinned-nats
  folder=$(python3 "$here/pack.py" --layout-only --programs "$short" --out "$target/releases/short")
  python3 "$here/test.py" --short "$folder"
  rm -rf "$target/releases/short"
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
if [ -n "$tried" ]; then
  deploy/local/setup.sh postgresql
  python3 "$here/test.py" "$tarball" --not-inside "$root" "$cargo_home" "$HOME/"
fi
