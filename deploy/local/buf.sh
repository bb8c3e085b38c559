#!/bin/sh
# Checks the contract: its style, and that it is compatible with the newest release before this commit, a tag such as v0.1.0.
set -eu
cd "$(dirname "$0")/../.."
buf=frontend/node_modules/.bin/buf

[ -x "$buf" ] || { echo "buf is missing: run 'make setup'" >&2 && exit 1; }
code=0
"$buf" lint proto || code=1
[ $code != 0 ] || echo "buf: the contract is well formed"

release=$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || true)
if [ -z "$release" ]; then
  echo "buf: not compared with a release: this checkout has no tag v*"
  exit $code
fi
earlier=$(mktemp -d)
trap 'rm -rf "$earlier"' EXIT
git archive --output="$earlier/proto.tar" "$release" proto
tar -xf "$earlier/proto.tar" -C "$earlier"
"$buf" breaking proto --against "$earlier/proto" || exit 1
echo "buf: nothing breaks the contract of $release"
exit $code
