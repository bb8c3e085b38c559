"""What a release says of itself; deploy/release/test.py opens one."""

import importlib
import os
import subprocess
import sys

import pytest

from manifests import ROOT

RELEASE = ROOT / "deploy/release"
DIGEST = "@sha256:" + "0" * 64


@pytest.fixture
def module(monkeypatch):
    """Imports a module of the scripts, which find each other in their folder."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(RELEASE)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield importlib.import_module
    for name in ({"licences", "pack"} & set(sys.modules)) - before:
        del sys.modules[name]


def notes(folder, images):
    (folder / "SHA256SUMS").write_text("aa  vanmool-1.0.0-x86_64-linux.tar.gz\n")
    (folder / "images.txt").write_text(images)
    command = [RELEASE / "notes.sh", "owner/shop", "v1.0.0", folder, folder / "images.txt"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_page_of_a_release_pins_images_and_says_who_signed(tmp_path):
    page = notes(tmp_path, f"ghcr.io/owner/shop/order{DIGEST}\n").stdout
    assert f"ghcr.io/owner/shop/order{DIGEST}" in page
    assert "https://github.com/owner/shop/.github/workflows/release.yml@refs/tags/v1.0.0" in page
    assert (ROOT / ".github/workflows/release.yml").exists()


@pytest.mark.parametrize("images", ["", "shop/order:v1\n", f"shop/order{DIGEST}\nshop/catalog:v1\n"])
def test_an_image_that_may_change_is_refused(tmp_path, images):
    assert notes(tmp_path, images).returncode == 1


def test_a_licence_without_a_text_names_who_holds_the_rights(module):
    licences = module("licences")
    texts = licences.standard_texts("MIT OR Unlicense", ["Copyright (c) 2020 Asha Patel"])
    assert len(texts) == 1 and texts[0].startswith("Copyright (c) 2020 Asha Patel\n")
    assert "contributors" not in texts[0].partition("Permission")[0]
    assert licences.standard_texts("MIT AND Zlib", ["Asha Patel"]) == [], "half of what is needed is nothing"
    assert licences.standard_texts(None, ["Asha Patel"]) == []


def test_a_text_that_several_have_is_there_once(module):
    page = module("licences").combine([("a", "1", "MIT", ["text"]), ("b", "2", "MIT", ["text", "other"])])
    assert page.count("text") == 1 and "\na 1, b 2\n" in page and "\nb 2\n" in page


def test_what_a_package_has_inside_does_not_speak_for_it(module, tmp_path):
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor/COPYING").write_text("of another house")
    (tmp_path / "license.rs").write_text("a source")
    assert module("licences").licence_texts_in(tmp_path) == ([], ["of another house"])
    (tmp_path / "LICENSE-MIT").write_text("its own")
    assert module("licences").licence_texts_in(tmp_path)[0] == ["its own"]


def test_the_same_folder_makes_the_same_tarball(module, monkeypatch, tmp_path):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    made = []
    for time in (1, 2):
        folder = tmp_path / str(time) / "vanmool-1"
        (folder / "share").mkdir(parents=True)
        for name in ("shop", "share/b", "share/a"):
            (folder / name).write_text(name)
            os.utime(folder / name, (time, time))
        made.append(module("pack").pack(folder).read_bytes())
    assert made[0] == made[1]


def test_a_tag_that_is_not_the_version_is_refused():
    command = [RELEASE / "release.sh", "--tag", "v0.0.0-none"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 1 and "Cargo.toml says" in told.stderr
