"""What is rendered is valid and keeps the policies."""

import pytest

import yaml

import policies
import references
import schemas
from manifests import K8S, PROGRAMS, REGISTRY, SERVICES, TELLING, environment, named, of_kind, pods

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


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_the_programs_are_those_of_the_registry(overlays, overlay):
    ours = [o for o, pod in pods(overlays[overlay]) if "vanmool/" in pod["spec"]["containers"][0]["image"]]
    assert sorted(o["metadata"]["name"] for o in ours) == sorted(PROGRAMS)
    labels = {o["metadata"]["name"]: o["spec"]["template"]["metadata"]["labels"] for o in ours}
    component = "app.kubernetes.io/component"
    assert {name for name in labels if labels[name].get(component) == "service"} == set(SERVICES)


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_a_program_asks_whom_the_registry_says(overlays, overlay, name):
    given = environment(overlays[overlay], named(overlays[overlay], "Deployment", name))
    asked = {f"{service.upper()}_URL": f"http://{service}:7000" for service in REGISTRY[name]["calls"]}
    assert {variable: value for variable, value in given.items() if variable in addresses()} == asked
    assert ("NATS_URL" in given) == REGISTRY[name]["events"]


def addresses():
    return {f"{service.upper()}_URL" for service in SERVICES}


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
    # Behind the name of a generated Secret stands a hash.
    wanted = {f"{name}-database" for name in SERVICES} | {f"{name}-nats" for name in TELLING}
    assert {name for name in wanted if any(secret.startswith(name) for secret in seen)} == wanted
    assert len(seen) == len(wanted)


@pytest.mark.parametrize("overlay", ["dev", "production"])
def test_lists_of_overlays_name_every_program_and_no_other(overlay):
    listed = yaml.safe_load((K8S / f"overlays/{overlay}/kustomization.yaml").read_text())
    assert sorted(image["name"] for image in listed["images"]) == sorted(f"vanmool/{name}" for name in PROGRAMS)
    secrets = {secret["name"] for secret in listed.get("secretGenerator", [])}
    wanted = {f"{name}-database" for name in SERVICES} | {f"{name}-nats" for name in TELLING}
    wanted |= {f"{name}-caller" for name in PROGRAMS if REGISTRY[name]["calls"]}
    wanted |= {name for name in PROGRAMS if REGISTRY[name]["key"]}
    wanted |= {"postgres-superuser", "operator-nats", "operator-caller", "staff-caller", "mail"}
    assert secrets == (wanted if overlay == "dev" else set())


def test_production_has_two_of_every_program(overlays):
    scalers = {o["metadata"]["name"]: o["spec"]["minReplicas"] for o in of_kind(overlays["production"], "HorizontalPodAutoscaler")}
    for name in PROGRAMS:
        replicas = named(overlays["production"], "Deployment", name)["spec"].get("replicas", 1)
        assert scalers.get(name, replicas) >= 2, name


def test_secrets_are_not_in_the_repository_for_production(overlays):
    rendered = [
        o for o in of_kind(overlays["production"], "Secret") if "vanmool" in o["metadata"].get("annotations", {})
    ]
    assert rendered == []
    values = [o["data"].get("password") for o in of_kind(overlays["production"], "Secret")]
    values = [value for value in values if value]
    assert len(values) == len(set(values)), "every password is a new one"
