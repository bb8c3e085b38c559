"""Alerts fire when they should, and keep quiet otherwise."""

import pytest

import rules
from manifests import PROGRAMS, ROOT, run
from rules import CASES, of, plain, title, variant, wrong_cases
from settings import number


@pytest.fixture(scope="module")
def files():
    return plain()


def test_prometheus_takes_the_rules(files, tmp_path):
    for name in files:
        (tmp_path / name).write_text(run("sed", rules.PLAIN, rules.MONITORING / "alerts" / name))
    run(rules.promtool(), "check", "rules", *(tmp_path / name for name in files))


def test_each_alert_comes_out_as_its_cases_say(files, tmp_path):
    assert wrong_cases(tmp_path, files, CASES) == set()


def test_a_case_notices_an_alert_that_never_fires(files, tmp_path):
    deaf = rules.changed(files, lambda rule: rule.update(expr="vector(1) > 2"))
    fires = {title(alert, case) for alert, some in CASES.items() for case in some if case["fires"]}
    assert wrong_cases(tmp_path, deaf, CASES) == fires


def test_a_case_notices_an_alert_that_always_fires(files, tmp_path):
    shrill = rules.changed(files, lambda rule: rule.update({"expr": "vector(1)", "for": "0m"}))
    every = {alert: {variant(rule) for rule in of(files) if rule["alert"] == alert} for alert in CASES}
    wrong = {
        title(alert, case) for alert, some in CASES.items() for case in some if set(case["fires"]) != every[alert]
    }
    assert wrong_cases(tmp_path, shrill, CASES) == wrong


def test_every_alert_has_cases_in_which_it_fires_and_one_in_which_it_does_not(files):
    fired = {(alert, words) for alert, some in CASES.items() for case in some for words in case["fires"]}
    assert fired == {(rule["alert"], variant(rule)) for rule in of(files)}
    for alert, some in CASES.items():
        assert any(case["fires"] == [] for case in some), alert


def test_every_program_is_missed(files):
    (down,) = [rule for rule in of(files) if rule["alert"] == "ServiceDown"]
    for name in PROGRAMS:
        assert f'absent(up{{job="vanmool", service="{name}"}})' in down["expr"], name
    assert down["expr"].count("absent") == len(PROGRAMS)


def test_bounds_follow_those_of_the_sources(files):
    exprs = {rule["alert"]: rule["expr"] for rule in of(files)}
    most = number("services/identity/src/limits/limit.rs", r'WRONG_CODES: Limit = Limit::new\("wrong codes", (\d+)')
    assert f"> {most // 2}" in exprs["WrongCodes"]
    store = number("deploy/k8s/engines/nats/nats.conf", r"max_file_store: (\d+)GB")
    assert f"0.8 * {store} * 2 ^ 30" in exprs["JetStreamFilling"]


def test_rules_without_the_operator_are_made_as_the_manual_says():
    assert f"sed '{rules.PLAIN}'" in (ROOT / "docs/OPERATIONS.md").read_text()
