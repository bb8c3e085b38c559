"""The shop in the cluster: its images, its overlay, and the way in from outside."""

import json
import shutil
import subprocess
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import yaml

import cluster as play
import images
from kind import CHOSEN
from load import order_ids
from manifests import containers, named, of_kind, run
from node import HOME, PAUSE, opens
from podman import podman

NAMESPACE = "vanmool"
# Where the gateway and the office are opened on the node.
PORTS = {"gateway": 30080, "office": 30081}
PATIENCE = 600
SIMULATOR = "localhost/cluster/payment-simulator:local"


@dataclass(frozen=True)
class Entrance:
    """A port of the node that leads to the pods of a Service."""

    host: str
    port: int
    is_endpoint: bool = True


SHOP = Entrance(CHOSEN.address, PORTS["gateway"])


def objects():
    """The overlay `dev` with the replicas of production, ports of the node, and disks."""
    found = play.overlay()
    return found + entrances(found) + list(disks(6))


def entrances(found):
    """Opens the gateways at ports of the node; answers the policies that let this machine in."""
    policies = []
    for name, port in PORTS.items():
        service = named(found, "Service", name)["spec"]
        service["type"] = "NodePort"
        service["ports"][0]["nodePort"] = port
        labels = {"app.kubernetes.io/name": name}
        entrance = {"podSelector": {"matchLabels": labels}, "policyTypes": ["Ingress"],
                    "ingress": [{"from": [{"ipBlock": CHOSEN.outside}], "ports": [{"port": number(found, name)}]}]}  # fmt: skip
        metadata = {"name": f"{name}-entrance", "namespace": NAMESPACE}
        policies.append({"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": metadata, "spec": entrance})
    return policies


def number(found, name):
    """The number of a program's HTTP port."""
    ports = containers(named(found, "Deployment", name)["spec"]["template"])[0]["ports"]
    return next(port["containerPort"] for port in ports if port["name"] == "http")


def disks(count):
    """Folders of the node as volumes, more than the shop claims."""
    for index in range(count):
        folder = HOME / "volumes" / str(index)
        folder.mkdir(parents=True, exist_ok=True)
        on_node = {"matchExpressions": [{"key": "kubernetes.io/hostname", "operator": "In", "values": [CHOSEN.name]}]}
        yield {
            "apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": f"disk-{index}"},
            "spec": {
                "capacity": {"storage": "20Gi"}, "accessModes": ["ReadWriteOnce", "ReadWriteMany"], "local": {"path": str(folder)},
                "nodeAffinity": {"required": {"nodeSelectorTerms": [on_node]}},
            },
        }  # fmt: skip


def take_payments(found):
    """Turns online payments on, with a simulated provider beside `payment`: http is allowed on its own machine only."""
    payment = named(found, "Deployment", "payment")["spec"]
    # Each replica would have a provider of its own.
    payment["replicas"] = 1
    [server] = payment["template"]["spec"]["containers"]
    account = {
        "RAZORPAY_URL": "http://127.0.0.1:8090", "RAZORPAY_KEY_ID": "rzp_test_simulator",
        "RAZORPAY_KEY_SECRET": "simulated-key-secret", "RAZORPAY_WEBHOOK_SECRET": "simulated-webhook-secret",
    }  # fmt: skip
    server["env"] += [{"name": name, "value": value} for name, value in account.items()]
    limits = {key: server[key] for key in ("securityContext", "resources")}
    payment["template"]["spec"]["containers"].append({"name": "simulator", "image": SIMULATOR, **limits})
    order = containers(named(found, "Deployment", "order")["spec"]["template"])[0]
    order["env"].append({"name": "ONLINE_PAYMENT_MINUTES", "value": "30"})


def decline(node, link):
    """Declines a payment at the simulated provider, as its bank would."""
    press = """if True:
        import http.client, sys
        connection = http.client.HTTPConnection("127.0.0.1:8090", timeout=15)
        connection.request("POST", "/simulator/pay", sys.argv[1], {"Content-Type": "application/json"})
        print(connection.getresponse().read().decode())
    """
    [pod] = pods(node, "payment")
    inside = ["nsenter", f"--target={main_process(node, pod)}", "--net", "--"]
    return json.loads(node.inside(*inside, "python3", "-c", press, json.dumps({"of": link, "by": "decline"})))


# --- images


def prepare(programs):
    """Makes all images with podman, and an archive of them for the node; answers {name in a manifest: name in the archive}."""
    wanted = {o["metadata"]["name"]: containers(o["spec"]["template"])[0]["image"]
              for o in of_kind(play.overlay(), "Deployment", "StatefulSet")}  # fmt: skip
    images.make(wanted, **{name: partial(of_one_program, name=name, program=programs / name) for name in ("jaeger", "mailpit")})
    made = {image: images.local(image) for image in wanted.values()}
    for name, program in {"coredns": "coredns", "metrics-server": "metrics-server"}.items():
        image = f"localhost/cluster/{name}:local"
        of_one_program(image, name, programs / program)
        made[image] = image
    of_simulator()
    made[SIMULATOR] = SIMULATOR
    of_one_program(PAUSE, "pause", Path(shutil.which("catatonit")), arguments=["-P"])
    made[PAUSE] = PAUSE
    podman("image", "prune", "--force")
    return made


