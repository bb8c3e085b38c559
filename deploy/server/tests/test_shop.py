"""The shop as one server runs it: every unit's program with the variables of its unit, its own PostgreSQL and NATS."""

import json
import shutil
import signal
import socketserver
import ssl
import subprocess
import tarfile
import threading
import urllib.request
from datetime import datetime, timedelta

import pytest
from server import IS_ROOT, POSTGRES, REGISTRY, SERVER, Server, free_port, run
from units import allowed_calls, eventually

pytestmark = pytest.mark.long


def failed_checks(server, code):
    report = json.loads(server.admin("status", "--json", code=code))
    assert report["isHealthy"] == (code == 0)
    return {check["name"]: check["message"] for check in report["checks"] if not check["isHealthy"]}


class MailServer(socketserver.ThreadingTCPServer):
    """Takes every mail, as a mail server's first lines do."""

    allow_reuse_address = daemon_threads = True

    def __init__(self):
        self.mails = []
        super().__init__(("127.0.0.1", 0), Conversation)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class Conversation(socketserver.StreamRequestHandler):
    def handle(self):
        self.say("220 here")
        for line in self.rfile:
            verb = line.strip().upper()
            if verb == b"DATA":
                self.say("354 go on")
                lines = iter(self.rfile.readline, b".\r\n")
                self.server.mails.append(b"".join(lines).decode())
            elif verb == b"QUIT":
                return self.say("221 bye")
            self.say("250 here")

    def say(self, words):
        self.wfile.write(f"{words}\r\n".encode())


def test_a_server_from_its_installation_to_its_restoration(server):
    # All programs are ready (Server.start waits for it) and alive.
    server.start()
    programs = [server.processes[name] for name in server.units()]
    for program in programs:
        eventually(lambda: program.told.count("WATCHDOG=1") > 2, 10, f"{program.name} says that it lives")

    # Only a backup is missing.
    assert set(failed_checks(server, code=1)) == {"last backup"}

    # A second `configure` changes nothing, and the programs keep running.
    before = {file: file.read_text() for file in server.settings.rglob("*") if file.is_file()}
    server.configure()
    assert {file: file.read_text() for file in server.settings.rglob("*") if file.is_file()} == before
    assert all(file.stat().st_mode & 0o077 == 0 for file in before if file.parent.name == "programs")

    # Each check is stored for the office, and problems in two checks are mailed to the owner.
    server.admin("watch")
    seen = json.loads((server.state / "vanmool-status/status.json").read_text())
    assert [check["name"] for check in seen["checks"] if not check["isHealthy"]] == ["last backup"]
    assert (server.state / "vanmool-status/status.json").stat().st_mode & 0o777 == 0o644

    # The office's first owner.
    link = server.admin("invite").strip()
    assert link.startswith(server.url(8081) + "/invitation#")

    # Orders before, during and after the backup.
    orders = [server.order() for _ in range(3)]
    server.admin("backup")
    orders += [server.order() for _ in range(3)]
    assert failed_checks(server, code=0) == {}

    # A killed program is noticed. After a restart every check passes, and no order is lost.
    order = server.processes["vanmool-order"]
    order.stop(signal.SIGKILL)
    assert set(failed_checks(server, code=1)) == {"order"}
    server.start("vanmool-order")
    orders.append(server.order())
    eventually(lambda: server.sql("shop_order", "SELECT count(*) FROM outbox WHERE published_at IS NULL") == "0", 30,
               "every event is published")
    assert "STOPPING=1" not in order.told

    # The data disk is lost, together with the WAL that was not archived: up to five minutes, and here nothing, because the WAL was
    # switched.
    server.archive_log()
    server.stop()
    assert "STOPPING=1" in server.processes["vanmool-gateway"].told
    server.stop_postgres("immediate")
    server.data.rename(server.folder / "lost")
    (server.state / "vanmool-nats").rename(server.folder / "lost-streams")

    said = server.admin("restore", "--into", server.data)
    assert "after-restore" in said
    server.start_postgres()
    server.admin("after-restore")
    server.start()
    assert set(orders) <= server.orders()
    orders.append(server.order())
    assert set(orders) <= server.orders()
    # The streams are new and have the events of all orders again.
    eventually(lambda: f"{len(orders)}" == server.sql("shop_notification", "SELECT count(DISTINCT event_id) FROM inbox WHERE "
                                                      "consumer = 'order-confirmation'"), 60, "every order is mailed once")
    assert failed_checks(server, code=0) == {}


