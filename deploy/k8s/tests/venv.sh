# Read by scripts of deploy/k8s that set $here: makes the virtual environment in target/ whose tools the checks call.
venv=$(cd "$here/../.." && pwd -P)/target/k8s-venv
wanted=$here/tests/requirements.txt

python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
  echo "Python 3.11 or newer with venv is needed: on Debian, apt-get install python3-venv" >&2
  exit 1
}
if ! cmp -s "$wanted" "$venv/requirements.txt"; then
  echo "installing the tools of deploy/k8s/tests/requirements.txt into target/k8s-venv"
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary=:all: \
    --requirement "$wanted"
  # Last, so that an interrupted installation is done again.
  cp "$wanted" "$venv/requirements.txt"
fi
