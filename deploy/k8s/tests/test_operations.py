"""The runbook speaks of what is there."""

import re

from manifests import K8S, ROOT

TEXT = (ROOT / "docs/OPERATIONS.md").read_text()


def test_every_file_is_there():
    named = re.findall(r"(?<![\w/])((?:deploy|base|components|overlays|engines)/[\w./-]+)", TEXT)
    missing = [
        path for path in named if not (ROOT / path.rstrip(".")).exists() and not (K8S / path.rstrip(".")).exists()
    ]
    assert named and missing == []


def test_every_namespace_label_is_one_that_policies_know():
    policies = "".join(file.read_text() for file in K8S.rglob("*.yaml"))
    for label in re.findall(r"(vanmool\.example/\w+)=true", TEXT):
        assert f'{label}: "true"' in policies


def test_every_secret_can_be_rotated():
    script = (K8S / "overlays/production/secrets.sh").read_text()
    for name in re.findall(r"secrets\.sh ([\w-]+)", TEXT):
        assert name in script or name.rpartition("-")[2] in ("database", "nats"), name


def test_tables_and_columns_of_the_queries_are_in_the_migrations():
    schema = "".join(file.read_text() for file in ROOT.glob("services/**/migrations/*.sql"))
    for word in re.findall(r"\b(?:FROM|UPDATE) (\w+)", TEXT):
        assert f"CREATE TABLE {word} " in schema or word == "pg_stat_activity", word
