#!/bin/sh
# Passes the passwords in the environment to the script that creates roles and databases, as a cluster does with files. The image runs it
# when the data folder is empty. It needs only a shell, and its files are deleted with the container.
set -eu

PASSWORDS=/run/passwords
export PASSWORDS
set | while IFS='=' read -r name _; do
  case $name in
    PASSWORD_OF_*)
      eval "password=\$$name"
      printf '%s\n' "$password" >"$PASSWORDS/${name#PASSWORD_OF_}"
      ;;
  esac
done
. /usr/local/share/roles.sh
