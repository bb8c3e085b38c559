"""What every manifest of ours must keep. Each function yields a sentence for each breach."""

import re

import settings
from manifests import PROGRAMS, containers, environment, is_program, label, matches, named, of_kind, pods

# The volumes that the profile `restricted` of the Pod Security Standards allows.
VOLUMES = {"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected", "secret"}

# Seconds; what CoreDNS does unless told otherwise.
LONGEST_DNS_CACHE = 30


def restricted(objects):
    """The profile `restricted`, as the API server enforces it."""
    for o, pod in pods(objects):
        spec, of_pod = pod["spec"], pod["spec"].get("securityContext", {})
        for field in ("hostNetwork", "hostPID", "hostIPC"):
            if spec.get(field):
                yield f"{label(o)} uses {field}"
        for volume in spec.get("volumes", []):
            if not volume.keys() - {"name"} <= VOLUMES:
                yield f"{label(o)} mounts {volume}"
        for container in containers(pod):
            own = container.get("securityContext", {})
            context = {**of_pod, **own}
            who = f"{label(o)}, {container['name']},"
            if own.get("allowPrivilegeEscalation") is not False:
                yield f"{who} may gain privileges"
            if own.get("privileged"):
                yield f"{who} is privileged"
            if own.get("capabilities", {}).get("drop") != ["ALL"] or own["capabilities"].get("add"):
                yield f"{who} keeps capabilities"
            if context.get("runAsNonRoot") is not True or context.get("runAsUser") == 0:
                yield f"{who} may run as root"
            if context.get("seccompProfile", {}).get("type") not in ("RuntimeDefault", "Localhost"):
                yield f"{who} has no seccomp profile"
            if any("hostPort" in port for port in container.get("ports", [])):
                yield f"{who} takes a port of the node"


def hardened(objects, writable=()):
    """What we ask for beyond that profile; `writable` names workloads whose files may change."""
    for o, pod in pods(objects):
        spec = pod["spec"]
        if spec.get("automountServiceAccountToken") is not False:
            yield f"{label(o)} gets a token for the API server"
        if spec.get("enableServiceLinks") is not False:
            yield f"{label(o)} gets variables for every Service"
        if is_program(o) and spec["securityContext"].get("runAsUser", 0) < 10_000:
            yield f"{label(o)} runs as a user that may exist on the node"
        if "fsGroup" in spec["securityContext"] and spec["securityContext"].get("fsGroupChangePolicy") != "OnRootMismatch":
            yield f"{label(o)} has the files of its volumes opened to the group at each mount"
        for container in containers(pod):
            is_writable = not container.get("securityContext", {}).get("readOnlyRootFilesystem")
            if is_writable and o["metadata"]["name"] not in writable:
                yield f"{label(o)}, {container['name']}, can change its own files"
    for space in of_kind(objects, "Namespace"):
        if space["metadata"].get("labels", {}).get("pod-security.kubernetes.io/enforce") != "restricted":
            yield f"{label(space)} takes any pod"


def probes(objects):
    """Every listening container has startup, liveness and readiness probes."""
    for o, pod in pods(objects):
        for container in pod["spec"]["containers"]:
            for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
                if container.get("ports") and probe not in container:
                    yield f"{label(o)}, {container['name']}, has no {probe}"


def resources(objects):
    for o, pod in pods(objects):
        for container in containers(pod):
            for bound in ("requests", "limits"):
                if not {"cpu", "memory"} <= container.get("resources", {}).get(bound, {}).keys():
                    yield f"{label(o)}, {container['name']}, has no {bound} for cpu and memory"


def images(objects):
    """An image is named by a version or a digest that does not move."""
    for o, pod in pods(objects):
        for container in containers(pod):
            name, _, digest = container["image"].partition("@")
            tag = name.rpartition(":")[2] if ":" in name.rpartition("/")[2] else ""
            if not digest and (not tag or tag == "latest"):
                yield f"{label(o)} uses {container['image']}"