def test_the_owner_is_told_what_fails_behind_programs_that_are_ready(server):
    def has_failed(name, *words):
        report = json.loads(server.admin("status", "--json", code=None))
        messages = [check["message"] for check in report["checks"] if check["name"] == name and not check["isHealthy"]]
        return any(all(word in message for word in words) for message in messages)

    server.start()
    server.order()
    server.admin("backup")
    eventually(lambda: json.loads(server.admin("status", "--json", code=None))["isHealthy"], 60, "every check passes")

    # Notification cannot parse this event, and no other program consumes it.
    put = "INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload) "
    server.sql("shop_contact", put + "VALUES (gen_random_uuid(), 'shop.contact.answered.v1', gen_random_uuid(), 1, now(), '\\xff')")
    eventually(lambda: has_failed("dead letters", "contact"), 60, "a dead letter is told")

    # More events than the backlog limit of a consumer.
    server.processes["vanmool-notification"].stop()
    server.sql("shop_contact", put + "SELECT gen_random_uuid(), 'shop.contact.answered.v1', gen_random_uuid(), 1, now(), '\\xff' "
               "FROM generate_series(1, 1001)")
    eventually(lambda: has_failed("consumer contact-answer", "1001 events are waiting"), 60, "a consumer is behind")

    # The programs' records of periodic tasks, streams and reconciliations.
    assert server.sql("shop_order", "SELECT count(*) FROM periodic_tasks WHERE every_seconds IS NULL") == "0"
    assert server.sql("shop_order", "SELECT sum(differences) FROM reconciliations") == "0"
    server.sql("shop_order", "UPDATE periodic_tasks SET succeeded_at = now() - interval '31 minutes' WHERE name = 'outbox'")
    eventually(lambda: server.sql("shop_order", "SELECT count(*) FROM outbox_streams") == "1", 60, "the stream is known")
    server.sql("shop_order", "UPDATE outbox_streams SET lost_at = now() - interval '23 hours'")
    server.sql("shop_order", "UPDATE reconciliations SET differences = 2 WHERE name = 'reconcile'")
    assert has_failed("shop_order", "periodic tasks fail: outbox", "lost events of ORDERS", "2 differences")
    server.sql("shop_order", "UPDATE periodic_tasks SET succeeded_at = now() - interval '29 minutes' WHERE name = 'outbox'")
    server.sql("shop_order", "UPDATE outbox_streams SET lost_at = now() - interval '25 hours'")
    server.sql("shop_order", "UPDATE reconciliations SET differences = 0")
    assert not has_failed("shop_order")


RECONCILED = ("order", "payment", "billing", "contact", "catalog", "inventory", "notification")


def agrees(server):
    """Waits until packs are reserved for the orders that wait for them, and every service agrees with the streams."""
    placed = "SELECT order_id FROM reservations WHERE state = 'placed'"
    # As if a day had passed, after which reservations of unknown orders are released.
    server.sql("shop_inventory", "UPDATE reservations SET finalize_by = finalize_by - interval '25 hours' WHERE state = 'placed'")

    def reserved():
        server.sql("shop_order", "UPDATE periodic_tasks SET due_at = now() WHERE name = 'lost-orders' AND holder IS NULL")
        return set(server.sql("shop_inventory", placed).split()) == server.orders()

    eventually(reserved, 90, "packs are reserved for the orders that are known")
    torn = ("SELECT count(*) FROM batches WHERE reserved <> (SELECT coalesce(sum(quantity), 0) FROM reserved_packs "
            "JOIN reservations USING (order_id) WHERE batch_id = batches.id AND state IN ('held', 'placed'))")
    assert server.sql("shop_inventory", torn) == "0"
    for name in RECONCILED:
        eventually(lambda: server.command(name, "reconcile", "--settled-after", "0").returncode == 0, 90, f"{name} agrees")


