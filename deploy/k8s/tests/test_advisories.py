"""Whether known holes of libraries are asked for where CI says that they must be."""

import os
import re
import subprocess

import pytest
import yaml
from manifests import ROOT

WORKFLOWS = ROOT / ".github/workflows"
REPORT = '{"auditReportVersion": 2}'


@pytest.fixture
def libraries(tmp_path):
    """Runs the check with tools that say what a test wants: no database is asked."""

    def check(known=True, asked=True, code=0, require=""):
        tools = {
            "cargo-deny": f'case "$*" in *fetch*) exit {0 if known else 1} ;; esac; exit {code}',
            "npm": f"""case "$*" in *--json*) echo '{REPORT if asked else "{}"}' ;; *) exit {code} ;; esac""",
            "node": "exit 0",
        }
        for name, script in tools.items():
            (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
            (tmp_path / name).chmod(0o755)
        environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "REQUIRE_ADVISORIES": require}
        return subprocess.run([ROOT / "deploy/local/deny.sh"], env=environment, capture_output=True, text=True)

    return check


def test_a_database_that_cannot_be_reached_fails_where_ci_asks(libraries):
    assert libraries(require="1").returncode == 0
    for unreachable in ({"known": False}, {"asked": False}):
        assert libraries(**unreachable).returncode == 0
        refused = libraries(**unreachable, require="1")
        assert refused.returncode == 1 and "not asked for" in refused.stdout


def test_a_known_hole_fails_everywhere_and_hides_no_other_failure(libraries):
    found = libraries(known=False, code=1)
    assert found.returncode == 1
    assert "known holes of crates: not asked for" in found.stdout


def test_ci_asks_with_each_change_and_every_night():
    every = {file.name: yaml.safe_load(file.read_text()) for file in WORKFLOWS.glob("*.yml")}
    night, change = every["advisories.yml"], every["ci.yml"]
    # YAML reads `on` as a truth.
    assert night[True]["schedule"]
    for job, command in ((night["jobs"]["libraries"], "make libraries"), (change["jobs"]["lint"], "make --keep-going lint")):
        assert job["env"]["REQUIRE_ADVISORIES"] == 1
        assert command in [step.get("run") for step in job["steps"]]


def test_no_package_runs_a_script_at_its_installation():
    files = [*(ROOT / "deploy").rglob("*.sh"), *(ROOT / "deploy").rglob("Dockerfile*")]
    lines = [line for file in files if "node_modules" not in file.parts for line in file.read_text().splitlines()]
    installing = [line for line in lines if re.search(r"\bnpm ci\b", line)]
    assert len(installing) >= 3
    assert [line for line in installing if "--ignore-scripts" not in line] == []
