#!/bin/sh
# Builds a developer's image with podman and gives it to the cluster, for Tilt on a machine without Docker.
#   podman.sh IMAGE FOLDER
# PODMAN is the command with its global options, PODMAN_BUILD has options of `podman build`, and LOAD_IMAGE is the command that gives an
# archive of images to the cluster.
set -eu

# As a cluster completes a name without a registry.
case ${1%%/*} in
  *[.:]*) image=$1 ;;
  *) image=docker.io/$1 ;;
esac
archive=$(mktemp)
trap 'rm -f "$archive"' EXIT
# shellcheck disable=SC2086
${PODMAN:-podman} build --quiet ${PODMAN_BUILD:-} --file=deploy/images/Dockerfile.dev --tag="$image" "$2"
# Only onto a file that is not there.
rm "$archive"
${PODMAN:-podman} save --quiet --output="$archive" "$image"
${LOAD_IMAGE:-kind load image-archive --name vanmool} "$archive"
