"""Parts of pytest that `play` and `cluster` share: a report at the end of the run, and a stop that takes away what runs."""

import signal

import pytest

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


def end_in_peace():
    """What is begun from here on is brought to its end."""
    for impatient in (signal.SIGINT, signal.SIGTERM):
        signal.signal(impatient, signal.SIG_IGN)
