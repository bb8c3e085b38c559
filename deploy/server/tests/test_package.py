"""The Debian package: what is in it, and its scripts in a fresh Debian where systemd does not run, as in an image that is being made;
test_machine.py has one where it does."""

import re
import shutil
import subprocess
import pytest
from server import REGISTRY
from units import UNITS, files, read

pytestmark = pytest.mark.long


def listed(package):
    """Each file with its mode and owner."""
    lines = subprocess.run(["dpkg-deb", "--contents", package], check=True, capture_output=True, text=True).stdout.splitlines()
    parts = [line.split(None, 5) for line in lines]
    return {name.removeprefix("."): (mode, owner) for mode, owner, *_, name in parts}


def test_everything_that_a_unit_names_is_in_the_package(package):
    there = listed(package)
    for program in REGISTRY:
        assert f"/usr/lib/vanmool/programs/{program['name']}" in there
    for unit in UNITS.iterdir():
        assert f"/usr/lib/systemd/system/{unit.name}" in there
    started = {read(unit)["ExecStart"][0].split()[0] for unit in files("service")} - {"/usr/bin/caddy"}
    assert started <= set(there)
    named = {file for unit in files("service") for file in re.findall(r"/usr/share/vanmool/[\w./-]*", unit.read_text())}
    assert len(named) >= 3
    assert {file for file in named if file not in there and f"{file}/" not in there} == set()


def test_everything_belongs_to_root_who_alone_can_change_it(package):
    for name, (mode, owner) in listed(package).items():
        assert owner == "root/root", name
        assert re.fullmatch(r"-r[w-][x-]r-[x-]r-[x-]|drwxr-xr-x", mode), f"{name} {mode}"


def test_it_is_installed_repeated_removed_and_purged(debian, package):
    shutil.copy(package, debian.folder / "vanmool.deb")
    debian.run("dpkg -i /vanmool.deb")
    assert debian.run("dpkg-query -W -f '${Status}' vanmool") == "install ok installed"

    # Settings, secrets that only root can read, a PostgreSQL cluster with a role and a database per service, and enabled
    # units.
    secrets = debian.folder / "etc/vanmool/secrets"
    assert {file.stat().st_mode & 0o777 for file in secrets.iterdir()} == {0o600}
    assert secrets.stat().st_mode & 0o777 == 0o700
    assert "localhost:8080" not in debian.read("/etc/vanmool/shop.env") or "SITE_URL=http://localhost:8080" in debian.read(
        "/etc/vanmool/shop.env")
    services = [program["name"] for program in REGISTRY if program["isService"]]
    cluster = debian.read("/etc/vanmool/cluster").strip()
    version = cluster.split("/")[0]
    start = f"pg_ctlcluster {version} vanmool start >/dev/null; "
    ask = f"runuser -u postgres -- psql --cluster {cluster} -AtXc"
    owners = debian.run(f"""{start}{ask} "SELECT datname || ' ' || pg_get_userbyid(datdba) FROM pg_database WHERE datname ~ '^shop_'" """)
    assert sorted(owners.split("\n")[:-1]) == sorted(f"shop_{name} shop_{name}" for name in services)
    others = debian.run(f"{start}{ask} \"SELECT has_database_privilege('shop_order', 'shop_catalog', 'CONNECT')\"")
    assert others.strip() == "f"
    archive = debian.run(f"{start}{ask} 'SHOW archive_timeout'")
    assert archive.strip() == "5min"
    for program in REGISTRY:
        assert debian.has(f"/etc/systemd/system/vanmool.target.wants/vanmool-{program['name']}.service")
    assert debian.has("/etc/systemd/system/multi-user.target.wants/vanmool.target")
    assert debian.has("/etc/systemd/system/timers.target.wants/vanmool-backup.timer")

    # A second installation keeps the owner's changes and all secrets.
    settings = debian.folder / "etc/vanmool/shop.env"
    settings.write_text(settings.read_text() + "SHOP_EMAIL=asha@example.com\n")
    before = {file.name: file.read_text() for file in secrets.iterdir()}
    debian.run("dpkg -i /vanmool.deb")
    assert settings.read_text().endswith("SHOP_EMAIL=asha@example.com\n")
    assert {file.name: file.read_text() for file in secrets.iterdir()} == before

    # A removal keeps the data.
    debian.run("dpkg --remove vanmool")
    assert debian.has(f"/var/lib/postgresql/{cluster}") and debian.has("/etc/vanmool/shop.env")
    assert not debian.has("/etc/systemd/system/multi-user.target.wants/vanmool.target")
    debian.run("dpkg --purge vanmool")
    assert debian.has(f"/var/lib/postgresql/{cluster}") and debian.has("/etc/vanmool/shop.env")

    # A confirmed purge deletes the data.
    debian.run("dpkg -i /vanmool.deb && echo 'vanmool vanmool/remove-data boolean true' | debconf-set-selections && dpkg --purge vanmool")
    assert not debian.has(f"/var/lib/postgresql/{cluster}") and not debian.has("/etc/vanmool")
    assert debian.has("/var/lib/postgresql")
