"""Converts a pod template into podman's arguments, as the kubelet would. Unknown fields are refused."""

import os
import re
import shutil
import signal
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from images import local
from manifests import containers, environment, named, secret_data
from podman import HOME, ULIMITS, inspect, podman

# Known fields include those without meaning on one machine, and those that podman always sets.
POD_FIELDS = {
    "serviceAccountName", "automountServiceAccountToken", "enableServiceLinks", "terminationGracePeriodSeconds",
    "securityContext", "topologySpreadConstraints", "containers", "volumes",
}  # fmt: skip
CONTAINER_FIELDS = {
    "name", "image", "args", "env", "envFrom", "ports", "securityContext", "resources", "volumeMounts", "lifecycle",
    "startupProbe", "livenessProbe", "readinessProbe",
}  # fmt: skip
USER_FIELDS = {"runAsNonRoot", "runAsUser", "runAsGroup", "fsGroup", "fsGroupChangePolicy", "seccompProfile"}
STRICT = {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}
UNITS = {"": 1, "Mi": 2**20, "Gi": 2**30}
NETWORK = "play"
# The control group above all pods.
GROUP = "/play"


def quantity(text):
    """Bytes of an amount such as 256Mi."""
    number, unit = re.fullmatch(r"(\d+)(\w*)", str(text)).groups()
    return int(number) * UNITS[unit]


@dataclass
class Pod:
    """A container that runs as one pod of a workload."""

    name: str
    workload: dict
    address: str = ""
    # Where this machine reaches its published port.
    host: str = "127.0.0.1"
    port: int = 0
    pid: int = 0
    log: str = ""
    restarts: int = 0
    is_endpoint: bool = False
    gone: threading.Event = field(default_factory=threading.Event)

    @property
    def spec(self):
        return self.workload["spec"]["template"]["spec"]

    @property
    def labels(self):
        return self.workload["spec"]["template"]["metadata"]["labels"]

    @property
    def container(self):
        return containers(self.workload["spec"]["template"])[0]

    @property
    def limit(self):
        return quantity(self.container["resources"]["limits"]["memory"])

    def number_of(self, port):
        """A port by its number or its name."""
        ports = {listed["name"]: listed["containerPort"] for listed in self.container["ports"]}
        return ports.get(port, port)


