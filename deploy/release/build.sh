#!/bin/sh
# Compiles programs as they are published, without a path of this machine in them, and prints the folder they are in.
#   build.sh CARGO-ARGUMENTS, such as --workspace --bins
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd -P)
cd "$root"
cargo_home=${CARGO_HOME:-$HOME/.cargo}
# A folder of its own: with other flags cargo compiles everything once more, and `make bench` would find these programs. Code that
# is made while building lies below it, which may be outside the checkout.
build=${CARGO_TARGET_DIR:-$root/target}/releases/build
VANMOOL_RELEASE=1 CARGO_TARGET_DIR=$build RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$root=/vanmool \
  --remap-path-prefix=$build=/build --remap-path-prefix=$cargo_home=/cargo" \
  CFLAGS="${CFLAGS:-} -ffile-prefix-map=$root=/vanmool -ffile-prefix-map=$cargo_home=/cargo" \
  cargo build --release --locked "$@" >&2
echo "$build/release"
