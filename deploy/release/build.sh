#!/bin/sh
# Compiles release programs, without paths of this machine, and prints their folder.
#   build.sh CARGO-ARGUMENTS, such as --workspace --bins
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd -P)
cd "$root"
cargo_home=${CARGO_HOME:-$HOME/.cargo}
# Its own target folder: other flags would make cargo recompile everything, and `make bench` would find these programs. The second
# prefix is for generated code, which may be outside the checkout.
build=${CARGO_TARGET_DIR:-$root/target}/releases/build
VANMOOL_RELEASE=1 CARGO_TARGET_DIR=$build RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$root=/vanmool \
  --remap-path-prefix=$build=/build --remap-path-prefix=$cargo_home=/cargo" \
  CFLAGS="${CFLAGS:-} -ffile-prefix-map=$root=/vanmool -ffile-prefix-map=$cargo_home=/cargo" \
  cargo build --release --locked "$@" >&2
echo "$build/release"
