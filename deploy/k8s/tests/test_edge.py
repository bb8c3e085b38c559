"""The way in from the Internet: TLS, and the gateway alone behind it."""

import ipaddress

import pytest

from manifests import containers, named, of_kind

INGRESS = "production, other components"


def routes(objects):
    return {o["metadata"]["name"]: o["spec"] for o in of_kind(objects, "HTTPRoute")}


def test_plain_http_leads_to_https_and_nowhere_else(overlays):
    edge = named(overlays["production"], "Gateway", "edge")["spec"]
    listeners = {listener["name"]: listener for listener in edge["listeners"]}
    assert {name: listener["protocol"] for name, listener in listeners.items()} == {"http": "HTTP", "https": "HTTPS"}
    assert listeners["https"]["tls"]["mode"] == "Terminate"
    seen = set()
    for name, route in routes(overlays["production"]).items():
        [parent] = route["parentRefs"]
        seen.add(parent["sectionName"])
        if parent["sectionName"] == "http":
            [rule] = route["rules"]
            [way] = rule["filters"]
            assert way["requestRedirect"] == {"scheme": "https", "statusCode": 301}, name
            assert "backendRefs" not in rule, name
    assert seen == {"http", "https"}, "a listener without a route of ours would take any other"
    ingress = named(overlays[INGRESS], "Ingress", "shop")["spec"]
    assert {rule["host"] for rule in ingress["rules"]} == {host for tls in ingress["tls"] for host in tls["hosts"]}


def test_the_edge_leads_to_the_gateway_alone(overlays):
    rules = routes(overlays["production"])["shop"]["rules"]
    backends = [backend["name"] for rule in rules for backend in rule.get("backendRefs", [])]
    assert backends == ["gateway"]
    redirected = [match["path"] for rule in rules if "filters" in rule for match in rule["matches"]]
    assert {path["value"] for path in redirected} == {"/readyz", "/healthz"}, "clients outside do not see the state of services"
    paths = [path for rule in named(overlays[INGRESS], "Ingress", "shop")["spec"]["rules"] for path in rule["http"]["paths"]]
    assert [path["backend"]["service"]["name"] for path in paths] == ["gateway"]
    for overlay in ("production", INGRESS):
        kinds = {o["spec"].get("type", "ClusterIP") for o in of_kind(overlays[overlay], "Service")}
        assert kinds == {"ClusterIP"}, "nothing else is open to the world"


@pytest.mark.parametrize(("overlay", "kind", "name"), [("production", "Gateway", "edge"), (INGRESS, "Ingress", "shop")])
def test_certificates_come_from_a_public_authority(overlays, overlay, kind, name):
    annotations = named(overlays[overlay], kind, name)["metadata"]["annotations"]
    assert annotations["cert-manager.io/cluster-issuer"] == "letsencrypt"


@pytest.mark.parametrize("gateway", ["gateway", "office"])
def test_a_gateway_starts_only_once_its_proxies_are_named(overlays, gateway):
    """The network of the edge's pods is another in each cluster: what stands there is no network, and the program refuses it."""
    variables = containers(named(overlays["production"], "Deployment", gateway)["spec"]["template"])[0]["env"]
    [trust] = [variable["value"] for variable in variables if variable["name"] == "TRUSTED_PROXIES"]
    assert ".example" in trust, "found by the search that docs/OPERATIONS.md tells of"
    with pytest.raises(ValueError):
        ipaddress.ip_network(trust)
