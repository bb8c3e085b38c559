"""What is rendered is valid and keeps the policies."""

import pytest

import policies
import references
import schemas
from manifests import PROGRAMS, ROOT, SERVICES, of_kind, pods

OVERLAYS = ["dev", "tilt", "production", "production, other components"]


@pytest.mark.parametrize("version", schemas.VERSIONS)
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_object_is_one_that_kubernetes_knows(overlays, overlay, version):
    assert list(schemas.breaches(overlays[overlay], version)) == []


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_custom_resource_is_one_that_its_operator_knows(overlays, overlay):
    assert schemas.custom_breaches(overlays[overlay]) == []


@pytest.mark.parametrize("policy", policies.ALL, ids=lambda policy: policy.__name__)
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_policies_are_kept(overlays, overlay, policy):
    # Live update replaces the programs' binaries.
    arguments = {"writable": PROGRAMS} if (overlay, policy) == ("tilt", policies.hardened) else {}
    assert list(policy(overlays[overlay], **arguments)) == []


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_whatever_is_named_exists(overlays, overlay):
    assert list(references.missing(overlays[overlay])) == []


def test_every_service_of_the_repository_is_checked_here():
    folders = {path.parent.name for path in (ROOT / "services").glob("*/Cargo.toml")}
    assert folders == set(SERVICES)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_everything_lies_in_one_namespace(overlays, overlay):
    for o in overlays[overlay]:
        if o["kind"] not in ("Namespace", "Secret"):
            assert o["metadata"].get("namespace") == "vanmool", o


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_each_service_has_a_database_role_and_an_events_user_of_its_own(overlays, overlay):
    seen = set()
    for o, pod in pods(overlays[overlay]):
        for variable in pod["spec"]["containers"][0].get("env", []):
            secret = variable.get("valueFrom", {}).get("secretKeyRef", {}).get("name")
            if variable["name"].endswith("_PASSWORD") and o["kind"] == "Deployment":
                assert secret.startswith(o["metadata"]["name"] + "-"), o
                assert secret not in seen
                seen.add(secret)
    assert len(seen) == 6 + 5


def test_secrets_are_not_in_the_repository_for_production(overlays):
    rendered = [
        o for o in of_kind(overlays["production"], "Secret") if "vanmool" in o["metadata"].get("annotations", {})
    ]
    assert rendered == []
    values = [o["data"].get("password") for o in of_kind(overlays["production"], "Secret")]
    values = [value for value in values if value]
    assert len(values) == len(set(values)), "every password is a new one"
