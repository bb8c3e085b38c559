#!/bin/sh
# Checks the contract: its style, and that it is compatible with the contract before it.
#
# "Before it" means, in this order:
# 1. the commit named by BUF_AGAINST;
# 2. on a branch, the point where it left origin/main;
# 3. the last commit, if proto/ has uncommitted changes;
# 4. the parent of the last commit, so that a fresh clone of main checks the newest commit.
set -eu
cd "$(dirname "$0")/../.."
buf=frontend/node_modules/.bin/buf

before() {
  if [ -n "${BUF_AGAINST:-}" ]; then
    echo "$BUF_AGAINST"
    return
  fi
  left=$(git merge-base HEAD origin/main 2>/dev/null || true)
  if [ -n "$left" ] && [ "$left" != "$(git rev-parse HEAD)" ]; then
    echo "$left"
  elif [ -n "$(git status --porcelain -- 'proto/*.proto' proto/buf.yaml)" ]; then
    echo HEAD
  else
    echo HEAD~1
  fi
}

[ -x "$buf" ] || { echo "buf is missing: run 'make setup'" >&2 && exit 1; }
code=0
"$buf" lint proto || code=1
[ $code != 0 ] || echo "buf: the contract is well formed"

if ! git rev-parse --verify --quiet HEAD >/dev/null 2>&1; then
  echo "buf: not compared with an earlier contract: this is not a git checkout"
  exit $code
fi
against=$(before)
if [ -z "$(git ls-tree -r --name-only "$against" -- proto 2>/dev/null | grep '\.proto$')" ]; then
  echo "buf: not compared with an earlier contract: there is none at $against"
  exit $code
fi
earlier=$(mktemp -d)
trap 'rm -rf "$earlier"' EXIT
git archive --output="$earlier/proto.tar" "$against" proto
tar -xf "$earlier/proto.tar" -C "$earlier"
"$buf" breaking proto --against "$earlier/proto" || exit 1
echo "buf: nothing breaks the contract of $(git rev-parse --short "$against")"
exit $code
