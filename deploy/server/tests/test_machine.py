"""The package on a Debian that boots: its units in the sandboxes that they ask for, kills, a reboot, a lost disk."""

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
        machine.run("dpkg -i /opt/vanmool.deb")
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


def is_well(machine):
    return "Everything is well." in machine.run("shop-admin status || true")


def test_a_server_is_installed_killed_restarted_lost_and_restored(machine):
    units = [f"vanmool-{program['name']}" for program in REGISTRY] + ["vanmool-nats", "vanmool-web"]
    placed = orders(machine, 3)
    machine.run("systemctl start vanmool-backup.service && systemctl start vanmool-try-restore.service", seconds=600)
    eventually(lambda: is_well(machine), 60, "everything is well")

    # Each unit in turn dies as by the kernel's hand, and is back by itself.
    for unit in units:
        before = machine.run(f"systemctl show --property MainPID --value {unit}").strip()
        machine.run(f"systemctl kill --signal KILL {unit}")
        eventually(lambda: machine.run(f"systemctl is-active {unit} || true").strip() == "active" and machine.run(
            f"systemctl show --property MainPID --value {unit}").strip() != before, 60, f"{unit} is back")
    placed += orders(machine, 2)
    assert set(placed) <= kept(machine)

    # A reboot in order, and one without any.
    for end in (machine.stop, machine.cut):
        end()
        machine.boot()
        placed += orders(machine, 1)
    assert set(placed) <= kept(machine)

    # The disk with the data is lost; what the archive has comes back, and that is everything here.
    machine.run('runuser -u postgres -- psql --cluster "$(cat /etc/vanmool/cluster)" -AtX -c "SELECT pg_switch_wal()" && sleep 3')
    machine.run('systemctl stop vanmool.target && systemctl kill --signal KILL "postgresql@$(tr / - </etc/vanmool/cluster)" && sleep 1 &&'
                'rm -rf "/var/lib/postgresql/$(cat /etc/vanmool/cluster)/base"')
    machine.run("shop-admin restore --yes", seconds=600)
    placed += orders(machine, 1)
    assert set(placed) <= kept(machine)
    eventually(lambda: is_well(machine), 60, "everything is well again")
