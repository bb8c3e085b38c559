"""A fresh Debian in a folder, with what the package depends on."""

import os
import shutil
import subprocess
import zlib

from units import ROOT

SUITE = "bookworm"
# The dependencies of the package.
DEPENDENCIES = "age,caddy,debconf,dpkg-repack,postgresql,systemd"


def why_not():
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        return "a fresh Debian needs root and debootstrap"
    return None


class Debian:
    """A fresh Debian in a folder. Each command has processes of its own, which end with it."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, script, code=0, **environment):
        begin = 'mount -t tmpfs tmpfs "$1/dev/shm" && mount -t proc proc "$1/proc" && exec chroot "$1" /bin/sh -ec "$2"'
        command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", begin, "sh", self.folder, script]
        clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        ended = subprocess.run(command, capture_output=True, text=True, env=clean | environment, timeout=600)
        assert ended.returncode == code, f"{script}: {ended.returncode}\n{ended.stdout}{ended.stderr}"
        return ended.stdout

    def read(self, path):
        return (self.folder / path.lstrip("/")).read_text()

    def has(self, path):
        return os.path.lexists(self.folder / path.lstrip("/"))


def fresh(folder):
    """Unpacks it into a folder; it is fetched once."""
    kept = ROOT / f"target/server-{SUITE}-{zlib.crc32(DEPENDENCIES.encode()):x}.tar"
    if kept.exists():
        subprocess.run(["tar", "--extract", "--file", kept, "--directory", folder], check=True)
        return Debian(folder)
    half = kept.with_suffix(".half")
    made = ["debootstrap", "--variant=minbase", f"--include={DEPENDENCIES}", SUITE, folder]
    subprocess.run(made, check=True, capture_output=True)
    subprocess.run(["tar", "--create", "--file", half, "--directory", folder, "."], check=True)
    half.rename(kept)
    return Debian(folder)
