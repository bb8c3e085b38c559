"""The licence texts of everything in a release, which must be passed on with it."""

import json
import os
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The names of licence files.
LICENCE_FILE_NAME = re.compile(r"^(un)?licen[cs]e|^copying|^copyright|^notice|^patents", re.IGNORECASE)
# Some crates contain third-party sources with their own licence, a few folders down. Tests and samples are not linked.
MAX_DEPTH = 3
NOT_LINKED = {"tests", "test", "testdata", "benches", "examples", "fuzz", "node_modules", ".git"}
MAX_BYTES = 200_000

# The texts for packages that name a licence and contain no text of it.
STANDARD = {
    "MIT": (ROOT / "LICENSE-MIT").read_text(),
    "Apache-2.0": (ROOT / "LICENSE-APACHE").read_text(),
    "BSD-3-Clause": (Path(__file__).parent / "BSD-3-Clause.txt").read_text(),
}


def licence_texts_in(folder):
    """Returns the licence texts of a package, and those of third-party sources in it."""
    own, inside = [], []
    for path, folders, files in os.walk(folder):
        depth = len(Path(path).relative_to(folder).parts)
        folders[:] = sorted(name for name in folders if name not in NOT_LINKED) if depth < MAX_DEPTH else []
        for name in sorted(files):
            file = Path(path, name)
            # Source files about licences have such names, too.
            is_source = file.suffix in {".rs", ".js", ".ts", ".py", ".c", ".h"}
            if LICENCE_FILE_NAME.match(name) and not is_source and file.stat().st_size < MAX_BYTES:
                # Some crates keep their licences in a folder with such a name.
                is_own = depth == 0 or (depth == 1 and LICENCE_FILE_NAME.match(Path(path).name))
                (own if is_own else inside).append(file.read_text(errors="replace").strip())
    return own, inside


def standard_texts(expression, holders):
    """Returns the standard texts of an SPDX expression with its copyright holders; nothing if a licence is not known."""
    names = re.findall(r"[\w.-]+", re.sub(r"\b(OR|AND|WITH)\b|/", " ", expression or ""))
    known = [name for name in names if name in STANDARD]
    # One licence of a choice is enough; otherwise all are needed.
    is_choice = re.search(r"\bOR\b|/", expression or "")
    enough = known if is_choice or known == names else []
    unsigned = [re.sub(r"^Copyright \(c\).*\n+", "", STANDARD[name], flags=re.MULTILINE).strip() for name in enough]
    return ["\n".join([*holders, "", text]) for text in unsigned]


def combine(packages):
    """Returns one file for (name, version, licence, texts) of packages: the packages first, then each text once with its packages."""
    having = defaultdict(list)
    for name, version, _, texts in packages:
        for text in dict.fromkeys(texts):
            having[text].append(f"{name} {version}")
    lines = [f"{name} {version}: {licence or 'see its text'}" for name, version, licence, _ in packages]
    rule = "=" * 100
    parts = [f"{rule}\n{', '.join(names)}\n{rule}\n\n{text}\n" for text, names in having.items()]
    return "\n".join([*lines, "", *parts])


def crate_licences(metadata, linked):
    """Returns the licences of the crates with these package URLs, from the output of `cargo metadata`."""
    crates = [crate for crate in metadata["packages"] if f"pkg:cargo/{crate['name']}@{crate['version']}" in linked]
    crates.sort(key=lambda crate: (crate["name"], crate["version"]))
    texts = {crate["id"]: texts_of_crate(crate) for crate in crates}
    siblings = {repository(crate): texts[crate["id"]][0] for crate in crates if texts[crate["id"]][0]}
    found = []
    for crate in crates:
        holders = [f"Copyright (c) {holder}" for holder in crate["authors"] or [f"the authors of {crate['name']}"]]
        # A repository with several crates sometimes lacks the file in one of them.
        own, inside = texts[crate["id"]]
        own = own or siblings.get(repository(crate)) or standard_texts(crate["license"], holders)
        # The licence of third-party sources does not cover the crate.
        found.append((crate["name"], crate["version"], crate["license"], own and [*own, *inside]))
    return found


def texts_of_crate(crate):
    """Returns the texts of a crate. The project's own crates have the licence of the checkout."""
    return licence_texts_in(Path(crate["manifest_path"]).parent) if crate["source"] else ([STANDARD["MIT"].strip()], [])


def repository(crate):
    """Returns the repository of a crate without the folder in it; the id of a crate that names none."""
    address = crate["repository"] or crate["id"]
    return re.sub(r"\.git$", "", re.sub(r"/tree/.*$", "", address))


def npm_licences(lock, folder):
    """Returns the licences of the packages of a package-lock.json that browsers get."""
    found = []
    for path, package in sorted(lock["packages"].items()):
        if "node_modules/" in path and not package.get("link") and not package.get("dev"):
            name = path.split("node_modules/")[-1]
            own, inside = licence_texts_in(folder / path)
            own = own or standard_texts(package.get("license"), [f"Copyright (c) the authors of {name}"])
            found.append((name, package["version"], package.get("license"), own and [*own, *inside]))
    return found


def go_licences(modules):
    """Returns the licences of Go modules, given as (path, version), from go_modules.json: the programs contain no texts."""
    known = json.loads((Path(__file__).parent / "go_modules.json").read_text())
    found = []
    for path, version in modules:
        licence, *holders = known.get(path, [None])
        found.append((path, version, licence, standard_texts(licence, holders)))
    return found
