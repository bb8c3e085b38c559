"""One cluster a run, and a report of what was seen in it."""

import shutil
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "play"), str(HERE.parent / "tests"), str(HERE)]

import parts  # noqa: E402
import shop  # noqa: E402
from kind import CHOSEN, Kind  # noqa: E402
from manifests import PROGRAMS  # noqa: E402
from node import HOME, Node  # noqa: E402
from podman import alone  # noqa: E402
from report import end_in_peace, pytest_configure, pytest_terminal_summary, say  # noqa: E402, F401


@pytest.fixture(scope="module")
def node(request, say):
    """A ready node that has the images of the module's overlay."""
    if CHOSEN is Kind:
        if request.module.PREPARE is not shop.prepare:
            pytest.skip("kind has the images of the overlay dev only")
        running = Kind()
        for name in PROGRAMS:
            running.take(f"vanmool/{name}:dev")
        yield running
        return
    if reason := parts.why_not():
        pytest.skip(reason)
    begun = time.monotonic()
    programs = parts.build(lambda line: print(line, file=sys.__stderr__, flush=True))
    say(f"programs: {time.monotonic() - begun:.0f} s")
    say("versions: " + ", ".join(f"{name} {version}" for name, version in parts.versions().items()))
    with alone():
        shutil.rmtree(HOME / "logs", ignore_errors=True)
        running = Node(programs)
        running.forget()
        try:
            begun = time.monotonic()
            made = request.module.PREPARE(programs)
            say(f"images: {len(made)} made in {time.monotonic() - begun:.0f} s")
            begun = time.monotonic()
            running.start()
            shop.hand_over(running, made)
            say(f"node: ready with its images after {time.monotonic() - begun:.0f} s")
            yield running
        finally:
            end_in_peace()
            running.stop()
            running.forget()


@pytest.fixture(scope="module")
def opened(node, say):
    """The overlay, applied and ready."""
    begun = time.monotonic()
    shop.apply(node, shop.objects())
    shop.wait_ready(node)
    say(f"shop: {len(shop.pods(node))} pods ready after {time.monotonic() - begun:.0f} s")
    return node
