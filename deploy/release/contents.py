"""Checks of the files of a release, before the shop is started."""

import hashlib
import json


def check_contents(folder, forbidden_texts):
    """Checks checksums, licences and lists, and that no file contains a path of the build machine. Prints the sizes."""
    check_checksums(folder)
    check_licences(folder)
    for text in forbidden_texts:
        found = [str(path.relative_to(folder)) for path in files(folder) if text.encode() in path.read_bytes()]
        assert found == [], f"{text} is inside {found}"
    print(f"{folder.name}: {megabytes(files(folder))} unpacked")
    for path in sorted(folder.iterdir()):
        size = megabytes(files(path) if path.is_dir() else [path])
        print(f"  {size:>9}  {path.name}")


def files(folder):
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def megabytes(paths):
    return f"{sum(path.stat().st_size for path in paths) / 1e6:.1f} MB"


def check_checksums(folder):
    listed = dict(reversed(line.split("  ", 1)) for line in (folder / "SHA256SUMS").read_text().splitlines())
    present = {str(path.relative_to(folder)): path for path in files(folder) if path.name != "SHA256SUMS"}
    assert listed.keys() == present.keys(), listed.keys() ^ present.keys()
    for name, path in present.items():
        with path.open("rb") as file:
            assert hashlib.file_digest(file, "sha256").hexdigest() == listed[name], f"{name} is not what was packed"


def check_licences(folder):
    """Checks that each package of the lists has its licence and the text of it."""
    kinds = {"crates": "pkg:cargo/", "packages": "pkg:npm/", "nats-server": "pkg:golang/"}
    for name, kind in kinds.items():
        components = json.loads((folder / f"sbom/{name}.cdx.json").read_text())["components"]
        text = (folder / f"licences/{name}.txt").read_text()
        heads = {line.rpartition(": ")[0] for line in text.partition("\n\n")[0].splitlines()}
        # Packages for building and testing only are not in a release.
        passed_on = [c for c in components if c["purl"].startswith(kind) and c.get("scope") != "excluded"]
        missing = [f"{c['name']} {c['version']}" for c in passed_on if f"{c['name']} {c['version']}" not in heads]
        assert len(passed_on) >= 10 and missing == [], f"{name}: no licence of {missing}"
        below = text.partition("\n\n")[2]
        without = [head for head in heads if head not in below]
        assert without == [], f"{name}: no text of {without}"
