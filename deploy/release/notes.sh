#!/bin/sh
# Prints the text of a release page: how to try and verify it, and which images to use in production.
#   notes.sh OWNER/REPOSITORY TAG FOLDER IMAGES
# FOLDER has the signed files and SHA256SUMS; IMAGES is a file with an image and its digest on every line.
set -eu

repository=$1 tag=$2 folder=$3 images=$4
# An image that is named without its digest could be replaced by a later push.
if ! [ -s "$images" ] || grep -qvE '@sha256:[0-9a-f]{64}$' "$images"; then
  echo "$images does not name every image by its digest" >&2
  exit 1
fi
cat <<END
## Try it

Unpack the tarball (\`.tar.gz\`) of your machine and run \`./shop run\` in its folder. It needs PostgreSQL's programs (\`apt-get install
postgresql\`, \`brew install postgresql@17\`), and neither Rust nor Node.

\`\`\`
$(cat "$folder/SHA256SUMS")
\`\`\`

## Check where it comes from

\`\`\`sh
cosign verify-blob --bundle FILE.sigstore.json FILE \\
  --certificate-identity https://github.com/$repository/.github/workflows/release.yml@refs/tags/$tag \\
  --certificate-oidc-issuer https://token.actions.githubusercontent.com
\`\`\`

## Images for a cluster

\`\`\`
$(cat "$images")
\`\`\`
END
