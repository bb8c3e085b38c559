"""A Debian that boots: systemd as the first process of namespaces of its own, so that units run in the sandboxes that they ask for.

It is no machine: the kernel is this one, clocks and sysctls cannot be set, and there is no device and no other network."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from units import eventually

BOOT = Path(__file__).with_name("boot.sh")
NEEDED = ("debootstrap", "unshare", "nsenter", "ip", "pivot_root")
# Units that would change the host, or wait for missing devices.
MASKED = (
    "dev-hugepages.mount", "dev-mqueue.mount", "e2scrub_reap.service", "getty.target", "kmod-static-nodes.service",
    "proc-sys-fs-binfmt_misc.automount", "sys-fs-fuse-connections.mount", "sys-kernel-debug.mount", "sys-kernel-tracing.mount",
    "systemd-binfmt.service", "systemd-logind.service", "systemd-modules-load.service", "systemd-networkd-wait-online.service",
    "systemd-networkd.service", "systemd-networkd.socket", "systemd-random-seed.service", "systemd-remount-fs.service",
    "systemd-sysctl.service", "systemd-timesyncd.service", "systemd-udevd.service",
)  # fmt: skip
CLEAN = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}


def why_not():
    missing = [program for program in NEEDED if not shutil.which(program)]
    if os.geteuid() != 0 or missing:
        return f"a Debian that boots needs root and {', '.join(missing) or 'nothing else'}"
    return None


class Machine:
    def __init__(self, folder):
        self.folder, self.group, self.init = folder, f"vanmool-{os.getpid()}", None
        for unit in MASKED:
            (folder / "etc/systemd/system" / unit).unlink(missing_ok=True)
            (folder / "etc/systemd/system" / unit).symlink_to("/dev/null")
        (folder / "etc/fstab").write_text("")
        (folder / "etc/machine-id").write_text("uninitialized\n")

    def boot(self):
        self.below = subprocess.Popen([BOOT, self.folder, self.group], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL)
        eventually(self._find_init, 60, "the machine boots", lambda: self.below.poll() is None)
        eventually(lambda: self.run("systemctl is-system-running || true").strip() in ("running", "degraded"), 180, "it is up")

    def _find_init(self):
        """The child of `unshare`, once it has become systemd."""
        for child in children(self.below.pid):
            try:
                name = Path(f"/proc/{child}/comm").read_text().strip()
            except FileNotFoundError:
                continue  # It ended meanwhile.
            if name == "systemd":
                self.init = child
                return True
        return False

    def run(self, script, code=0, seconds=300):
        ended = subprocess.run(self._inside("-m", "-p", "-u", "-i", "-C") + ["sh", "-ec", script], capture_output=True, text=True,
                               env=CLEAN, timeout=seconds)
        assert ended.returncode == code, f"{script}: {ended.returncode}\n{ended.stdout}{ended.stderr}"
        return ended.stdout

    def python(self, script, *arguments):
        """A program of this machine that reaches the other one's network."""
        return subprocess.run(self._of_python(script, *arguments), check=True, capture_output=True, text=True).stdout

    def start_python(self, script, *arguments):
        return subprocess.Popen(self._of_python(script, *arguments), stdout=subprocess.PIPE, text=True)

    def _of_python(self, script, *arguments):
        return [*self._inside(), "python3", script, *map(str, arguments)]

    def _inside(self, *namespaces):
        return ["nsenter", "-t", str(self.init), "-n", *namespaces]

    def stop(self):
        """In order, as a reboot begins: systemd stops every unit, then itself."""
        if self.init is None:
            return
        # SIGRTMIN+4 powers a machine off; a container ends with it.
        os.kill(self.init, signal.SIGRTMIN + 4)
        try:
            self.below.wait(120)
        except subprocess.TimeoutExpired:
            self.cut()
        self.init = None

    def cut(self):
        """As a power cut ends it, except that what was written stays."""
        if self.init is not None and Path(f"/proc/{self.init}").exists():
            os.kill(self.init, signal.SIGKILL)
            self.below.wait(60)
        self.init = None

    def remove(self):
        self.cut()
        groups = Path("/sys/fs/cgroup")
        for hierarchy in [groups, *groups.iterdir()]:
            for folder in sorted(hierarchy.glob(f"{self.group}/**/"), reverse=True):
                for _ in range(150):
                    try:
                        folder.rmdir()
                        break
                    except OSError:
                        time.sleep(0.1)


def children(process):
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True).stdout.split()
    return [int(child) for child in found]
