"""podman with a storage of its own: what else this machine runs is neither seen nor touched."""

import fcntl
import json
import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

from manifests import ROOT

HOME = ROOT / "target/play"
# crun refuses where control groups are of version 1; both start with these limits.
RUNTIME = "runc"
ULIMITS = ("--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096")
PROGRAMS = {"podman": "podman", RUNTIME: "runc", "ip": "iproute2", "iptables": "iptables", "strip": "binutils"}
ENGINE = [
    "podman", f"--root={HOME}/storage", f"--runroot={HOME}/run", f"--network-config-dir={HOME}/networks",
    "--storage-driver=overlay", f"--runtime={RUNTIME}", "--cgroup-manager=cgroupfs", "--events-backend=none",
]  # fmt: skip
NETAVARK = ("/usr/lib/podman", "/usr/libexec/podman", "/usr/local/lib/podman", "/usr/local/libexec/podman")


def why_not():
    """What keeps containers from running here; None when nothing does."""
    if os.uname().sysname != "Linux":
        return "containers need Linux"
    missing = [package for program, package in PROGRAMS.items() if not shutil.which(program)]
    missing += [] if any(Path(folder, "netavark").exists() for folder in NETAVARK) else ["netavark"]
    if missing:
        return f"on Debian 12, apt-get install --no-install-recommends {' '.join(missing)}"
    if os.geteuid() != 0:
        return "it makes a bridge and sets limits of memory, which needs root"
    if not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        return "its PostgreSQL is that of Debian: apt-get install postgresql"
    controllers = Path("/sys/fs/cgroup/cgroup.controllers")
    if not os.access("/sys/fs/cgroup/memory", os.W_OK) and "memory" not in (
        controllers.read_text() if controllers.exists() else ""
    ):
        return "no control groups limit memory here"
    return None


@contextmanager
def alone():
    """Holds a lock: no other run starts containers of this checkout meanwhile."""
    HOME.mkdir(parents=True, exist_ok=True)
    with (HOME / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def ask(*arguments, **options):
    """What podman answers, whether or not it succeeds."""
    command = [*ENGINE, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def podman(*arguments, **options):
    """The output of podman; its complaint as an error."""
    done = ask(*arguments, **options)
    assert done.returncode == 0, f"podman {arguments}:\n{done.stdout}{done.stderr}"
    return done.stdout


def remove_groups(*groups):
    """Removes control groups and those below, within 5 s, as their processes end."""
    # Deepest first. Where they are of version 1, each controller has the group.
    folders = " ".join(f"/sys/fs/cgroup/*/{group} /sys/fs/cgroup/{group}" for group in groups)
    remove = f"for i in $(seq 50); do find {folders} -depth -type d -exec rmdir {{}} + 2>/dev/null; sleep 0.1; " \
             f"[ -z \"$(ls -d {folders} 2>/dev/null)\" ] && break; done"  # fmt: skip
    subprocess.run(["sh", "-c", remove], check=False)


def inspect(*names):
    return json.loads(podman("container", "inspect", *names))