def test_databases_that_go_back_agree_with_each_other_again(folder):
    server = Server(folder)
    try:
        server.install(SAMPLE_STOCK="true")
        server.start()
        first = {server.order() for _ in range(3)}
        name = server.admin("backup").split()[0]
        server.admin("export", folder / "exported")

        # The programs know the time of each restore, a different one each time.
        marks = set()

        def marked(database):
            marks.add(server.sql(database, "SELECT current_setting('shop.restored_at')"))
            return len(marks)

        for case in ("NATS is kept", "NATS is lost"):
            server.order()
            server.stop()
            server.stop_postgres("immediate")
            shutil.rmtree(server.data)
            # The WAL since the backup is lost with the disk.
            label = json.loads((server.backups / "base" / name / "backup.json").read_text())
            for file in server.backups.glob("wal/*"):
                if file.name[:24] > label["lastWal"] or file.name.endswith(".history.gz"):
                    file.unlink()
            if case == "NATS is lost":
                shutil.rmtree(server.state / "vanmool-nats")
            server.admin("restore", "--name", name, "--into", server.data)
            server.start_postgres()
            server.admin("after-restore")
            server.start()
            assert server.orders() == first, case
            agrees(server)
            server.order()
            agrees(server)
            assert marked("shop_billing") == marked("shop_order")

        # Only one database is restored: newer orders are lost, and inventory has their reservations.
        gone = {server.order() for _ in range(2)}
        eventually(lambda: gone <= set(server.sql("shop_inventory", "SELECT order_id FROM reservations WHERE state = 'placed'").split()),
                   60, "inventory has heard of every order")
        assert "NATS runs" in server.admin("after-restore", "--database", "shop_order", code=1)
        server.stop()
        server.sql("postgres", "DROP DATABASE shop_order")
        server.configure()
        run(POSTGRES / "pg_restore", "--no-owner", "--role", "shop_order", "--dbname",
            f"postgres://shop_admin:secret@127.0.0.1:{server.port}/shop_order", folder / "exported/shop_order.dump")
        server.admin("after-restore", "--database", "shop_order")
        server.start()
        assert server.orders() == first
        agrees(server)
        assert marked("shop_order") == 3
        # Subscribers take the next events of these orders as newer than all earlier ones.
        assert int(server.sql("shop_order", "SELECT min(version) FROM orders")) > 50_000_000
        server.order()
        agrees(server)
    finally:
        server.close()


@pytest.mark.skipif(not (shutil.which("strace") and shutil.which("systemd-analyze")), reason="strace or systemd is missing")
def test_no_program_needs_a_system_call_that_its_unit_refuses(server):
    """Counts the system calls of each program with strace, from start to stop, because systemd is not there to refuse them."""
    counted = {name: server.folder / f"{name}.calls" for name in ["vanmool-nats", *server.units()]}
    server.start(under=lambda name: ["strace", "-D", "-f", "-qq", "-c", "-o", counted[name]])
    server.order()
    server.stop()
    for name, file in counted.items():
        eventually(lambda: file.exists() and "total" in file.read_text(), 30, f"the calls of {name} are counted")
        calls = {line.split()[-1] for line in file.read_text().splitlines()[2:] if line.split()} - {"total"}
        calls = {call for call in calls if not call.startswith("-")}
        assert len(calls) > 20, f"{name}: {calls}"
        assert calls - allowed_calls(server.processes[name].settings) == set(), name


