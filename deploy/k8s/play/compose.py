"""The Compose file with the images of this machine, started as its owner would."""

import shlex
import shutil
import socket
import stat
import subprocess
from pathlib import Path

import yaml

import images
from cluster import Cluster, overlay
from manifests import ROOT, run
from podman import ENGINE, HOME, ULIMITS, ask

PROJECT = "vanmool"
CADDY = "localhost/play-caddy"


def why_not():
    """What keeps Compose from running here; None when nothing does."""
    missing = [name for name, found in {"podman-compose": shutil.which("podman-compose"), "caddy": caddy()}.items() if not found]
    if missing:
        return f"{' and '.join(missing)} missing: on Debian 12, apt-get install podman-compose, and setup.sh server fetches Caddy"
    return None


def caddy():
    """Debian's, or the one that `setup.sh server` fetched."""
    fetched = ROOT / ".local/tools/caddy/caddy"
    return shutil.which("caddy") or (str(fetched) if fetched.exists() else None)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Compose:
    """A copy of the folders that the file names, with settings and a podman of their own."""

    def __init__(self):
        shutil.rmtree(HOME / "compose", ignore_errors=True)
        self.folder = HOME / "compose/deploy/compose"
        shutil.copytree(ROOT / "deploy/compose", self.folder, ignore=shutil.ignore_patterns(".env", "shop.env"))
        for mounted in ("deploy/server", "deploy/k8s/engines"):
            shutil.copytree(ROOT / mounted, HOME / "compose" / mounted)
        self.services = yaml.safe_load((self.folder / "compose.yaml").read_text())["services"]
        self.podman = HOME / "compose/podman"
        self.podman.write_text(wrapper())
        self.podman.chmod(self.podman.stat().st_mode | stat.S_IXUSR)
        self.shop, self.office = free_port(), free_port()

    def make(self):
        """Images, secrets and settings."""
        of = Cluster(overlay()).images()
        images.make(of)
        images.caddy(CADDY, caddy())
        run(self.folder / "setup.sh")
        gateway, _, tag = images.local(of["gateway"]).rpartition(":")
        given = {
            "REGISTRY": gateway.removesuffix("/gateway"), "TAG": tag, "POSTGRES_IMAGE": images.local(of["postgres"]),
            "NATS_IMAGE": images.local(of["nats"]), "CADDY_IMAGE": CADDY, "SHOP_PORT": self.shop, "OFFICE_PORT": self.office,
            "HTTP_PORT": free_port(), "HTTPS_PORT": free_port(),
        }  # fmt: skip
        with (self.folder / ".env").open("a") as env:
            env.writelines(f"{name}={value}\n" for name, value in given.items())

    def __call__(self, *arguments, check=True):
        # Debian 12 has a podman-compose that does not read the name in the file.
        command = ["podman-compose", "--podman-path", self.podman, "--project-name", PROJECT, *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert not check or done.returncode == 0, f"{command}:\n{done.stdout}{done.stderr}"
        return done.stdout

    def container(self, service):
        return f"{PROJECT}_{service}_1"

    def down(self):
        self("down", "--volumes", check=False)
        ask("rm", "--all", "--force", "--time=0")
        ask("volume", "prune", "--force")
        ask("network", "rm", "--force", f"{PROJECT}_default")


def wrapper():
    """A podman for podman-compose: with the storage of these tests, and limits under which runc starts here."""
    engine, limits = shlex.join(ENGINE), shlex.join(ULIMITS)
    return f"""#!/bin/sh
case $1 in
  run | create) command=$1; shift; exec {engine} "$command" {limits} "$@" ;;
  *) exec {engine} "$@" ;;
esac
"""
