"""The overlay `production` as far as one node of two cores runs it: CloudNativePG with one standby, and NATS with three servers."""

import base64
import shutil
import time
from functools import cache
from pathlib import Path

import yaml

import images
import shop
from manifests import K8S, PROGRAMS, containers, named, of_kind, production_secrets, render, run
from parts import HERE

# Objects of these APIs need operators that this node does not have.
ABSENT = {"cert-manager.io", "gateway.networking.k8s.io", "monitoring.coreos.com", "barmancloud.cnpg.io"}
OPERATOR = "cnpg-system"
# The operator reads the version of PostgreSQL in the tag.
POSTGRES = "localhost/postgresql:{version}"
POSTGRES_USER = 999
# The commands of PostgreSQL that the operator's instances use, beside those of the image for one server.
COMMANDS = ("pg_basebackup", "pg_rewind", "pg_controldata", "pg_checksums", "pg_resetwal")


@cache
def release():
    """The objects of the operator, from the same module as its program."""
    module = "github.com/cloudnative-pg/cloudnative-pg"
    folder, version = run("go", "list", "-mod=readonly", "-m", "-f", "{{.Dir}} {{.Version}}", module, cwd=HERE / "parts/cloudnative-pg").split()
    text = (Path(folder) / "releases" / f"cnpg-{version.removeprefix('v')}.yaml").read_text()
    found = [o for o in yaml.safe_load_all(text) if o]
    # The image is here already.
    for container in containers(named(found, "Deployment", "cnpg-controller-manager")["spec"]["template"]):
        container["imagePullPolicy"] = "IfNotPresent"
    return found


def objects():
    """The overlay with its Secrets, and with what one node needs to be other."""
    found = [o for o in render(K8S / "overlays/production") if o["apiVersion"].partition("/")[0] not in ABSENT]
    found = [o for o in found if o["kind"] != "ScheduledBackup"]
    change_postgres(named(found, "Cluster", "postgres")["spec"])
    nats = named(found, "StatefulSet", "nats")["spec"]["template"]["spec"]
    nats["topologySpreadConstraints"][0]["whenUnsatisfiable"] = "ScheduleAnyway"
    # It signals the server when cert-manager has renewed the certificate.
    nats["containers"] = [container for container in nats["containers"] if container["name"] != "reloader"]
    for name in shop.PORTS:
        variables = containers(named(found, "Deployment", name)["spec"]["template"])[0]["env"]
        next(each for each in variables if each["name"] == "TRUSTED_PROXIES")["value"] = "10.0.0.0/8"
    for o in of_kind(found, "Deployment"):
        containers(o["spec"]["template"])[0]["resources"]["requests"]["cpu"] = "20m"
    settings = next(o for o in of_kind(found, "ConfigMap") if o["metadata"]["name"].startswith("shop-"))
    settings["data"]["SAMPLE_STOCK"] = "true"
    return found + production_secrets() + shop.entrances(found) + list(shop.disks(10))


def change_postgres(spec):
    """One standby on the node of the primary, from Debian's PostgreSQL, without an object store."""
    spec["instances"] = 2
    spec["imageName"] = POSTGRES.format(version=images.postgres_folder().name)
    spec["postgresUID"] = spec["postgresGID"] = POSTGRES_USER
    spec["affinity"]["podAntiAffinityType"] = "preferred"
    spec["resources"]["requests"] = {"cpu": "100m", "memory": "512Mi"}
    del spec["plugins"]


def prepare(programs):
    """The images, as `shop.prepare` answers them, with the operator's and those by the names of production."""
    made = shop.prepare(programs)
    dev, found = shop.play.overlay(), render(K8S / "overlays/production")
    for name in PROGRAMS:
        made[image_of(found, "Deployment", name)] = made[image_of(dev, "Deployment", name)]
    operator = image_of(release(), "Deployment", "cnpg-controller-manager")
    image = "localhost/cluster/cloudnative-pg:local"
    of_operator(image, programs / "manager")
    made[operator] = image
    server = POSTGRES.format(version=images.postgres_folder().name)
    of_instances(server, made[image_of(dev, "StatefulSet", "postgres")])
    made[server] = server
    return made


def image_of(found, kind, name):
    """The image of a workload's container."""
    return containers(named(found, kind, name)["spec"]["template"])[0]["image"]


