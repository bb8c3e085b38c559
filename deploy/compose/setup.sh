#!/bin/sh
# Creates the missing files for compose.yaml: secrets in `.env`, readable only by its owner, and the owner's settings in `shop.env`.
# Existing values stay. Needs openssl.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
cd "$here"
of_server=../server/shop.env

main() {
  umask 077
  [ -e .env ] || begin >.env
  for variable in $(wanted); do
    is_there "$variable" || make "$variable" >>.env
  done
  [ -e shop.env ] || settings >shop.env
  echo "Settings are in $here/.env and $here/shop.env. Then: docker compose up --detach"
}

# Variables of compose.yaml that need a value in `.env`.
wanted() {
  grep -o -E '[$][{][A-Z_]+([}]|:[?])' compose.yaml | tr -d '${}:?' | sort -u
}

# Variables that a program gets only if the owner sets them.
of_owner() {
  sed -n 's/^      - \([A-Z_]*\)$/\1/p' compose.yaml | sort -u
}

is_there() { grep -q "^$1=" .env; }

begin() {
  echo '# Addresses: with https:// and names that lead to this machine, certificates come by themselves.'
  grep -E '^(SITE|OFFICE)_URL=' "$of_server"
  echo
  echo '# Passwords of others; one that begins with # is not set.'
  for variable in $(of_owner); do echo "#$variable="; done
  echo
  echo '# Made by setup.sh. Without them, links in mails and the codes of staff are dead: keep a copy.'
}

make() {
  case $1 in
    *_CALLER_PRIVATE | *_CALLER_PUBLIC)
      name=${1%_CALLER_*}_CALLER
      private=$(openssl genpkey -algorithm ed25519)
      # Between its first and last line, a PEM file has the key on one line.
      echo "${name}_PRIVATE=$(echo "$private" | sed -n 2p)"
      echo "${name}_PUBLIC=$(echo "$private" | openssl pkey -pubout | sed -n 2p)"
      ;;
    # It begins with a letter, so that NATS does not read it as a number.
    *_PASSWORD | *_SECRET) echo "$1=p$(openssl rand -hex 24)" ;;
    *) echo "no secret is called $1" >&2 && exit 1 ;;
  esac
}

# Every program reads shop.env, so the settings in .env and the secrets are left out.
settings() {
  sed -e 's/shop-admin configure && systemctl restart vanmool.target/docker compose up --detach/' -e '/^# Written from/d' \
    -e '/^# The addresses of the shop/,/^OFFICE_URL=/d' -e '/^# The mail server/,/^#SMTP_URL=/d' "$of_server" |
    grep -v -E "^#($(of_owner | paste -s -d '|' -))="
}

main
