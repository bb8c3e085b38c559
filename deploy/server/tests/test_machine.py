"""The package on a Debian that boots: its units in the sandboxes that they ask for, kills, a reboot, a lost disk, other versions."""

import shutil
from pathlib import Path

import machine as booting
import pytest
from server import REGISTRY
from units import eventually

pytestmark = pytest.mark.long

PLACE_ORDERS = Path(__file__).with_name("place_orders.py")
SHOP = "http://localhost:8080"


@pytest.fixture
def machine(debian, package):
    if booting.why_not():
        pytest.skip(booting.why_not())
    shutil.copy(package, debian.folder / "opt/vanmool.deb")
    machine = booting.Machine(debian.folder)
    try:
        machine.boot()
        machine.run("dpkg -i /opt/vanmool.deb && shop-admin recovery-key")
        # A pack without a batch is sold out, and guests of one network have a limit of unconfirmed packs.
        settings = "SAMPLE_STOCK=true\\nMAX_UNCONFIRMED_NETWORK_PACKS=0\\n"
        machine.run(f"printf '{settings}' >>/etc/vanmool/shop.env && systemctl restart vanmool-inventory vanmool-order")
        yield machine
    finally:
        machine.remove()


def orders(machine, count):
    placed = []

    def taken():
        try:
            placed.extend(machine.python(PLACE_ORDERS, SHOP, count).split())
        except Exception:
            return False
        return True

    eventually(taken, 90, "orders are taken")
    return placed


def kept(machine):
    ask = 'runuser -u postgres -- psql --cluster "$(cat /etc/vanmool/cluster)" -AtX shop_order -c "SELECT id FROM orders"'
    return set(machine.run(ask).split())


def passes_every_check(machine):
    return "All checks passed." in machine.run("shop-admin status || true")


def test_a_server_is_installed_killed_restarted_lost_and_restored(machine):
    units = [f"vanmool-{program['name']}" for program in REGISTRY] + ["vanmool-nats", "vanmool-web"]
    placed = orders(machine, 3)
    # Debian's own Caddy would take ports 80 and 443 at the next boot.
    assert machine.run("systemctl is-enabled caddy.service caddy-api.service || true").split() == ["disabled", "disabled"]
    machine.run("systemctl start vanmool-backup.service && systemctl start vanmool-test-restore.service", seconds=600)
    eventually(lambda: passes_every_check(machine), 60, "every check passes")

    # Each unit is killed in turn, and restarts by itself.
    for unit in units:
        before = machine.run(f"systemctl show --property MainPID --value {unit}").strip()
        machine.run(f"systemctl kill --signal KILL {unit}")
        eventually(lambda: machine.run(f"systemctl is-active {unit} || true").strip() == "active" and machine.run(
            f"systemctl show --property MainPID --value {unit}").strip() != before, 60, f"{unit} is back")
    placed += orders(machine, 2)
    assert set(placed) <= kept(machine)

    # A graceful reboot, and a power cut.
    for end in (machine.stop, machine.cut):
        end()
        machine.boot()
        placed += orders(machine, 1)
    assert set(placed) <= kept(machine)

    # The data disk is lost. A restore brings back all archived data, which is everything here.
    machine.run('runuser -u postgres -- psql --cluster "$(cat /etc/vanmool/cluster)" -AtX -c "SELECT pg_switch_wal()" && sleep 3')
    machine.run('systemctl stop vanmool.target && systemctl kill --signal KILL "postgresql@$(tr / - </etc/vanmool/cluster)" && sleep 1 &&'
                'rm -rf "/var/lib/postgresql/$(cat /etc/vanmool/cluster)/base"')
    machine.run("shop-admin restore --yes", seconds=600)
    placed += orders(machine, 1)
    assert set(placed) <= kept(machine)
    eventually(lambda: passes_every_check(machine), 60, "every check passes again")


def version(machine):
    return machine.run("dpkg-query --show --showformat '${Version} ${db:Status-Status}' vanmool")


def test_versions_come_and_go_while_shoppers_order(machine, versions, tmp_path):
    first = version(machine)

    def upgrade(number, code=0, allowed="--unsigned", **package):
        shutil.copy(versions(number, **package), machine.folder / f"opt/{number}.deb")
        command = f"shop-admin upgrade /opt/{number}.deb {allowed} --ready-within {60 if code == 0 else 15} 2>&1 || exit {code}"
        return machine.run(command, code=code, seconds=600)

    orders(machine, 1)
    caddys_start = "systemctl show --property InvocationID --value vanmool-web"
    caddy = machine.run(caddys_start)
    over = tmp_path / "over"
    shopper = machine.start_python(PLACE_ORDERS, SHOP, over)
    try:
        upgrade("1.1")
        assert version(machine) == "1.1 installed"
        assert fails_only_checks_of_backups(machine)
        # An order program that never starts does not affect the shop; the log of its rehearsal shows the reason.
        said = upgrade("1.2", code=1, order="echo no such table >&2; exit 1")
        assert "was not installed" in said and "no such table" in said
        assert version(machine) == "1.1 installed" and fails_only_checks_of_backups(machine)
        assert "rehearsal" not in machine.run("systemctl list-units --all")

        # A program that starts beside the old one but not in its place: all programs of the previous version come back.
        said = upgrade("1.3", code=1, order='case $0 in /usr/lib/*) exit 1 ;; esac; exec /usr/lib/vanmool/programs/order')
        assert "1.1 runs again" in said, said
        assert version(machine) == "1.1 installed" and fails_only_checks_of_backups(machine)

        # The limits of a new Caddyfile apply at once, and Caddy goes on where it is the same.
        assert machine.run(caddys_start) == caddy
        machine.run("sed -i s/16KiB/64KiB/ /usr/share/vanmool/Caddyfile")
        upgrade("1.4")
        assert machine.run(caddys_start) != caddy
        assert "max_header_size 16KiB" in machine.run("cat /usr/share/vanmool/Caddyfile")

        # A manual rollback.
        machine.run("shop-admin rollback", seconds=600)
        assert version(machine) == "1.1 installed" and fails_only_checks_of_backups(machine)
        assert "nothing to go back to" in machine.run("shop-admin rollback 2>&1 || exit 1", code=1)

        # Own builds have no release signature; older versions need --downgrade; and the databases must suit both versions.
        assert "--unsigned" in upgrade("1.5", code=1, allowed="")
        assert "--downgrade" in upgrade("1.0", code=1)
        assert "upgrade to 1.2 first" in upgrade("1.6", code=1, works_from="1.2")
        assert version(machine) == "1.1 installed"
    finally:
        over.touch()
        placed, _ = shopper.communicate(timeout=90)
    assert shopper.returncode == 0
    placed = placed.split()
    print(f"{len(placed)} orders were taken while five versions came and went, beginning with {first}")
    assert len(placed) == len(set(placed)) > 20
    assert set(placed) <= kept(machine)


def fails_only_checks_of_backups(machine):
    def failed_checks():
        lines = machine.run("shop-admin status || true").splitlines()
        # The machine's disk is this one's, which may be nearly full.
        return [line.split(None, 1)[1] for line in lines if line.startswith("FAILED") and "disk of" not in line]

    def only_backup():
        found = failed_checks()
        return len(found) == 1 and found[0].startswith("last backup")

    try:
        eventually(only_backup, 60, "only a backup is missing")
    except AssertionError as error:
        raise AssertionError(f"{error}; failed: {failed_checks()}") from None
    return True
