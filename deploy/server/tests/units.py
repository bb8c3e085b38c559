"""Units of systemd, read and run as they say, without systemd: their programs, variables and files, and what they tell it.

The sandbox is not built here; `systemd-analyze security` says what it would be (test_units.py).
"""

import functools
import os
import shlex
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
UNITS = ROOT / "deploy/server/units"


def files(suffix):
    return sorted(UNITS.glob(f"*.{suffix}"))


def read(file):
    """The settings of a unit, each with its values in their order."""
    settings = {}
    for line in file.read_text().splitlines():
        if "=" in line and not line.startswith(("#", ";")):
            name, value = line.split("=", 1)
            settings.setdefault(name.strip(), []).append(value.strip())
    return settings


def variables(text):
    """A file as EnvironmentFile= reads it."""
    lines = (line.strip() for line in text.splitlines())
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith(("#", ";")))
    return {name: (shlex.split(value) or [""])[0] if value[:1] in "'\"" else value for name, value in pairs}


class Process:
    """A unit's program, started as its unit says, in other folders."""

    def __init__(self, file, folders, log, watchdog=1.0, under=()):
        self.name, self.settings, self.folders, self.under = file.stem, read(file), folders, list(under)
        self.log, self.watchdog, self.told = log, watchdog, []
        self.child = None

    def at(self, text):
        for there, here in self.folders.items():
            text = text.replace(there, str(here))
        return text

    def environment(self):
        known = {"PATH": os.environ["PATH"]}
        for line in self.settings.get("Environment", []):
            known.update(pair.split("=", 1) for pair in shlex.split(self.at(line)))
        for file in self.settings.get("EnvironmentFile", []):
            known.update(variables(Path(self.at(file)).read_text()))
        for name in " ".join(self.settings.get("UnsetEnvironment", [])).split():
            known.pop(name, None)
        return known

    def start(self):
        environment = self.environment()
        for name in self.settings.get("StateDirectory", []):
            Path(self.at(f"/var/lib/{name}")).mkdir(parents=True, exist_ok=True)
        if self.settings["Type"] == ["notify"]:
            environment |= {"NOTIFY_SOCKET": self._listen(), "WATCHDOG_USEC": str(int(self.watchdog * 1_000_000))}
        program, *arguments = shlex.split(self.at(self.settings["ExecStart"][0]))
        # Caddy may be in the tools of the checkout (`setup.sh server`).
        found = program if Path(program).exists() else shutil.which(Path(program).name) or program
        command = [*self.under, found, *arguments]
        self.child = subprocess.Popen(command, env=environment, cwd="/", stdout=self.log, stderr=self.log)
        return self

    def _listen(self):
        path = Path(self.at("/var/lib")) / f"{self.name}.notify"
        path.unlink(missing_ok=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        threading.Thread(target=self._hear, args=(self.socket,), daemon=True).start()
        return str(path)

    def _hear(self, heard):
        while True:
            try:
                self.told += heard.recv(4096).decode().split("\n")
            except OSError:
                return

    def wait_until_ready(self, seconds=120):
        if self.settings["Type"] == ["notify"]:
            eventually(lambda: "READY=1" in self.told, seconds, f"{self.name} says that it is ready", self.is_running)

    def is_running(self):
        return self.child is not None and self.child.poll() is None

    def stop(self, how=signal.SIGTERM):
        if self.is_running():
            self.child.send_signal(how)
            try:
                self.child.wait(60)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
        if getattr(self, "socket", None):
            self.socket.close()


def allowed_calls(settings):
    """The system calls that a unit's filter lets through, as systemd reads its groups."""
    allowed = set()
    for line in settings["SystemCallFilter"]:
        calls = set().union(*(members(group) for group in line.removeprefix("~").split()))
        allowed = allowed - calls if line.startswith("~") else allowed | calls
    return allowed


@functools.cache
def members(group):
    if not group.startswith("@"):
        return {group}
    shown = subprocess.run(["systemd-analyze", "syscall-filter", "--no-pager", group], check=True, capture_output=True, text=True).stdout
    named = [line.strip() for line in shown.splitlines()[1:]]
    return set().union(*(members(name) for name in named if name and not name.startswith("#")))


def eventually(holds, seconds, what, may=lambda: True):
    end = time.monotonic() + seconds
    while not holds():
        assert may(), f"{what}: it ended before"
        assert time.monotonic() < end, f"{what}: not within {seconds} s"
        time.sleep(0.05)
