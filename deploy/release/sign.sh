#!/bin/sh
# Writes the checksums of a folder's tarballs and packages, and a cosign signature for each, with the identity of the workflow, or of a
# person who is asked to sign in.
# Packages also get a minisign signature with the key in the file MINISIGN_KEY, which a server verifies before an upgrade.
#   sign.sh FOLDER
set -eu

cd "$1"
for file in vanmool-*.tar.gz vanmool_*.deb; do
  [ -e "$file" ] || { echo "$1 has no $file" >&2; exit 1; }
  cosign sign-blob --yes --bundle "$file.sigstore.json" "$file"
done
for package in vanmool_*.deb; do
  [ -z "${MINISIGN_KEY:-}" ] || minisign -S -s "$MINISIGN_KEY" -m "$package" -t "$package"
done
if command -v sha256sum >/dev/null 2>&1; then sum=sha256sum; else sum='shasum -a 256'; fi
$sum vanmool-*.tar.gz vanmool_*.deb >SHA256SUMS
