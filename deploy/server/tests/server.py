"""One server in a folder: a cluster of PostgreSQL of its own, NATS and every program, as the package sets them up."""

import json
import os
import random
import shutil
import socket
import subprocess
from pathlib import Path

from place_orders import place
from units import ROOT, UNITS, Process, eventually

PROGRAMS = Path(os.environ.get("PROGRAMS", ROOT / "target/debug"))
SERVER = ROOT / "deploy/server"
REGISTRY = json.loads((ROOT / "deploy/admin/src/programs.json").read_text())
POSTGRES = max(Path("/usr/lib/postgresql").glob("[0-9]*"), key=lambda folder: int(folder.name)) / "bin"
IS_ROOT = os.geteuid() == 0


def run(*command, **more):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True, **more).stdout


def as_postgres(program, *arguments, **more):
    """PostgreSQL's programs refuse root."""
    account = ["runuser", "-u", "postgres", "--"] if IS_ROOT else []
    return run(*account, POSTGRES / program, *arguments, cwd="/", **more)


def nats_server():
    kept = sorted((ROOT / ".local/tools").glob("nats-server-*/nats-server"))
    return kept[-1] if kept else Path(shutil.which("nats-server") or "nats-server is missing: make setup fetches it")


class Server:
    def __init__(self, folder):
        self.folder = folder
        self.settings, self.backups, self.state = folder / "etc", folder / "backups", folder / "state"
        self.data, self.offset, self.processes = folder / "cluster", free_offset(), {}
        self.log = (folder / "programs.log").open("ab")

    # The steps of the package's installation.

    def install(self, **shop):
        for made in (self.settings / "secrets", self.state, self.backups / "base", self.backups / "wal"):
            made.mkdir(parents=True)
        (self.state / "vanmool-restore-test").mkdir()
        (self.state / "vanmool-status").mkdir()
        self.programs = self._programs()
        self.give(self.backups / "wal")
        self.make_cluster()
        lines = (SERVER / "shop.env").read_text()
        # With sample batches, because a pack without a batch is sold out.
        settings = {"SITE_URL": self.url(8080), "OFFICE_URL": self.url(8081), "SAMPLE_STOCK": "true", **shop}
        for name, value in settings.items():
            lines += f"{name}={value}\n"
        (self.settings / "shop.env").write_text(lines)
        self.configure()
        self.recovery_key = self.admin("recovery-key").strip()

    def _programs(self):
        programs = self.folder / "programs"
        programs.mkdir()
        for name in [program["name"] for program in REGISTRY]:
            (programs / name).symlink_to(PROGRAMS / name)
        (programs / "nats-server").symlink_to(nats_server())
        share = self.folder / "share"
        (share / "nats").mkdir(parents=True)
        shutil.copy(SERVER / "nats/nats.conf", share / "nats")
        shutil.copy(ROOT / "deploy/k8s/engines/nats/users.conf", share / "nats")
        for site in ("storefront", "office"):
            (share / site).symlink_to(ROOT / f"frontend/{site}/dist")
        return programs

    def make_cluster(self):
        self.port = free_port()
        self.data.mkdir()
        self.give(self.data)
        as_postgres("initdb", "--pgdata", self.data, "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8",
                    "--locale=C.UTF-8", "--data-checksums")
        self.start_postgres(replayed=False)
        as_postgres("psql", "--host", self.folder, "--port", self.port, "--dbname", "postgres", "--command",
                    "CREATE ROLE shop_admin SUPERUSER LOGIN PASSWORD 'secret'")
        (self.settings / "secrets/postgres").write_text(f"postgres://shop_admin:secret@127.0.0.1:{self.port}/postgres\n")

    def start_postgres(self, replayed=True):
        """With the settings of the package, and an archive in our folder."""
        settings = (SERVER / "postgresql.conf").read_text().replace(
            '/usr/lib/vanmool/archive-log "%p" "%f"', f'"{SERVER}/archive-log" "%p" "%f" "{self.backups}/wal"')
        mine = f"port = {self.port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '{self.folder}'\n"
        (self.data / "postgresql.conf").write_text(settings + mine)
        self.give(self.data)
        # Its socket is in this folder.
        self.folder.chmod(0o777)
        self._pg_ctl()
        if replayed:
            eventually(self.is_open, 120, "the log is replayed")

    def _pg_ctl(self):
        # The server keeps the output open as long as it runs, so the test does not wait for its end.
        account = ["runuser", "-u", "postgres", "--"] if IS_ROOT else []
        command = [*account, POSTGRES / "pg_ctl", "start", "--silent", "--wait", "--timeout=120", "--pgdata", self.data,
                   "--log", self.folder / "postgres.log"]
        subprocess.run([str(part) for part in command], check=True, cwd="/", stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def is_open(self):
        """Returns true if PostgreSQL accepts connections, which it does not while it replays the log."""
        asked = [str(POSTGRES / "pg_isready"), "--quiet", "--host=127.0.0.1", f"--port={self.port}"]
        return subprocess.run(asked).returncode == 0

    def stop_postgres(self, mode="fast"):
        as_postgres("pg_ctl", "stop", "--mode", mode, "--wait", "--pgdata", self.data)

    def give(self, folder):
        if IS_ROOT:
            run("chown", "-R", "postgres:postgres", folder)

    def configure(self):
        return self.admin("configure", "--port-offset", self.offset)

    # The work of systemd.

    def units(self):
        return [f"vanmool-{program['name']}" for program in REGISTRY]

    def start(self, *names, under=lambda name: ()):
        folders = {
            "/usr/lib/vanmool/programs": self.programs,
            "/usr/share/vanmool": self.folder / "share",
            "/etc/vanmool": self.settings,
            "/var/lib": self.state,
        }
        names = names or ["vanmool-nats", *self.units()]
        for name in names:
            self.processes[name] = Process(UNITS / f"{name}.service", folders, self.log, under=under(name)).start()
        for name in names:
            self.processes[name].wait_until_ready()

    def stop(self):
        for process in reversed(list(self.processes.values())):
            process.stop()

    def close(self):
        self.stop()
        if (self.data / "postmaster.pid").exists():
            self.stop_postgres("immediate")
        self.log.close()

    # The work of the owner.

    def command(self, name, *arguments):
        """A command of a program, with its unit's variables; answers how it ended."""
        folders = {"/usr/lib/vanmool/programs": self.programs, "/etc/vanmool": self.settings, "/var/lib": self.state}
        environment = Process(UNITS / f"vanmool-{name}.service", folders, self.log).environment()
        return subprocess.run([self.programs / name, *arguments], env=environment, capture_output=True, text=True)

    def admin(self, *arguments, code=0):
        folders = ["--settings", self.settings, "--backups", self.backups, "--state", self.state]
        command = [PROGRAMS / "shop-admin", *folders, *arguments]
        ended = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        assert code is None or ended.returncode == code, f"{arguments}: {ended.returncode}\n{ended.stdout}{ended.stderr}"
        return ended.stdout + ended.stderr

    def sql(self, database, question):
        return run(POSTGRES / "psql", f"postgres://shop_admin:secret@127.0.0.1:{self.port}/{database}", "--no-psqlrc",
                   "--tuples-only", "--no-align", "--command", question).strip()

    def archive_log(self):
        """Everything up to now, without the wait for the rest of a file."""
        file = self.sql("postgres", "SELECT pg_walfile_name(pg_switch_wal())")
        archived = f"SELECT coalesce(last_archived_wal >= '{file}', false) FROM pg_stat_archiver"
        eventually(lambda: self.sql("postgres", archived) == "t", 60, "the log is archived")

    # The work of shoppers.

    def url(self, port):
        return f"http://127.0.0.1:{port - 1000 + self.offset}"

    def order(self):
        """Places an order, and returns its id. It is sent again with its key while the shop is not ready."""
        return place(self.url(8080), patience=60)

    def orders(self):
        return set(self.sql("shop_order", "SELECT id FROM orders").split())


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def free_offset():
    """What is added to every port, so that none of them is taken."""
    ports = [port for program in REGISTRY for port in (program["port"], program["metricsPort"])] + [4222, 8222]
    for _ in range(100):
        offset = random.randrange(2_000, 22_000)
        if all(is_free(port + offset) for port in ports):
            return offset
    raise AssertionError("no ports are free")


def is_free(port):
    with socket.socket() as listener:
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