class Kubelet:
    """Runs pods of rendered objects."""

    def __init__(self, objects):
        self.objects = objects

    def start(self, name, workload, published=()):
        """Starts a pod of a workload, and answers it with its address."""
        pod = Pod(name, workload)
        podman(*self.arguments(pod, published))
        self.look_at(pod)
        return pod

    def start_again(self, pod):
        """What the kubelet does with a container that ended."""
        podman("start", pod.name)
        pod.restarts += 1
        self.look_at(pod)

    @staticmethod
    def look_at(pod):
        [seen] = inspect(pod.name)
        pod.log = seen["HostConfig"]["LogConfig"]["Path"]
        pod.address, pod.pid = seen["NetworkSettings"]["Networks"][NETWORK]["IPAddress"], seen["State"]["Pid"]
        for bound in seen["NetworkSettings"]["Ports"].values():
            pod.port = int(bound[0]["HostPort"]) if bound else pod.port

    def arguments(self, pod, published):
        spec, container = pod.spec, pod.container
        assert len(containers(pod.workload["spec"]["template"])) == 1
        assert spec.keys() <= POD_FIELDS, spec.keys() - POD_FIELDS
        assert container.keys() <= CONTAINER_FIELDS, container.keys() - CONTAINER_FIELDS
        assert spec["securityContext"].keys() <= USER_FIELDS and container["securityContext"] == STRICT
        limits, context = container["resources"]["limits"], spec["securityContext"]
        yield from ("run", "--detach", "--pull=never", f"--name={pod.name}", f"--hostname={pod.name}")
        yield from ("--read-only", "--read-only-tmpfs=false", "--cap-drop=ALL", "--security-opt=no-new-privileges")
        yield from (f"--user={context['runAsUser']}:{context['runAsGroup']}", *ULIMITS)
        yield from (f"--memory={pod.limit}", f"--memory-swap={pod.limit}", f"--cpus={limits['cpu']}")
        yield f"--cgroup-parent={GROUP}"
        yield from (f"--network={NETWORK}", f"--volume={HOME}/resolv.conf:/etc/resolv.conf:ro")
        yield from (f"--publish=127.0.0.1::{pod.number_of(port)}" for port in published)
        for name, value in environment(self.objects, pod.workload, pod.name).items():
            yield f"--env={name}={value}"
        for mount in container.get("volumeMounts", []):
            yield from self.mount(pod, mount)
        yield from (local(container["image"]), *container.get("args", []))

    def mount(self, pod, mount):
        path, name = mount["mountPath"], mount["name"]
        group = pod.spec["securityContext"].get("fsGroup", 0)
        for claim in pod.workload["spec"].get("volumeClaimTemplates", []):
            if claim["metadata"]["name"] == name:
                yield f"--volume={disk(pod.name, name, group)}:{path}"
                return
        volume = next(v for v in pod.spec["volumes"] if v["name"] == name)
        if "persistentVolumeClaim" in volume:
            yield f"--volume={disk('claims', volume['persistentVolumeClaim']['claimName'], group)}:{path}"
            return
        if "emptyDir" in volume:
            size = quantity(volume["emptyDir"]["sizeLimit"])
            yield f"--tmpfs={path}:rw,nosuid,nodev,size={size},mode=1777"
            return
        folder = HOME / "volumes" / pod.name / name
        folder.mkdir(parents=True, exist_ok=True)
        for file, text, mode in self.files(volume):
            (folder / file).write_text(text)
            (folder / file).chmod(mode)
            os.chown(folder / file, 0, group)
        yield f"--volume={folder}:{path}:ro"

    def files(self, volume):
        """(name, text, mode) of every file of a ConfigMap, or of a projection of Secrets."""
        if "configMap" in volume:
            source = volume["configMap"]
            data = named(self.objects, "ConfigMap", source["name"])["data"]
            return [(key, text, source.get("defaultMode", 0o644)) for key, text in data.items()]
        source = volume["projected"]
        return [
            (item["path"], self.secret(part["secret"]["name"])[item["key"]], source["defaultMode"])
            for part in source["sources"]
            for item in part["secret"]["items"]
        ]

    def secret(self, name):
        return secret_data(named(self.objects, "Secret", name))

    @staticmethod
    def stop(pod):
        """Ends a pod as its deletion does, and answers its exit code and the seconds it took. By signals of our own:
        podman itself takes a second for each."""
        begun = time.monotonic()
        os.kill(pod.pid, signal.SIGTERM)
        while Path(f"/proc/{pod.pid}").exists():
            if time.monotonic() - begun > pod.spec.get("terminationGracePeriodSeconds", 30):
                os.kill(pod.pid, signal.SIGKILL)
            time.sleep(0.05)
        seconds = time.monotonic() - begun
        return int(podman("wait", pod.name)), seconds

    @staticmethod
    def keep_log(pod):
        folder = HOME / "logs"
        folder.mkdir(exist_ok=True)
        shutil.copy(pod.log, folder / f"{pod.name}.log")

    def remove(self, pod):
        self.keep_log(pod)
        podman("rm", "--force", "--time=0", pod.name)
        shutil.rmtree(HOME / "volumes" / pod.name, ignore_errors=True)


def disk(owner, name, group):
    """A folder for a volume that the pods of a group may write to."""
    folder = HOME / "volumes" / owner / name
    folder.mkdir(parents=True, exist_ok=True)
    os.chown(folder, 0, group)
    folder.chmod(0o2770)
    return folder


def prefer_pods():
    """Gives the pods together more of the cores than single programs of this machine have, as a node does."""
    shares = Path(f"/sys/fs/cgroup/cpu{GROUP}/cpu.shares")
    if shares.exists():
        shares.write_text("32768")
    else:
        Path(f"/sys/fs/cgroup{GROUP}/cpu.weight").write_text("3200")


def memory(pod):
    """A pod's memory by its control group: the peak in bytes, how often it met its limit, how often it was killed."""
    lines = [line.split(":", 2) for line in Path(f"/proc/{pod.pid}/cgroup").read_text().splitlines()]
    groups = {controllers: path.lstrip("/") for _, controllers, path in lines}
    if "memory" in groups:
        folder = Path("/sys/fs/cgroup/memory") / groups["memory"]
        kills = re.search(r"oom_kill (\d+)", (folder / "memory.oom_control").read_text())[1]
        peak, failures = (int((folder / f"memory.{name}").read_text()) for name in ("max_usage_in_bytes", "failcnt"))
        return peak, failures, int(kills)
    folder = Path("/sys/fs/cgroup") / groups[""]
    events = dict(line.split() for line in (folder / "memory.events").read_text().splitlines())
    peak = folder / "memory.peak"
    return int(peak.read_text()) if peak.exists() else 0, int(events["max"]), int(events["oom_kill"])