def test_a_backup_is_tried_and_one_that_is_spoilt_is_told(server):
    server.start()
    server.order()
    server.admin("backup")
    assert "9 databases read completely, 1 orders" in server.admin("test-restore")
    assert failed_checks(server, code=0) == {}
    # The export can be read elsewhere, and contains one order.
    exported = server.folder / "exported"
    server.admin("export", exported)
    assert {file.name for file in exported.glob("*.dump")} == {f"shop_{program['name']}.dump" for program in REGISTRY
                                                               if program["isService"]}
    assert exported.stat().st_mode & 0o077 == 0
    server.sql("postgres", "CREATE DATABASE elsewhere")
    run(POSTGRES / "pg_restore", "--no-owner", "--dbname", f"postgres://shop_admin:secret@127.0.0.1:{server.port}/elsewhere",
        exported / "shop_order.dump")
    assert server.sql("elsewhere", "SELECT count(*) FROM orders") == "1"
    assert "name a new folder" in server.admin("export", exported, code=1)

    # A bit of a table flips in the archive.
    base = next(server.backups.glob("base/*/postgres/base.tar.gz"))
    spoilt = bytearray(base.read_bytes())
    spoilt[len(spoilt) // 2] ^= 0xFF
    base.write_bytes(spoilt)
    server.admin("test-restore", code=1)
    assert set(failed_checks(server, code=1)) == {"last restore test"}
    assert not list((server.state / "vanmool-restore-test").glob("test-*"))


@pytest.mark.skipif(not IS_ROOT, reason="files have several owners only where root makes them")
def test_postgresqls_account_gets_no_key_from_backups_and_root_writes_through_no_link_of_its(folder, server):
    def owner(path):
        return f"{path.owner()}:{path.group()} {path.stat().st_mode & 0o777:o}"

    server.start("vanmool-nats")
    base = server.backups / "base"
    made, first = server.admin("backup").split()[0], "2026-01-05T02-30-00Z"
    # As if it had been made on another day: one backup per day is kept.
    label = json.loads((base / made / "backup.json").read_text())
    (base / made / "backup.json").write_text(json.dumps(label | {"name": first, "madeAt": "2026-01-05T02:30:00Z"}))
    (base / made).rename(base / first)
    second = server.admin("backup").split()[0]
    for name in (first, second):
        assert owner(base / name / "settings.tar.age") == "root:root 600"
        assert {owner(path) for path in (base, base / name)} == {"root:postgres 750"}
        assert owner(base / name / "backup.json") == "root:postgres 640"
        assert owner(base / name / "postgres/base.tar.gz") == "root:postgres 640"
        assert not (base / name / "settings.tar").exists()

    # Nothing on the server opens the settings. The owner's key does, and finds the shop's keys in them.
    sealed = (base / first / "settings.tar.age").read_bytes()
    assert sealed.startswith(b"age-encryption.org/") and b"CODE_KEY" not in sealed
    kept = [file for file in server.settings.rglob("*") if file.is_file()]
    assert not [file for file in kept if server.recovery_key in file.read_text()]
    assert "there is a recovery key" in server.admin("recovery-key", code=1)

    # PostgreSQL's account may have placed links into the copied folder.
    victim = folder / "victim"
    victim.write_text("root's")
    spoilt = base / first / "postgres/base.tar.gz"
    with tarfile.open(spoilt, "w:gz") as archive:
        for name in ("postgresql.auto.conf", "recovery.signal"):
            link = tarfile.TarInfo(name)
            link.type, link.linkname = tarfile.SYMTYPE, str(victim)
            archive.addfile(link)
    server.admin("restore", "--name", first, "--into", folder / "laid", code=1)
    assert victim.read_text() == "root's" and victim.owner() == "root"


@pytest.mark.skipif(not shutil.which("rclone"), reason="rclone is not installed")
def test_a_server_that_burns_comes_back_from_copies_elsewhere(folder, server):
    def rclone(*arguments):
        return run("rclone", "--config", server.settings / "rclone.conf", *arguments)

    def elsewhere(path):
        return set(rclone("lsf", f"away:vanmool/{path}").split())

    password = run("rclone", "obscure", "a long and secret one").strip()
    conf = f"[disk]\ntype = alias\nremote = {folder}/elsewhere\n\n[away]\ntype = crypt\nremote = disk:\npassword = {password}\n"
    (folder / "elsewhere").mkdir()
    (server.state / "vanmool-upload-backups").mkdir()
    server.start()
    orders = [server.order()]
    server.admin("backup")
    assert "BACKUP_REMOTE is not set" in server.admin("upload-backups")
    (server.settings / "rclone.conf").write_text(conf)
    with (server.settings / "shop.env").open("a") as settings:
        settings.write("BACKUP_REMOTE=away:vanmool\n")

    # Without a copy all checks pass for half an hour. Then all files are copied, and later ones, too.
    assert failed_checks(server, code=0) == {}
    assert "everything is uploaded to away:vanmool/" in server.admin("upload-backups")
    eventually(lambda: "nothing new" in server.admin("upload-backups"), 30, "everything is copied")
    shop = next(iter(elsewhere(""))).rstrip("/")
    orders.append(server.order())
    server.archive_log()
    server.admin("upload-backups")
    assert elsewhere(f"{shop}/wal") == {file.name for file in server.backups.glob("wal/*.gz")}

    # Another server with the same identifier must not overwrite these files, and other users cannot read them.
    newest = max(server.backups.glob("wal/*.gz"))
    own = newest.rename(folder / "own.gz")
    newest.write_bytes(b"of another server")
    assert "immutable file modified" in server.admin("upload-backups", code=1)
    own.rename(newest)
    assert not any(b"vanmool" in file.read_bytes() for file in (folder / "elsewhere").rglob("*") if file.is_file())

    # Old backups are deleted there, too: of ten nights seven are kept, and the last of an earlier week, with the WAL that they
    # need.
    base = next(server.backups.glob("base/*Z"))
    label = json.loads((base / "backup.json").read_text())
    nights = [datetime.fromisoformat(label["madeAt"]) - timedelta(days=nights) for nights in range(10)]
    kept = nights[:7] + [night for night in nights[7:] if night.weekday() == 6]
    for night in nights[1:]:
        name, first = f"{night:%Y-%m-%dT%H-%M-%SZ}", label["firstWal"] if night in kept else f"{0:024}"
        text = json.dumps(label | {"name": name, "madeAt": f"{night:%Y-%m-%dT%H:%M:%SZ}", "firstWal": first})
        (server.backups / "base" / name).mkdir()
        (server.backups / "base" / name / "backup.json").write_text(text)
    before = server.backups / "wal" / f"{0:024}.gz"
    before.write_bytes(b"before everything")
    server.give(server.backups / "wal")
    server.admin("upload-backups")
    assert {name[:10] for name in elsewhere(f"{shop}/base")} == {f"{night:%Y-%m-%d}" for night in kept}
    assert elsewhere(f"{shop}/wal") == {file.name for file in server.backups.glob("wal/*.gz")} - {before.name}

    # The server is lost. A new one only has the package and the remote's credentials.
    server.stop()
    server.stop_postgres("immediate")
    for lost in (server.data, server.backups, server.settings, server.state):
        shutil.rmtree(lost)
    for made in (server.settings, server.state, server.backups / "base", server.backups / "wal"):
        made.mkdir(parents=True)
    (server.settings / "rclone.conf").write_text(conf)
    (server.settings / "shop.env").write_text("BACKUP_REMOTE=away:vanmool\n")
    assert base.name in server.admin("download-backups", "--shop", shop)
    sealed = server.backups / "base" / base.name / "settings.tar.age"
    opened = subprocess.run(["age", "--decrypt", "--identity", "-", sealed], input=server.recovery_key.encode(), stdout=subprocess.PIPE,
                            check=True).stdout
    subprocess.run(["tar", "--extract", "--directory", server.settings], input=opened, check=True)
    server.admin("restore", "--name", base.name, "--into", server.data)
    server.start_postgres()
    server.admin("after-restore")
    server.start()
    orders.append(server.order())
    assert set(orders) <= server.orders()


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
def test_browsers_come_in_through_caddy_over_tls(folder):
    shop, office = free_port(), free_port()
    server = Server(folder)
    try:
        server.install(SITE_URL=f"https://localhost:{shop}", OFFICE_URL=f"https://localhost:{office}")
        # Port 80 of this machine may be in use.
        ours = f"admin off\n\thttp_port {free_port()}\n\tskip_install_trust"
        caddyfile = (SERVER / "Caddyfile").read_text().replace("admin off", ours)
        (server.folder / "share/Caddyfile").write_text(caddyfile)
        server.start("vanmool-web", "vanmool-nats", *server.units())
        authority = server.state / "vanmool-web/caddy/pki/authorities/local/root.crt"
        eventually(authority.exists, 30, "Caddy has an authority of its own")
        context = ssl.create_default_context(cafile=str(authority))

        def page(port):
            with urllib.request.urlopen(f"https://localhost:{port}/", context=context, timeout=30) as answer:
                return answer.headers, answer.read().decode()

        headers, shown = page(shop)
        assert "<html" in shown and headers["Strict-Transport-Security"]
        assert "<html" in page(office)[1]
        link = server.admin("invite").strip()
        assert link.startswith(f"https://localhost:{office}/invitation#")
    finally:
        server.close()


def test_mails_leave_by_the_shops_mail_server(folder, server):
    mails = MailServer()
    assert "SMTP_URL is not set" in server.admin("send-test-mail", "asha@example.com", code=1)
    with (server.settings / "shop.env").open("a") as settings:
        settings.write(f"SMTP_URL={mails.url}\n")
    server.admin("send-test-mail", "asha@example.com")
    server.admin("notify-failure", "vanmool-backup.service")
    assert "Subject: Test email from your shop" in mails.mails[0] and "To: asha@example.com" in mails.mails[0]
    assert "vanmool-backup.service failed" in mails.mails[1] and "care@vanmool.example" in mails.mails[1]

    # No program runs. Problems in two checks are mailed once. A mail that cannot be sent is retried by a later check.
    server.admin("watch")
    assert len(mails.mails) == 2
    server.admin("watch")
    server.admin("watch")
    assert len(mails.mails) == 3
    assert " problems" in mails.mails[2] and "order: does not answer" in mails.mails[2], mails.mails[2]
    mails.shutdown()
