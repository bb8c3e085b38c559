"""The programs of Kubernetes and of what stands beside it, built once per machine from pinned Go modules."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import podman
from manifests import run

HERE = Path(__file__).parent
# One module each: their dependencies do not agree. A go.sum holds the checksums.
MODULES = sorted(folder.parent for folder in HERE.glob("parts/*/go.mod"))
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "vanmool/cluster"
# Programs of Debian beside those of `make play`, and their packages.
DEBIAN = {
    "containerd": "containerd", "ipset": "ipset", "conntrack": "conntrack", "nsenter": "util-linux", "openssl": "openssl",
    "catatonit": "catatonit",
}  # fmt: skip
# The version that programs say of themselves, and that clients compare.
KUBERNETES = "v1.34.4"
NAMED = {"kubernetes": " ".join(f"-X {package}.gitVersion={KUBERNETES} -X {package}.gitMajor=1 -X {package}.gitMinor=34"
                                for package in ("k8s.io/component-base/version", "k8s.io/client-go/pkg/version"))}  # fmt: skip
PLUGINS = Path("/usr/lib/cni")


def why_not():
    """The reason why no cluster can run here; None when one can."""
    if reason := podman.why_not():
        return reason
    if not shutil.which("go"):
        return "Kubernetes is built with Go 1.26 or newer"
    missing = {package for program, package in DEBIAN.items() if not shutil.which(program)}
    missing |= set() if (PLUGINS / "bridge").exists() else {"containernetworking-plugins"}
    return f"on Debian 12, apt-get install --no-install-recommends {' '.join(sorted(missing))}" if missing else None


def build(say):
    """Builds what the cache lacks; answers the folder of the programs."""
    sources = [file.read_bytes() for module in MODULES for file in sorted(module.iterdir())]
    pins = hashlib.sha256(b"".join([*sources, repr(NAMED).encode()]))
    folder = CACHE / pins.hexdigest()[:16]
    for module in MODULES:
        done = folder / f".{module.name}"
        if done.exists():
            continue
        say(f"building {module.name}")
        folder.mkdir(parents=True, exist_ok=True)
        command = ["go", "build", "-mod=readonly", "-trimpath", f"-ldflags=-s -w {NAMED.get(module.name, '')}", "-o", f"{folder}/", what(module)]
        subprocess.run(command, cwd=module, check=True, env={**os.environ, "CGO_ENABLED": "0", "GOFLAGS": "-buildvcs=false"})
        done.touch()
    return folder


def what(module):
    """What `go build` builds of a module: its own program, or those that it names as tools."""
    return "." if (module / "main.go").exists() else "tool"


def versions():
    """The version of each pinned module, and of Debian's programs."""
    found = {}
    for module in MODULES:
        packages = "tool" if what(module) == "tool" else f"github.com/{module.name}/{module.name}/coremain"
        said = run("go", "list", "-mod=readonly", "-f", "{{.Module.Path}} {{.Module.Version}}", packages, cwd=module)
        found |= dict(line.split() for line in said.splitlines())
    for program in ("containerd", "runc", "podman"):
        found[program] = next(word for word in run(program, "--version").split() if word.lstrip("v")[:1].isdigit())
    return found
