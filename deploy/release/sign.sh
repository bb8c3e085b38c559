#!/bin/sh
# Writes the checksums of a folder's tarballs and packages, and a signature beside each: cosign's, with the identity of the workflow that
# runs it, or of a person who is asked to sign in.
#   sign.sh FOLDER
set -eu

cd "$1"
for file in vanmool-*.tar.gz vanmool_*.deb; do
  [ -e "$file" ] || { echo "$1 has no $file" >&2; exit 1; }
  cosign sign-blob --yes --bundle "$file.sigstore.json" "$file"
done
if command -v sha256sum >/dev/null 2>&1; then sum=sha256sum; else sum='shasum -a 256'; fi
$sum vanmool-*.tar.gz vanmool_*.deb >SHA256SUMS
