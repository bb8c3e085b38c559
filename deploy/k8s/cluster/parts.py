"""The programs of Kubernetes and of what stands beside it, built once per machine from pinned Go modules."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
# One module each: their dependencies do not agree. A go.sum holds the checksums.
MODULES = sorted(folder.parent for folder in HERE.glob("parts/*/go.mod"))
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "vanmool/cluster"
# A program of Debian, and its package.
DEBIAN = {
    "podman": "podman", "runc": "runc", "containerd": "containerd", "iptables": "iptables", "ipset": "ipset",
    "conntrack": "conntrack", "nsenter": "util-linux", "openssl": "openssl", "catatonit": "catatonit",
    "strip": "binutils", "ip": "iproute2", "mount": "mount",
}  # fmt: skip
# The version that programs say of themselves, and that clients compare.
KUBERNETES = "v1.34.4"
NAMED = {"kubernetes": " ".join(f"-X {package}.gitVersion={KUBERNETES} -X {package}.gitMajor=1 -X {package}.gitMinor=34"
                                for package in ("k8s.io/component-base/version", "k8s.io/client-go/pkg/version"))}  # fmt: skip
PLUGINS = Path("/usr/lib/cni")


def why_not():
    """The reason why no cluster can run here; None when one can."""
    if os.uname().sysname != "Linux" or os.geteuid() != 0:
        return "a cluster of this machine needs Linux and root; on a laptop with Docker, deploy/k8s/kind.sh makes the same checks"
    if not shutil.which("go"):
        return "Kubernetes is built with Go 1.24 or newer"
    missing = {package for program, package in DEBIAN.items() if not shutil.which(program)}
    missing |= set() if (PLUGINS / "bridge").exists() else {"containernetworking-plugins"}
    missing |= set() if Path("/usr/lib/podman/netavark").exists() else {"netavark"}
    if missing:
        return f"on Debian 12, apt-get install --no-install-recommends {' '.join(sorted(missing))}"
    if not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        return "its PostgreSQL is that of Debian: apt-get install postgresql"
    return None


def build(say):
    """Builds what the cache lacks; answers the folder of the programs."""
    pins = hashlib.sha256(b"".join((module / name).read_bytes() for module in MODULES for name in ("go.mod", "go.sum")))
    folder = CACHE / pins.hexdigest()[:16]
    for module in MODULES:
        done = folder / f".{module.name}"
        if done.exists():
            continue
        say(f"building {module.name}: {', '.join(tools(module))}")
        folder.mkdir(parents=True, exist_ok=True)
        command = ["go", "build", "-mod=readonly", "-trimpath", f"-ldflags=-s -w {NAMED.get(module.name, '')}", "-o", f"{folder}/", what(module)]
        subprocess.run(command, cwd=module, check=True, env={**os.environ, "CGO_ENABLED": "0", "GOFLAGS": "-buildvcs=false"})
        done.touch()
    return folder


def what(module):
    """What `go build` builds of a module: its own program, or those that it names as tools."""
    return "." if (module / "main.go").exists() else "tool"


def tools(module):
    """The import paths of a module's programs."""
    if what(module) == ".":
        return [f"github.com/{module.name}/{module.name}"]
    lines = [line.split() for line in (module / "go.mod").read_text().splitlines()]
    inside = [words for words in lines if words[:1] == ["tool"] or (len(words) == 1 and "/" in words[0])]
    return [words[-1] for words in inside if words[-1] != "("]


def versions():
    """The version of each pinned module, and of Debian's programs."""
    found = {}
    for module in MODULES:
        for path in tools(module):
            said = subprocess.run(["go", "list", "-mod=readonly", "-f", "{{.Module.Path}} {{.Module.Version}}", path],
                                  cwd=module, capture_output=True, text=True, check=True).stdout  # fmt: skip
            name, version = said.split()
            found[name] = version
    for program in ("containerd", "runc", "podman"):
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        found[program] = next(word for word in said.split() if word.lstrip("v")[:1].isdigit())
    return found
