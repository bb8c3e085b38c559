"""What units say: hardened, whole, and none forgotten."""

import json
import re
import shutil
import subprocess

import pytest
from units import ROOT, UNITS, files, read

REGISTRY = json.loads((ROOT / "deploy/k8s/services.json").read_text())
# `systemd-analyze security` rates the exposure of a unit from 0 to 10. The shop's units must have 2 or less.
MOST_EXPOSED = 2.0

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")


def exposure(unit):
    checked = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)], capture_output=True, text=True)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", checked.stdout)
    assert found, checked.stdout + checked.stderr
    return float(found[1])


@needs_systemd
def test_no_unit_may_do_much(capsys):
    exposures = {unit.name: exposure(unit) for unit in files("service")}
    with capsys.disabled():
        print()
        for name, level in exposures.items():
            print(f"  {level:.1f}  {name}")
    assert len(exposures) >= len(REGISTRY) + 5
    assert {name: level for name, level in exposures.items() if level > MOST_EXPOSED} == {}


@needs_systemd
def test_a_unit_that_may_do_much_is_found(tmp_path):
    unit = tmp_path / "open.service"
    unit.write_text("[Service]\nExecStart=/bin/true\n")
    assert exposure(unit) > 9


@needs_systemd
def test_systemd_understands_every_line(tmp_path):
    """Programs are not installed here, so only what is said of other things counts."""
    for file in UNITS.iterdir():
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", file.read_text(), flags=re.M)
        (tmp_path / file.name).write_text(text)
    units = [str(tmp_path / file.name) for file in UNITS.iterdir() if "@" not in file.name]
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
    complaints = [line for line in checked.stderr.splitlines() if str(tmp_path) in line or "vanmool" in line]
    assert complaints == []


def test_every_program_has_a_unit_of_its_own_and_no_other_unit_is_of_a_program():
    programs = {f"vanmool-{program['name']}" for program in REGISTRY}
    starting = {file.stem for file in files("service") if "/usr/lib/vanmool/programs/" in read(file)["ExecStart"][0]}
    assert starting == programs | {"vanmool-nats"}
    for name in programs:
        unit = read(UNITS / f"{name}.service")
        assert unit["Type"] == ["notify"] and unit["WatchdogSec"] and unit["MemoryMax"] and unit["WantedBy"] == ["vanmool.target"]
        assert unit["EnvironmentFile"] == ["/etc/vanmool/shop.env", f"/etc/vanmool/programs/{name.removeprefix('vanmool-')}.env"]


def test_only_those_that_send_mails_are_told_the_mail_server():
    for program in REGISTRY:
        unit = read(UNITS / f"vanmool-{program['name']}.service")
        taken_away = " ".join(unit.get("UnsetEnvironment", [])).split()
        assert ("SMTP_URL" in taken_away) != program["mail"], program["name"]


def test_programs_without_external_addresses_have_no_outbound_network():
    outside = {file.stem for file in files("service") if "IPAddressDeny" not in read(file)}
    mails = {f"vanmool-{program['name']}" for program in REGISTRY if program["mail"]}
    assert outside == mails | {"vanmool-payment", "vanmool-catalog", "vanmool-web", "vanmool-notify-failure@", "vanmool-watch", "vanmool-upload-backups"}


def test_nats_says_that_something_is_kept_only_once_it_is():
    assert re.search(r"^\s*sync_interval: always$", (ROOT / "deploy/server/nats/nats.conf").read_text(), re.M)


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
def test_caddy_understands_its_file():
    addresses = {"SITE_URL": "https://shop.example", "OFFICE_URL": "http://192.0.2.1:8081", "GATEWAY": "127.0.0.1:1", "OFFICE": "127.0.0.1:2"}
    servers = adapted(addresses | {"SCHEME": "https"})
    assert sorted(server["listen"][0] for server in servers) == [":443", ":80", ":8081"]
    assert all(server["max_header_bytes"] == 16384 and server["read_header_timeout"] for server in servers), "each has the bounds"
    # A shop with plain HTTP does not use port 80.
    plain = adapted(addresses | {"SITE_URL": "http://192.0.2.1:8080", "SCHEME": "http"})
    assert sorted(server["listen"][0] for server in plain) == [":8080", ":8081"]


def adapted(addresses):
    """The servers that Caddy makes of the file."""
    command = [shutil.which("caddy"), "adapt", "--config", str(ROOT / "deploy/server/Caddyfile"), "--adapter", "caddyfile"]
    done = subprocess.run(command, capture_output=True, text=True, env={"HOME": "/nowhere"} | addresses)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["apps"]["http"]["servers"].values()
