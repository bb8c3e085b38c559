"""One cluster a run."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cluster import Cluster, clear, make_images, overlay  # noqa: E402
from podman import HOME, alone, why_not  # noqa: E402
from report import end_in_peace, pytest_configure, pytest_terminal_summary, say  # noqa: E402, F401


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
            end_in_peace()
            try:
                running.down()
            finally:
                clear()
