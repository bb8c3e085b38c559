"""An overlay that runs: its pods, who of them is asked, and what may happen to them."""

import itertools
import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import images
from manifests import K8S, PROGRAMS, WORKLOADS, containers, named, of_kind, render, run
from podman import HOME, ask, podman
from pods import NETWORK, Kubelet
from probes import answers

# Any address that nobody else has. The bridge would take over the lowest one of those who join, and every change of it
# costs all of them a few packets.
BRIDGE = "02:76:61:6e:6d:01"
# How long a program may take to stop by its own word; the kubelet's grace period is above it.
STOPS_WITHIN = 10.0


def overlay():
    """The dev overlay, with as many replicas as production has at least, and with production's trust in what stands before
    the gateway: here it is whoever sends the load."""
    objects, production = render(K8S / "overlays/dev"), render(K8S / "overlays/production")
    least = {o["spec"]["scaleTargetRef"]["name"]: o["spec"]["minReplicas"] for o in of_kind(production, "HorizontalPodAutoscaler")}
    for name in PROGRAMS:
        there = named(production, "Deployment", name)
        named(objects, "Deployment", name)["spec"]["replicas"] = there["spec"].get("replicas") or least[name]
    variables = containers(named(production, "Deployment", "gateway")["spec"]["template"])[0]["env"]
    trust = next(variable for variable in variables if variable["name"] == "TRUSTED_PROXIES")
    containers(named(objects, "Deployment", "gateway")["spec"]["template"])[0]["env"].append(trust)
    return objects


class Cluster:
    """The pods of one overlay, by workload."""

    def __init__(self, objects):
        self.workloads = {o["metadata"]["name"]: o for o in of_kind(objects, *WORKLOADS)}
        self.kubelet, self.restarts = Kubelet(objects), []
        self.pods = {name: [] for name in self.workloads}
        self.numbers = {name: itertools.count() for name in self.workloads}

    def images(self):
        return {name: containers(o["spec"]["template"])[0]["image"] for name, o in self.workloads.items()}

    def up(self):
        """Starts every pod, and answers after how many seconds all of them were ready."""
        begun = time.monotonic()
        podman("network", "create", NETWORK)
        wanted = [name for name, o in self.workloads.items() for _ in range(o["spec"].get("replicas", 1))]
        # Whom the others wait for comes first.
        wanted.sort(key=lambda name: name in PROGRAMS)
        # The first one makes the bridge.
        pods = [self.run(wanted[0])]
        bridge = podman("network", "inspect", "--format={{.NetworkInterface}}", NETWORK).strip()
        run("ip", "link", "set", bridge, "address", BRIDGE)
        with ThreadPoolExecutor(4) as pool:
            pods += pool.map(self.run, wanted[1:])
        for pod in pods:
            self.join(pod)
        return time.monotonic() - begun

    def start(self, name):
        """One more pod of a workload, once it is ready."""
        return self.join(self.run(name))

    def run(self, name):
        published = ("http",) if name == "gateway" else ()
        return self.kubelet.start(f"{name}-{next(self.numbers[name])}", self.workloads[name], published)

    def join(self, pod):
        self.wait(pod)
        self.pods[pod.workload["metadata"]["name"]].append(pod)
        threading.Thread(target=self.watch, args=(pod,), daemon=True).start()
        return pod

    def wait(self, pod):
        """Asks the probes more often than the kubelet does, for as long as it would."""
        for kind in ("startupProbe", "readinessProbe"):
            probe = pod.container[kind]
            end = time.monotonic() + max(30, probe["periodSeconds"] * probe.get("failureThreshold", 3))
            while not answers(pod, probe):
                assert time.monotonic() < end, f"{pod.name} is not ready:\n{log(pod)}"
                if not Path(f"/proc/{pod.pid}").exists():
                    self.kubelet.start_again(pod)
                time.sleep(0.2)

    def watch(self, pod):
        """Notes a pod that the kubelet would start again, because it is dead or does not say that it lives."""
        probe, failures = pod.container["livenessProbe"], 0
        while not pod.gone.wait(probe["periodSeconds"]):
            failures = 0 if answers(pod, probe) else failures + 1
            if failures >= probe.get("failureThreshold", 3) and not pod.gone.is_set():
                self.restarts.append(pod.name)
                return

    def endpoints(self, name="gateway"):
        return [pod for pod in self.pods[name] if pod.is_endpoint]

    def everybody(self):
        return [pod for pods in self.pods.values() for pod in pods]

    def delete(self, pod):
        """Withdraws a pod and stops it; answers the seconds it took. Endpoints are told at the same time as the pod."""
        threading.Timer(1, setattr, (pod, "is_endpoint", False)).start()
        pod.gone.set()
        begun = time.monotonic()
        code = self.kubelet.stop(pod)
        took = time.monotonic() - begun
        self.forget(pod)
        assert code == 0, f"{pod.name} ended with {code}"
        return took

    def kill(self, pod):
        """Ends a pod without a word, and takes it out of the endpoints as late as its probe would."""
        pod.gone.set()
        podman("kill", "--signal=KILL", pod.name)
        time.sleep(1)
        self.forget(pod)

    def forget(self, pod):
        pod.is_endpoint = False
        self.pods[pod.workload["metadata"]["name"]].remove(pod)
        self.kubelet.remove(pod)

    def roll(self, name):
        """Replaces every pod as the strategy of the manifest says: a new one is ready before an old one goes."""
        o = self.workloads[name]
        assert o["spec"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
        times, stopping = [], []
        with ThreadPoolExecutor() as pool:
            for old in list(self.pods[name]):
                self.start(name)
                time.sleep(o["spec"].get("minReadySeconds", 0))
                stopping.append(pool.submit(self.delete, old))
            times = [stopped.result() for stopped in stopping]
        return times


def log(pod):
    said = ask("logs", "--tail=20", pod.name)
    return said.stdout + said.stderr


def clear():
    """Takes away whatever a run left: containers, network, files of volumes, mounts of the storage."""
    ask("rm", "--all", "--force", "--time=0")
    interface = ask("network", "inspect", "--format={{.NetworkInterface}}", NETWORK).stdout.strip()
    ask("network", "rm", "--force", NETWORK)
    if interface:
        run("sh", "-c", f"! ip link show {interface} 2>/dev/null || ip link delete {interface}")
    shutil.rmtree(HOME / "volumes", ignore_errors=True)
    run("sh", "-c", f"! grep -q ' {HOME}/storage/overlay ' /proc/self/mounts || umount {HOME}/storage/overlay")


def make_images(cluster):
    images.make(cluster.images())
