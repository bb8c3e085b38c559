"""The policies allow what the programs' settings name, and nothing else."""

import pytest

import network
import settings
from manifests import MAILING, PROGRAMS, SERVICES, environment, named

OVERLAYS = ["dev", "tilt", "production", "production, other components"]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_edges_are_those_that_settings_name(overlays, overlay):
    assert network.allowed(overlays[overlay]) == network.needed(overlays[overlay])


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_address_that_a_program_can_be_told_is_told(overlays, name):
    """So the edges above follow from the sources, and a new client without its edge is noticed."""
    for overlay in OVERLAYS:
        given = environment(overlays[overlay], named(overlays[overlay], "Deployment", name))
        known = {s.name for s in settings.of_program(name) if s.name.endswith("_URL")}
        # A bucket is outside the cluster: its user opens the way to it (docs/OPERATIONS.md).
        known -= {"AWS_ENDPOINT_URL"}
        # The provider's own address is compiled in: another is a simulator's, which no cluster has.
        known -= {"RAZORPAY_URL"}
        assert {variable for variable in given if variable.endswith("_URL")} == known


def test_what_leaves_the_namespace(overlays):
    traced = {(name, "Egress", "tracing", 4317) for name in PROGRAMS}
    mailed = {(name, "Egress", "0.0.0.0/0", port) for name in MAILING for port in (465, 587)}
    scraped = {(name, "Ingress", "monitoring", 9100) for name in PROGRAMS} | {("nats", "Ingress", "monitoring", 8222)}
    edge = {("gateway", "Ingress", "edge", 8080)}
    operator = {("postgres", "Ingress", "cnpg-system", port) for port in (5432, 8000)}
    cluster = {("postgres", "Egress", "0.0.0.0/0", port) for port in (443, 6443)}
    cluster |= {("postgres", "Ingress", "monitoring", 9187), *operator}
    assert network.outside(overlays["dev"]) == scraped
    assert network.outside(overlays["production"]) == traced | mailed | scraped | edge | cluster
    external = {(name, "Egress", "10.20.0.0/24", 5432) for name in SERVICES}
    paid = {("payment", "Egress", "0.0.0.0/0", 443)}
    assert network.outside(overlays["production, other components"]) == traced | mailed | scraped | edge | external | paid
