#!/bin/sh
# Makes the Debian package from built programs: deb.sh [PROGRAMS [TO]], by default target/release and target/deb. VERSION replaces
# the version in Cargo.toml, for tests of upgrades, and WORKS_FROM the file works-from. RELEASE_KEY is the file with the public key
# by which `shop-admin upgrade` verifies the next version; without it the package counts as your own build.
#
# Uses only dpkg-deb: cargo-deb would be one more tool to compile, and its list of files would name every program again.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
checkout=$(cd "$here/../.." && pwd)
programs=${1:-$checkout/target/release}
to=${2:-$checkout/target/deb}

main() {
  # The same sources and programs make the same package, byte for byte.
  SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$checkout" log -1 --format=%ct)}
  export SOURCE_DATE_EPOCH
  version=${VERSION:-$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$checkout/Cargo.toml")}
  architecture=$(dpkg --print-architecture)
  root=$to/root
  rm -rf "$root"
  mkdir -p "$root/DEBIAN"
  of_programs
  of_pages
  of_server
  of_debian
  package=$to/vanmool_${version}_$architecture.deb
  dpkg-deb --root-owner-group "-Z${COMPRESSION:-xz}" --build "$root" "$package" >/dev/null
  rm -rf "$root"
  echo "$package"
}

of_programs() {
  folder=$root/usr/lib/vanmool/programs
  mkdir -p "$folder" "$root/usr/bin"
  for name in $(sed -n 's/.*"name":"\([a-z]*\)".*/\1/p' "$checkout/deploy/k8s/services.json"); do
    stripped "$programs/$name" "$folder/$name"
  done
  stripped "$programs/shop-admin" "$root/usr/bin/shop-admin"
  # Debian's own nats-server is too old before Debian 13: sync_interval needs 2.10. setup.sh has verified the hash of this one.
  stripped "$(nats_server)" "$folder/nats-server"
  install -m 0755 "$here/archive-log" "$root/usr/lib/vanmool/archive-log"
}

stripped() {
  install -m 0755 "$1" "$2"
  strip --strip-unneeded "$2" 2>/dev/null || true
}

nats_server() {
  for program in "$checkout"/.local/tools/nats-server-*/nats-server; do
    [ -x "$program" ] && echo "$program" && return
  done
  command -v nats-server || { echo "nats-server is missing: make setup fetches it" >&2 && return 1; }
}

of_pages() {
  for site in storefront office; do
    built=$checkout/frontend/$site/dist
    [ -e "$built/index.html" ] || [ -e "$built/pages.json" ] || { echo "frontend/$site is not built" >&2 && return 1; }
    mkdir -p "$root/usr/share/vanmool/$site"
    cp -R "$built/." "$root/usr/share/vanmool/$site/"
  done
}

of_server() {
  share=$root/usr/share/vanmool
  mkdir -p "$share/nats" "$root/usr/lib/systemd/system" "$root/usr/share/doc/vanmool"
  install -m 0644 "$here"/units/* "$root/usr/lib/systemd/system/"
  install -m 0644 "$here/nats/nats.conf" "$checkout/deploy/k8s/engines/nats/users.conf" "$share/nats/"
  install -m 0644 "$here/shop.env" "$here/Caddyfile" "$here/connections.nft" "$here/postgresql.conf" "$share/"
  [ -z "${RELEASE_KEY:-}" ] || install -m 0644 "$RELEASE_KEY" "$share/release.pub"
  {
    echo 'Licensed under either of the MIT licence or the Apache licence, version 2.0, as you choose.'
    cat "$checkout/LICENSE-MIT"
    echo 'The Apache licence is in /usr/share/common-licenses/Apache-2.0.'
    echo 'NATS (programs/nats-server) is licensed under the Apache licence, version 2.0.'
  } >"$root/usr/share/doc/vanmool/copyright"
  printf 'vanmool (%s) stable; urgency=medium\n\n  * docs/decisions of the sources say what changed and why.\n\n -- %s  %s\n' "$version" \
    "$(sed -n 's/^Maintainer: //p' "$here/debian/control")" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" |
    gzip -9n >"$root/usr/share/doc/vanmool/changelog.gz"
}

of_debian() {
  find "$root" -type d -exec chmod 0755 {} +
  find "$root/usr/share" -type f -exec chmod 0644 {} +
  size=$(du -sk --exclude=DEBIAN "$root" | cut -f 1)
  libc=$(objdump -T "$root"/usr/lib/vanmool/programs/* "$root/usr/bin/shop-admin" 2>/dev/null |
    sed -n 's/.*GLIBC_\(2\.[0-9]*\).*/\1/p' | sort -V | tail -n 1)
  sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" -e "s/@LIBC@/${libc:-2.36}/" \
    -e "s/@WORKS_FROM@/${WORKS_FROM:-$(cat "$here/works-from")}/" \
    "$here/debian/control" >"$root/DEBIAN/control"
  install -m 0755 "$here/debian/postinst" "$here/debian/prerm" "$here/debian/postrm" "$root/DEBIAN/"
  install -m 0644 "$here/debian/templates" "$root/DEBIAN/"
  (cd "$root" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2) >"$root/DEBIAN/md5sums"
}

main
