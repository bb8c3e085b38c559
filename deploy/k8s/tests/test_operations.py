"""The manual speaks of what is there."""

import re

from manifests import K8S, ROOT, production_secrets

TEXT = (ROOT / "docs/OPERATIONS.md").read_text()
PLACES = r"(?<![\w/])((?:deploy|base|components|overlays|engines)/[\w./-]+)"


def missing_files(text):
    return [
        path
        for path in re.findall(PLACES, text)
        if not (ROOT / path.rstrip(".")).exists() and not (K8S / path.rstrip(".")).exists()
    ]


def unknown_tables(text):
    """Tables of queries that no migration makes; pg_… are PostgreSQL's own."""
    schema = "".join(file.read_text() for file in ROOT.glob("services/**/migrations/*.sql"))
    words = set(re.findall(r"\b(?:FROM|UPDATE) (?!pg_)(\w+)", text))
    return [word for word in words if f"CREATE TABLE {word} " not in schema]


def test_every_file_is_there():
    assert re.findall(PLACES, TEXT) and missing_files(TEXT) == []


def test_every_namespace_label_is_one_that_policies_know():
    policies = "".join(file.read_text() for file in K8S.rglob("*.yaml"))
    for label in re.findall(r"(vanmool\.example/\w+)=true", TEXT):
        assert f'{label}: "true"' in policies


def test_every_secret_can_be_rotated():
    named = set(re.findall(r"secrets\.sh ([\w-]+)", TEXT))
    there = [*production_secrets(), *production_secrets("razorpay")]
    assert named and named <= {secret["metadata"]["name"] for secret in there}


def test_tables_and_columns_of_the_queries_are_in_the_migrations():
    assert unknown_tables(TEXT) == []
