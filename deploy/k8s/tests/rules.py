"""The alert rules, and promtool's word on when they fire."""

import copy
import functools
import json
import subprocess
from pathlib import Path

import pytest
import yaml

from manifests import K8S, PROGRAMS, run

MONITORING = K8S / "components/monitoring"
FILES = sorted((MONITORING / "alerts").glob("*.yaml"))
CASES = yaml.safe_load((Path(__file__).parent / "alert_cases.yaml").read_text())

# As docs/OPERATIONS.md says for Prometheus without the operator: the file below `spec:`.
PLAIN = "1,/^spec:/d; s/^  //"


def plain():
    """{file: its rules, as Prometheus itself reads them}."""
    return {file.name: yaml.safe_load(run("sed", PLAIN, file)) for file in FILES}


def of(files, kind="alert"):
    """Every rule of one kind."""
    return [
        rule for rules in files.values() for group in rules["groups"] for rule in group["rules"] if kind in rule
    ]


def changed(files, change):
    """The same files with every alert changed."""
    files = copy.deepcopy(files)
    for rule in of(files):
        change(rule)
    return files


@functools.cache
def promtool():
    found = subprocess.run(
        [Path(__file__).parent / "promtool.sh"], capture_output=True, text=True, check=False
    )
    if found.returncode:
        pytest.skip(f"no promtool: {found.stderr.strip()}")
    return found.stdout.splitlines()[-1]


def variant(rule_or_words):
    """`page`, or `page 1h` where one alert looks at several windows."""
    labels = rule_or_words["labels"]
    return " ".join(filter(None, [labels["severity"], labels.get("window")]))


def title(alert, case):
    return f"{alert}: {case['is']}"


def unit_test(alert, case):
    """A case as promtool takes it. It is asked for ALERTS: what an alert says in its annotations is not its matter."""
    expected = [
        {"labels": "{%s}" % ", ".join(f'{k}="{v}"' for k, v in zip(("severity", "window"), words.split())), "value": 1}
        for words in case["fires"]
    ]
    # The comment comes back with a complaint, and says whose it is.
    fired = f'max by (severity, window) (ALERTS{{alertname="{alert}", alertstate="firing"}}) # {title(alert, case)}.'
    # A series with $program stands for one of each program; what is said of a program itself counts.
    every = {s.replace("$program", name): v for s, v in case["series"].items() for name in PROGRAMS if "$program" in s}
    series = {**every, **{s: values for s, values in case["series"].items() if "$program" not in s}}
    return {
        "interval": case.get("step", "1m"),
        "input_series": [{"series": name, "values": str(values)} for name, values in series.items()],
        "promql_expr_test": [{"expr": fired, "eval_time": case["after"], "exp_samples": expected}],
    }


def needed_for(alert, files):
    """The rules of one alert and what they stand on: all of them would take promtool minutes."""
    for rules in files.values():
        groups = [
            {**group, "rules": [rule for rule in group["rules"] if rule.get("alert", alert) == alert]}
            for group in rules["groups"]
        ]
        if any("alert" in rule for group in groups for rule in group["rules"]):
            yield from groups


def wrong_cases(folder, files, cases):
    """The titles of the cases that come out otherwise under these rules."""
    tests = []
    for alert, some in cases.items():
        (folder / f"{alert}.rules").write_text(json.dumps({"groups": list(needed_for(alert, files))}))
        # Rules are looked at as often as there are values, and that is said once a file.
        for step in {case.get("step", "1m") for case in some}:
            those = [unit_test(alert, case) for case in some if case.get("step", "1m") == step]
            test = folder / f"{alert}-{step}.test"
            test.write_text(
                json.dumps({"rule_files": [f"{alert}.rules"], "evaluation_interval": step, "tests": those})
            )
            tests.append(test)
    done = subprocess.run(
        [promtool(), "test", "rules", *tests], capture_output=True, text=True, check=False, cwd=folder
    )
    said = done.stdout + done.stderr
    wrong = {title(alert, case) for alert, some in cases.items() for case in some if f"# {title(alert, case)}." in said}
    assert bool(wrong) == bool(done.returncode), said
    return wrong
