"""One cluster a run."""

import shutil
import signal
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cluster import Cluster, clear, make_images, overlay  # noqa: E402
from podman import HOME, alone, why_not  # noqa: E402

LINES = pytest.StashKey()


def pytest_configure(config):
    config.stash[LINES] = []
    config.addinivalue_line("markers", "long: not a part of `make test`, only of `make play`")
    # As Ctrl-C, so that what runs is taken away.
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter, config):
    for line in config.stash[LINES]:
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def say(request):
    """Tells a figure at the end of the run."""
    return request.config.stash[LINES].append


@pytest.fixture(scope="session")
def cluster(say):
    """The whole overlay, ready; taken away again, also when that fails."""
    if reason := why_not():
        pytest.skip(reason)
    with alone():
        clear()
        shutil.rmtree(HOME / "logs", ignore_errors=True)
        running = Cluster(overlay())
        try:
            make_images(running)
            seconds = running.up()
            say(f"ready: {len(running.everybody())} pods of {len(running.workloads)} workloads in {seconds:.0f} s")
            yield running
        finally:
            # What is begun here is brought to its end.
            for impatient in (signal.SIGINT, signal.SIGTERM):
                signal.signal(impatient, signal.SIG_IGN)
            try:
                running.down()
            finally:
                clear()