def of_one_program(image, name, program, arguments=()):
    """An image of one static program."""
    context = images.HOME / "contexts" / name
    if done := images.changed(context, [program, __file__]):
        shutil.copy(program, context / name)
        entry = json.dumps([f"/{name}", *arguments])
        images.build(image, context, f"FROM scratch\nCOPY . /\nENTRYPOINT {entry}\n")
        done()


def of_simulator():
    """The image of the payment simulator."""
    context, program = images.HOME / "contexts/payment-simulator", images.BUILT / "payment-simulator"
    if done := images.changed(context, [program, __file__]):
        run("strip", "--strip-debug", "-o", context / program.name, program)
        images.build(SIMULATOR, context, f'FROM {images.BASE}\nCOPY . /\nENTRYPOINT ["/{program.name}"]\n')
        done()


def hand_over(node, made):
    """Gives the node every image by the name that its manifest has."""
    archive = HOME / "images.tar"
    archive.unlink(missing_ok=True)
    podman("save", "--quiet", "--multi-image-archive", f"--output={archive}", *sorted(set(made.values())))
    node.take(archive)
    archive.unlink()
    for image, local in made.items():
        name, _, digest = image.partition("@")
        if digest:
            # As containerd looks for it: a digest stands in the place of the tag.
            name = f"{name.rpartition(':')[0]}@{digest}"
        if not image.startswith("localhost/"):
            node.tag(complete(local), with_host(name))
    # Names, metrics and the rights of what enforces policies, now that their images are there.
    node.kubectl("apply", "--filename", Path(__file__).parent / "system.yaml")
    node.kubectl("rollout", "status", "deployment/coredns", "--namespace=kube-system", "--timeout=120s")


def with_host(name):
    """An image's name with its registry, as containerd completes it."""
    first, slash, _ = name.partition("/")
    if slash and "." in first:
        return name
    return f"docker.io/{name}" if slash else f"docker.io/library/{name}"


def complete(name):
    return name if ":" in name.rpartition("/")[2] else f"{name}:latest"


# --- objects


def apply(node, found, *arguments):
    """Applies objects as a server does it, and answers kubectl's words."""
    text = yaml.safe_dump_all(found)
    return node.kubectl("apply", "--server-side", "--field-manager=vanmool", *arguments, "--filename=-", input=text)


def wait_ready(node, seconds=PATIENCE):
    """Waits until every Deployment and StatefulSet has rolled out."""
    end = time.monotonic() + seconds
    for kind in ("statefulset", "deployment"):
        for o in node.list(kind, f"--namespace={NAMESPACE}"):
            left = max(int(end - time.monotonic()), 1)
            node.kubectl("rollout", "status", kind, o["metadata"]["name"], f"--namespace={NAMESPACE}", f"--timeout={left}s")
    node.wait_until(lambda: opens(SHOP.host, SHOP.port), "the gateway", 30)


def pods(node, name=None):
    """The running pods of a workload, or of the whole shop."""
    found = node.list("pod", f"--namespace={NAMESPACE}", *([f"--selector=app.kubernetes.io/name={name}"] if name else []))
    return [pod for pod in found if "deletionTimestamp" not in pod["metadata"] and pod["status"]["phase"] == "Running"]


def main_process(node, pod):
    """The process of a pod's container, as the node counts."""
    container = pod["status"]["containerStatuses"][0]["containerID"].partition("://")[2]
    rows = [line.split() for line in subprocess.run(node.ctr("tasks", "list"), capture_output=True, text=True, check=True).stdout.splitlines()]
    return next(int(row[1]) for row in rows if row and row[0] == container)


def kill(node, pod):
    """Ends a pod's container without a word, as a crash does."""
    node.inside("sh", "-c", f"kill -KILL {main_process(node, pod)}")


def restarts(node):
    """How often the container of each pod was started again, and why it ended last."""
    found = {}
    for pod in node.list("pod", f"--namespace={NAMESPACE}"):
        for status in pod["status"].get("containerStatuses", []):
            ended = status.get("lastState", {}).get("terminated", {})
            found[pod["metadata"]["name"]] = (status["restartCount"], ended.get("reason"), ended.get("exitCode"))
    return found


def answer(node, name, port, path):
    """The JSON that the pod of an engine answers to the API server."""
    [pod] = pods(node, name)
    through = f"/api/v1/namespaces/{NAMESPACE}/pods/{pod['metadata']['name']}:{port}/proxy"
    return json.loads(node.kubectl("get", f"--raw={through}{path}"))


def spans(node, trace):
    """The spans that Jaeger has of a trace, in the form of `play/traces.py`."""
    found = answer(node, "jaeger", 16686, f"/api/traces/{trace}")["data"] or []
    return [
        {
            "span": span["spanID"], "name": span["operationName"],
            "parent": next((each["spanID"] for each in span["references"] if each["refType"] == "CHILD_OF"), ""),
            "program": each["processes"][span["processID"]]["serviceName"],
        }
        for each in found for span in each["spans"]
    ]  # fmt: skip


def query(node, sql):
    """The words of a statement's answer in the database of orders."""
    said = node.kubectl("exec", f"--namespace={NAMESPACE}", "postgres-0", "--", "psql", "-U", "postgres", "-d", "shop_order", "-Atc", sql)
    return said.split()


def orders(node):
    """The ids of all orders in the database."""
    return order_ids(partial(node.kubectl, "exec", f"--namespace={NAMESPACE}", "postgres-0", "--"))
