#!/bin/sh
# Prints where promtool is. It is no Python package: taken from the PATH, or on Debian and Ubuntu out of the package
# `prometheus`, which is not installed but unpacked into target/. Without either, fails and says so.
set -eu

target=$(cd "$(dirname "$0")/../../.." && pwd -P)/target
kept=$target/promtool

if command -v promtool || { test -x "$kept" && echo "$kept"; }; then
  exit
fi
command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || {
  echo "promtool is not installed; it comes with Prometheus" >&2
  exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fetch() { apt-get download -qq -o APT::Sandbox::User=root prometheus >&2; }
# A new machine has no lists of packages, and only root may fetch them.
fetch || { test "$(id -u)" = 0 && apt-get update -qq >&2 && fetch; }
dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x -f - ./usr/bin/promtool
mkdir -p "$target"
# Under a temporary name first, so that no process finds half of it.
mv usr/bin/promtool "$kept.$$" && mv "$kept.$$" "$kept"
echo "$kept"
