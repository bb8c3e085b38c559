"""A server for all tests that need one, in a folder that PostgreSQL's account can enter."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import debian as fresh_debian
import pytest
from server import PROGRAMS, REGISTRY, Server
from units import ROOT


@pytest.fixture
def folder():
    """Not pytest's own, which lies in a folder that only we can enter."""
    folder = Path(tempfile.mkdtemp(prefix="vanmool-server-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def server(folder):
    server = Server(folder)
    try:
        server.install()
        yield server
    finally:
        server.close()


def packed(programs, to, **environment):
    """A Debian package, uncompressed for the sake of time."""
    command = [ROOT / "deploy/server/deb.sh", programs, to]
    made = subprocess.run(command, check=True, capture_output=True, text=True,
                          env=os.environ | {"COMPRESSION": "none"} | environment)
    return Path(made.stdout.strip())


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    return packed(PROGRAMS, tmp_path_factory.mktemp("deb"))


@pytest.fixture
def versions(tmp_path):
    """Makes the package of a version, in which programs are replaced by scripts."""

    def version(number, works_from="0.1.0", **scripts):
        programs = tmp_path / number
        programs.mkdir()
        for name in [*(program["name"] for program in REGISTRY), "shop-admin"]:
            if name in scripts:
                (programs / name).write_text(f"#!/bin/sh\n{scripts[name]}\n")
            else:
                (programs / name).symlink_to(PROGRAMS / name)
        return packed(programs, tmp_path / f"deb-{number}", VERSION=number, WORKS_FROM=works_from)

    return version


@pytest.fixture
def debian(folder):
    if fresh_debian.why_not():
        pytest.skip(fresh_debian.why_not())
    return fresh_debian.fresh(folder)