def selectors(objects):
    """Every selector matches pods, and every port leads to an open one."""
    every = pods(objects)
    for o, pod in every:
        if not matches(o["spec"]["selector"], pod["metadata"]["labels"]):
            yield f"{label(o)} does not select its own pods"
    for o in of_kind(objects, "Service"):
        found = [pod for _, pod in every if matches({"matchLabels": o["spec"]["selector"]}, pod["metadata"]["labels"])]
        if not found:
            yield f"{label(o)} selects nothing"
        for port in o["spec"]["ports"]:
            target, open_ports = port.get("targetPort", port["port"]), set()
            for pod in found:
                for container in pod["spec"]["containers"]:
                    for listed in container.get("ports", []):
                        open_ports |= {listed["containerPort"], listed.get("name")}
            # The port between servers exists only where there are several.
            if target not in open_ports and not o["spec"].get("publishNotReadyAddresses"):
                yield f"{label(o)} leads to port {target}, which no container opens"
    for o in of_kind(objects, "PodDisruptionBudget", "PodMonitor"):
        if not any(matches(o["spec"]["selector"], pod["metadata"]["labels"]) for _, pod in every):
            yield f"{label(o)} selects nothing"
    for o in of_kind(objects, "HorizontalPodAutoscaler"):
        target = o["spec"]["scaleTargetRef"]
        found = [w for w, _ in every if (w["kind"], w["metadata"]["name"]) == (target["kind"], target["name"])]
        if not found:
            yield f"{label(o)} scales nothing"
        for w in found:
            if "replicas" in w["spec"]:
                yield f"{label(w)} states replicas, which every deployment would set back"


def availability(objects):
    """Every program can lose a pod: a budget, a spread, and an update that starts before it stops."""
    for name in PROGRAMS:
        o = named(objects, "Deployment", name)
        if not any(p["metadata"]["name"] == name for p in of_kind(objects, "PodDisruptionBudget")):
            yield f"{label(o)} has no PodDisruptionBudget"
        if not o["spec"]["template"]["spec"].get("topologySpreadConstraints"):
            yield f"{label(o)} may sit on one node"
        if o["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] != 0:
            yield f"{label(o)} stops before it starts"
        is_scaled = any(h["metadata"]["name"] == name for h in of_kind(objects, "HorizontalPodAutoscaler"))
        is_found_by_dns = named(objects, "Service", name)["spec"].get("clusterIP") == "None"
        if is_scaled and is_found_by_dns and o["spec"].get("minReadySeconds", 0) < LONGEST_DNS_CACHE:
            yield f"{label(o)} is replaced faster than DNS forgets"


def stops(objects):
    """A pod is not killed while its program still drains, and the last call before the drain still has its time."""
    flush = 3
    for name in PROGRAMS:
        o = named(objects, "Deployment", name)
        grace = o["spec"]["template"]["spec"].get("terminationGracePeriodSeconds", 30)
        delay = int(environment(objects, o).get("DRAIN_DELAY_SECONDS", 0))
        if grace <= settings.give_up_after(name) + flush:
            yield f"{label(o)} is killed after {grace} s, while it may still stop"
        # Developers replace a container in place: no client turns away from it.
        is_replaced_in_place = not containers(o["spec"]["template"])[0]["securityContext"]["readOnlyRootFilesystem"]
        longest = settings.give_up_after(name) - settings.longest_call()
        if not (delay == 0 if is_replaced_in_place else 0 < delay <= longest):
            yield f"{label(o)} drains {delay} s"


def told_well(objects):
    """A program gets the settings it must have, and none that it does not know."""
    helpers = re.compile(
        r"POD_NAME|KEY_OF_\w+|SSL_CERT_FILE|OTEL_\w+|\w+_PASSWORD|DATABASE_(HOST|OPTIONS)|NATS_SCHEME"
    )
    for name in PROGRAMS:
        o, known = named(objects, "Deployment", name), settings.of_program(name)
        given, of_engines = environment(objects, o), {"NATS_REPLICAS"}
        for setting in known:
            if setting.is_required and not given.get(setting.name):
                yield f"{label(o)} is not told {setting.name}"
        for variable in given.keys() - {s.name for s in known} - of_engines:
            if not helpers.fullmatch(variable):
                yield f"{label(o)} does not know {variable}"


# Connections beside a program's pool at most: one of its relay; of inventory also two of the events that it hears, one of its groups of
# orders and one of orders that go alone.
BESIDE_POOL = {"inventory": 5, "notification": 0, "review": 0}


def connections(objects):
    """PostgreSQL has room for every pool of every replica, and ten more for migrations and people."""
    scalers = {h["metadata"]["name"]: h["spec"]["maxReplicas"] for h in of_kind(objects, "HorizontalPodAutoscaler")}
    needed = 10
    for o in of_kind(objects, "Deployment"):
        given = environment(objects, o) if is_program(o) else {}
        if "DATABASE_URL" in given:
            # One more while a new version starts.
            replicas = scalers.get(o["metadata"]["name"], o["spec"].get("replicas", 1)) + 1
            pool = int(given.get("DATABASE_POOL_SIZE", settings.pool_size()))
            needed += replicas * (pool + BESIDE_POOL.get(o["metadata"]["name"], 1))
    for cluster in of_kind(objects, "Cluster"):
        room = int(cluster["spec"]["postgresql"]["parameters"]["max_connections"])
        if needed > room:
            yield f"{label(cluster)} takes {room} connections of {needed}"


ALL = [restricted, hardened, probes, resources, images, selectors, availability, stops, told_well, connections]
