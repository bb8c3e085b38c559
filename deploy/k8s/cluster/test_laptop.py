"""The Tiltfile as a developer runs it: `tilt ci` compiles, builds with podman, deploys, and waits until everything is ready."""

import os
import shutil
import subprocess
import time

import images
import pytest
import shop
from manifests import ROOT
from podman import ENGINE, ULIMITS

PREPARE = shop.prepare
# The commands of live update in a container, beside those of the other images.
COMMANDS = ("tar", "rm")
BASE = "localhost/laptop-base"


def environment(node):
    """Tilt's way to the cluster, to podman's storage and from there into the node."""
    return {
        **os.environ,
        "KUBECONFIG": f"{node.certificates}/admin.kubeconfig",
        "PATH": f"{node.programs}:{os.environ['PATH']}",
        "PODMAN": " ".join(ENGINE),
        "PODMAN_BUILD": " ".join(["--layers=false", "--isolation=chroot", f"--from={BASE}", *ULIMITS]),
        "LOAD_IMAGE": " ".join(map(str, node.ctr("images", "import", "--snapshotter=overlayfs"))),
        "TILT_DISABLE_ANALYTICS": "1",
    }  # fmt: skip


def make_base():
    """The base of developers' images, with the commands of live update."""
    context, programs = images.HOME / "contexts/laptop", [shutil.which(name) for name in COMMANDS]
    if done := images.changed(context, [*programs, __file__]):
        images.copy(images.needed_by(*programs), context)
        images.build(BASE, context, f"FROM {images.BASE}\nCOPY . /\n")
        done()


def test_tilt_ci_brings_up_the_shop(node, say):
    if not shutil.which("tilt"):
        pytest.skip("there is no tilt on the PATH")
    make_base()
    shop.apply(node, list(shop.disks(6)))
    begun = time.monotonic()
    command = ["tilt", "ci", "--port=0", "--timeout=20m"]
    done = subprocess.run(command, cwd=ROOT, env=environment(node), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    version = subprocess.run(["tilt", "version"], capture_output=True, text=True, check=True).stdout.strip()
    say(f"{version}: `tilt ci` in {time.monotonic() - begun:.0f} s, {len(shop.pods(node))} pods")