def of_operator(image, manager):
    """The operator offers its program to instances, under a name for each kind of processor."""
    context, name = images.HOME / "contexts/cloudnative-pg", f"operator/manager_{run('go', 'env', 'GOARCH').strip()}"
    if done := images.changed(context, [manager, __file__]):
        (context / "operator").mkdir()
        shutil.copy(manager, context / name)
        (context / "manager").symlink_to(name)
        images.build(image, context, 'FROM scratch\nCOPY . /\nENTRYPOINT ["/manager"]\n')
        done()


def of_instances(image, server):
    """The image of one server, with the other commands that the operator's instances use."""
    context, programs = images.HOME / "contexts/postgresql", [images.postgres_folder() / "bin" / name for name in COMMANDS]
    if done := images.changed(context, [*programs, __file__]):
        images.copy(images.needed_by(*programs), context)
        images.build(image, context, f"FROM {server}\nCOPY . /\n")
        done()


def install_operator(node):
    """The operator, once it answers what the API server asks it of each object."""
    shop.apply(node, release(), "--force-conflicts")
    node.kubectl("rollout", "status", "deployment/cnpg-controller-manager", f"--namespace={OPERATOR}", "--timeout=180s")


def certify_nats(node):
    """The Secret that cert-manager would make of `nats-tls.yaml`."""
    certificate = next(o for o in render(K8S / "overlays/production") if o["kind"] == "Certificate" and o["metadata"]["name"] == "nats")
    names = ",".join(f"DNS:{name}" for name in certificate["spec"]["dnsNames"])
    node.authority("nats-ca")
    node.certificate("nats", "/CN=nats", names, authority="nats-ca")
    files = {"ca.crt": "nats-ca.crt", "tls.crt": "nats.crt", "tls.key": "nats.key"}
    data = {key: base64.b64encode((node.certificates / file).read_bytes()).decode() for key, file in files.items()}
    metadata = {"name": certificate["spec"]["secretName"], "namespace": shop.NAMESPACE}
    shop.apply(node, [{"apiVersion": "v1", "kind": "Secret", "metadata": metadata, "type": "kubernetes.io/tls", "data": data}])


def open_shop(node):
    """Applies everything, and answers the seconds until all of it was ready."""
    begun = time.monotonic()
    install_operator(node)
    found = objects()
    shop.apply(node, of_kind(found, "Namespace"))
    certify_nats(node)
    shop.apply(node, found)
    ready = f"--for=jsonpath={{.status.readyInstances}}={named(found, 'Cluster', 'postgres')['spec']['instances']}"
    node.kubectl("wait", "cluster.postgresql.cnpg.io/postgres", ready, f"--namespace={shop.NAMESPACE}", "--timeout=300s")
    shop.wait_ready(node)
    return time.monotonic() - begun


def primary(node):
    """The name of the instance that takes writes."""
    return node.kubectl("get", "cluster.postgresql.cnpg.io", "postgres", f"--namespace={shop.NAMESPACE}", "--output=jsonpath={.status.currentPrimary}")


def ready_instances(node):
    field = "--output=jsonpath={.status.readyInstances}"
    return int(node.kubectl("get", "cluster.postgresql.cnpg.io", "postgres", f"--namespace={shop.NAMESPACE}", field) or 0)


def select(node, database, sql):
    """The rows of a statement in the primary's database, as words."""
    command = ["psql", "-d", database, "-Atc", sql]
    return node.kubectl("exec", f"--namespace={shop.NAMESPACE}", primary(node), "--container=postgres", "--", *command).split()


def orders(node):
    """The ids of all orders."""
    return set(select(node, "shop_order", "SELECT id FROM orders"))


def count(node, database, rows):
    return int(select(node, database, f"SELECT count(*) FROM {rows}")[0])


class Outage:
    """The longest time without an order since a fault."""

    def __init__(self, ledger):
        self.ledger, self.kept, self.seconds = ledger, len(ledger.kept), 0.0

    def ends(self, patience, pause=15.0):
        """Waits until orders have come without a longer pause for so long; keeps the longest pause."""
        end, last, quiet_since = time.monotonic() + patience, time.monotonic(), time.monotonic()
        while time.monotonic() < end:
            now, kept = time.monotonic(), len(self.ledger.kept)
            if kept > self.kept:
                self.kept, last = kept, now
            elif now - last > self.seconds:
                self.seconds, quiet_since = now - last, now
            if now - quiet_since > pause and now - last < 1.0:
                return True
            time.sleep(0.05)
        return False
