"""Containers on one machine: the file is whole, hardened, and asks for nothing that setup.sh does not make."""

import json
import re
import shutil
import subprocess

import pytest
import yaml

from manifests import ROOT

COMPOSE = ROOT / "deploy/compose"
FILE = yaml.safe_load((COMPOSE / "compose.yaml").read_text())
REGISTRY = json.loads((ROOT / "deploy/k8s/services.json").read_text())


@pytest.fixture
def made(tmp_path):
    """What setup.sh makes, in a copy of its folder."""
    shutil.copytree(COMPOSE, tmp_path / "deploy/compose", ignore=shutil.ignore_patterns(".env", "shop.env"))
    (tmp_path / "deploy/server").mkdir()
    shutil.copy(ROOT / "deploy/server/shop.env", tmp_path / "deploy/server")

    def make():
        folder = tmp_path / "deploy/compose"
        subprocess.run([folder / "setup.sh"], check=True, capture_output=True)
        return {name: (folder / name).read_text() for name in (".env", "shop.env")}

    return make


def variables(text):
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))


def told(name):
    return dict(line.partition("=")[::2] for line in FILE["services"][name]["environment"])


def test_every_program_has_a_service_and_everything_is_hardened():
    services = FILE["services"]
    assert services.keys() == {program["name"] for program in REGISTRY} | {"folders", "postgres", "nats", "web"}
    for name, service in services.items():
        assert service["read_only"] and service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"] and service["pids_limit"], name
        assert name == "folders" or service["mem_limit"], name
    assert {name for name, service in services.items() if "ports" in service} == {"web"}


def test_setup_makes_every_variable_once_and_leaves_what_is_there(made):
    first = made()
    wanted = set(re.findall(r"\$\{([A-Z_]+)(?:\}|:\?)", (COMPOSE / "compose.yaml").read_text()))
    there = variables(first[".env"]).keys()
    assert wanted <= there and all(re.search("_CALLER_(PRIVATE|PUBLIC)$", name) for name in there - wanted)
    assert len(set(variables(first[".env"]).values())) == len(variables(first[".env"])), "two secrets are the same"
    assert made() == first


def test_what_is_in_the_file_of_secrets_is_told_to_nobody_else(made):
    owners = variables(made()["shop.env"])
    assert "SHOP_EMAIL" in owners and not {"SITE_URL", "SMTP_URL", "OFFICE_URL"} & owners.keys()
    senders = {name for name in FILE["services"] if name not in ("folders", "web") and "SMTP_URL" in told(name)}
    assert senders == {program["name"] for program in REGISTRY if program["mail"]}


def test_a_program_has_its_own_secrets_and_of_others_the_public_halves():
    for program in REGISTRY:
        name = program["name"]
        own = f"{name.upper()}_"
        text = "\n".join(FILE["services"][name]["environment"])
        secrets = re.findall(r"\$\{([A-Z_]+(?:_PASSWORD|_SECRET|_CALLER_PRIVATE))\}", text)
        others = [secret for secret in secrets if not secret.startswith(own)]
        assert others == (["STAFF_CALLER_PRIVATE"] if name == "identity" else []), name
