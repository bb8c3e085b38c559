"""Every check can fail: each of these breaks one thing in good manifests and names who must notice."""

import copy

import pytest

import network
import policies
import references
import schemas
from manifests import label, named


def order(objects):
    return named(objects, "Deployment", "order")


def pod(objects):
    return order(objects)["spec"]["template"]["spec"]


def server(objects):
    return pod(objects)["containers"][0]


def context(objects):
    return server(objects)["securityContext"]


def variable(objects, name):
    return next(v for v in server(objects)["env"] if v["name"] == name)


def policy(objects, name):
    return named(objects, "NetworkPolicy", name)["spec"]


def remove(objects, kind, name):
    objects.remove(named(objects, kind, name))


def open_review_to_order(objects):
    caller = {"podSelector": {"matchLabels": {"app.kubernetes.io/name": "order"}}}
    policy(objects, "review")["ingress"][0]["from"].append(caller)
    policy(objects, "order")["egress"].append({"ports": [{"port": 7000}]})


def misspell(objects):
    server(objects)["resourses"] = server(objects).pop("resources")


def schema(objects):
    return list(schemas.breaches(objects, schemas.VERSIONS[-1]))


def edges(objects):
    return network.allowed(objects) ^ network.needed(objects)


CASES = {
    "a misspelt field": (schema, misspell),
    "a number where a text belongs": (schema, lambda o: variable(o, "CATALOG_URL").update(value=7000)),
    "root": (policies.restricted, lambda o: pod(o)["securityContext"].update(runAsUser=0)),
    "no user is set": (policies.restricted, lambda o: pod(o)["securityContext"].pop("runAsNonRoot")),
    "no seccomp profile": (policies.restricted, lambda o: pod(o)["securityContext"].pop("seccompProfile")),
    "capabilities": (policies.restricted, lambda o: context(o).pop("capabilities")),
    "one capability back": (policies.restricted, lambda o: context(o)["capabilities"].update(add=["SYS_ADMIN"])),
    "privileges": (policies.restricted, lambda o: context(o).update(allowPrivilegeEscalation=True)),
    "privileged": (policies.restricted, lambda o: context(o).update(privileged=True)),
    "the node's network": (policies.restricted, lambda o: pod(o).update(hostNetwork=True)),
    "the node's files": (
        policies.restricted,
        lambda o: pod(o).update(volumes=[{"name": "x", "hostPath": {"path": "/"}}]),
    ),
    "a port of the node": (policies.restricted, lambda o: server(o)["ports"][0].update(hostPort=80)),
    "files that change": (policies.hardened, lambda o: context(o).pop("readOnlyRootFilesystem")),
    "a user of the node": (policies.hardened, lambda o: pod(o)["securityContext"].update(runAsUser=1000)),
    "a token": (policies.hardened, lambda o: pod(o).pop("automountServiceAccountToken")),
    "service links": (policies.hardened, lambda o: pod(o).pop("enableServiceLinks")),
    "a volume opened to its group": (
        policies.hardened,
        lambda o: named(o, "StatefulSet", "nats")["spec"]["template"]["spec"]["securityContext"].pop("fsGroupChangePolicy"),
    ),
    "a namespace that takes all": (
        policies.hardened,
        lambda o: named(o, "Namespace", "vanmool")["metadata"].pop("labels"),
    ),
    "no startup probe": (policies.probes, lambda o: server(o).pop("startupProbe")),
    "no liveness probe": (policies.probes, lambda o: server(o).pop("livenessProbe")),
    "no readiness probe": (policies.probes, lambda o: server(o).pop("readinessProbe")),
    "no memory limit": (policies.resources, lambda o: server(o)["resources"]["limits"].pop("memory")),
    "no requests": (policies.resources, lambda o: server(o)["resources"].pop("requests")),
    "latest": (policies.images, lambda o: server(o).update(image="vanmool/order:latest")),
    "no tag": (policies.images, lambda o: server(o).update(image="localhost:5000/order")),
    "a Service without pods": (policies.selectors, lambda o: remove(o, "Deployment", "review")),
    "a Service to a closed port": (policies.selectors, lambda o: server(o)["ports"].clear()),
    "foreign pods": (policies.selectors, lambda o: order(o)["spec"]["selector"]["matchLabels"].update(x="y")),
    "replicas beside a scaler": (policies.selectors, lambda o: order(o)["spec"].update(replicas=3)),
    "a scaler of nothing": (
        policies.selectors,
        lambda o: named(o, "HorizontalPodAutoscaler", "order")["spec"]["scaleTargetRef"].update(name="orders"),
    ),
    "no budget": (policies.availability, lambda o: remove(o, "PodDisruptionBudget", "order")),
    "one node for all": (policies.availability, lambda o: pod(o).pop("topologySpreadConstraints")),
    "an update that stops first": (
        policies.availability,
        lambda o: order(o)["spec"]["strategy"]["rollingUpdate"].update(maxUnavailable=1),
    ),
    "an update faster than DNS": (policies.availability, lambda o: order(o)["spec"].pop("minReadySeconds")),
    "killed while it drains": (policies.stops, lambda o: pod(o).update(terminationGracePeriodSeconds=10)),
    "a drain longer than a stop": (
        policies.stops,
        lambda o: server(o)["env"].append({"name": "DRAIN_DELAY_SECONDS", "value": "9"}),
    ),
    "a setting that is missing": (policies.told_well, lambda o: server(o)["env"].remove(variable(o, "DATABASE_URL"))),
    "an unknown setting": (
        policies.told_well,
        lambda o: server(o)["env"].append({"name": "CATALOGUE_URL", "value": ""}),
    ),
    "too many connections": (
        policies.connections,
        lambda o: named(o, "HorizontalPodAutoscaler", "order")["spec"].update(maxReplicas=40),
    ),
    "a missing Secret": (references.missing, lambda o: remove(o, "Secret", "order-nats")),
    "a missing key of a Secret": (references.missing, lambda o: named(o, "Secret", "order-nats")["data"].pop("password")),
    "a missing ConfigMap": (
        references.missing,
        lambda o: pod(o)["volumes"].append({"name": "x", "configMap": {"name": "x"}}),
    ),
    "a missing service account": (references.missing, lambda o: remove(o, "ServiceAccount", "order")),
    "a missing volume": (references.missing, lambda o: pod(o)["volumes"].clear()),
    "a variable that comes too late": (references.missing, lambda o: server(o)["env"].reverse()),
    "a role without its password": (references.missing, lambda o: remove(o, "Secret", "review-database")),
    "an edge too many": (edges, open_review_to_order),
    "an edge that the caller lacks": (edges, lambda o: policy(o, "order")["egress"].pop()),
    "an edge that the called lacks": (edges, lambda o: policy(o, "catalog")["ingress"].clear()),
    "no default": (
        edges,
        lambda o: [remove(o, "NetworkPolicy", n) for n in ("default-deny", "dns", "notification", "nats")],
    ),
    "a program that calls another": (
        edges,
        lambda o: server(o)["env"].append({"name": "REVIEW_URL", "value": "http://review:7000"}),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_breach_is_noticed(overlays, case):
    notices, breaks = CASES[case]
    objects = copy.deepcopy(overlays["production"])
    assert not list(notices(objects))
    breaks(objects)
    assert list(notices(objects))


def test_breaches_in_custom_resources_are_noticed(overlays):
    objects = copy.deepcopy(overlays["production"])
    cluster, route = named(objects, "Cluster", "postgres"), named(objects, "HTTPRoute", "shop")
    rule, store = named(objects, "PrometheusRule", "orders"), named(objects, "ObjectStore", "backups")
    cluster["spec"]["storrage"] = cluster["spec"].pop("storage")
    store["spec"]["configuration"]["destinationPaht"] = "s3://elsewhere"
    route["spec"]["hostnames"] = ["No host name"]
    rule["spec"]["groups"][0]["rules"][0]["for"] = "a while"
    found = schemas.custom_breaches(objects)
    for broken in (cluster, route, rule, store):
        assert any(line.startswith(f"{label(broken)}: ") for line in found), found
