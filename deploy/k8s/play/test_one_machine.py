"""Compose on one machine: the shop opens behind Caddy, takes orders and keeps them while a program is lost."""

import subprocess
import sys
from pathlib import Path

import pytest

import compose as composing
import podman as containers
from cluster import clear
from manifests import K8S, PROGRAMS
from podman import alone, podman
from probes import eventually


@pytest.fixture
def compose():
    if reason := containers.why_not() or composing.why_not():
        pytest.skip(reason)
    with alone():
        clear()
        compose = composing.Compose()
        try:
            compose.make()
            compose("up", "--detach")
            yield compose
        finally:
            compose.down()
            clear()


def is_healthy(compose, name):
    """What the program says of itself when the file's question is put to it. Debian 12's podman-compose would put it through a shell,
    and images of programs that were built here have the program in another place."""
    _, _, *question = compose.services[name]["healthcheck"]["test"]
    return containers.ask("exec", compose.container(name), "/app/server", *question).returncode == 0


@pytest.mark.long
def test_the_shop_opens_takes_orders_and_keeps_them_while_a_program_is_lost(compose, say):
    well = eventually(lambda: all(is_healthy(compose, name) for name in PROGRAMS), 120)
    ill = [] if well else [name for name in PROGRAMS if not is_healthy(compose, name)]
    assert not ill, {name: podman("logs", "--tail=5", compose.container(name)) for name in ill}
    # Whether it comes back by itself depends on who runs containers: podman has no daemon that would start it again.
    order = compose.container("order")
    lose = f"{compose.podman} kill --signal=KILL {order} && {compose.podman} wait {order}; {compose.podman} start {order}"
    looking = [sys.executable, K8S / "tests/smoke/smoke.py", f"http://localhost:{compose.shop}", "--lose", lose]
    looked = subprocess.run(looking, capture_output=True, text=True, check=False)
    assert looked.returncode == 0, looked.stdout + looked.stderr
    mails = Path(podman("volume", "inspect", "--format={{.Mountpoint}}", "vanmool_mails").strip())
    written = eventually(lambda: len(list(mails.glob("*.eml"))) >= 12, 60)
    assert written, f"{len(list(mails.iterdir()))} mails: a confirmation and a notice for each of 6 orders are wanted"
    say(f"Compose: {len(PROGRAMS)} programs healthy behind Caddy; 6 orders with their mails, one program killed")
