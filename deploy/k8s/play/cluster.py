"""An overlay that runs: its pods, who of them is asked, and what may happen to them."""

import itertools
import os
import shutil
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import images
from manifests import K8S, PROGRAMS, WORKLOADS, containers, matches, named, of_kind, render, run
from names import Names
from podman import HOME, ask, podman, remove_groups
from pods import GROUP, NETWORK, Kubelet, prefer_pods
from probes import answers

# A unique address. The bridge would take over the lowest one of those who join, and every change of it
# costs all of them a few packets.
BRIDGE = "02:76:61:6e:6d:01"
# How long a program may take to stop by its own word; the kubelet's grace period is above it.
STOPS_WITHIN = 10.0
# The kubelet waits for ever; so long is enough for a machine that does much else.
READY_WITHIN = 120.0


def overlay():
    """The dev overlay, with what production has more of: as many replicas as it has at least, the connections that they
    need, and trust in what stands before the gateway, which here is the sender of the load."""
    objects, production = render(K8S / "overlays/dev"), render(K8S / "overlays/production")
    scaled = [o["spec"] for o in of_kind(production, "HorizontalPodAutoscaler")]
    least = {spec["scaleTargetRef"]["name"]: spec["minReplicas"] for spec in scaled}
    for name in PROGRAMS:
        there = named(production, "Deployment", name)
        named(objects, "Deployment", name)["spec"]["replicas"] = there["spec"].get("replicas") or least[name]
    trust = {"name": "TRUSTED_PROXIES", "value": "10.0.0.0/8"}
    containers(named(objects, "Deployment", "gateway")["spec"]["template"])[0]["env"].append(trust)
    parameters = named(production, "Cluster", "postgres")["spec"]["postgresql"]["parameters"]
    server = containers(named(objects, "StatefulSet", "postgres")["spec"]["template"])[0]
    server["args"] += ["-c", f"max_connections={parameters['max_connections']}"]
    return objects


class Cluster:
    """The pods of one overlay, by workload."""

    def __init__(self, objects):
        self.workloads = {o["metadata"]["name"]: o for o in of_kind(objects, *WORKLOADS)}
        self.kubelet, self.restarts = Kubelet(objects), []
        self.pods = {name: [] for name in self.workloads}
        self.services = {o["metadata"]["name"]: o["spec"]["selector"] for o in of_kind(objects, "Service")}
        self.names = None
        self.numbers = {name: itertools.count() for name in self.workloads}

    def images(self):
        return {name: containers(o["spec"]["template"])[0]["image"] for name, o in self.workloads.items()}

    def up(self):
        """Starts every pod, and answers after how many seconds all of them were ready."""
        begun = time.monotonic()
        podman("network", "create", "--disable-dns", NETWORK)
        # Podman's own name server is away for a moment whenever a container joins, and knows pods that are not ready.
        address = self.network("(index .Subnets 0).Gateway")
        (HOME / "resolv.conf").write_text(f"nameserver {address}\noptions timeout:1 attempts:5\n")
        wanted = [name for name, o in self.workloads.items() for _ in range(o["spec"].get("replicas", 1))]
        # Engines come first, because programs wait for them.
        wanted.sort(key=lambda name: name in PROGRAMS)
        # The first one makes the bridge.
        first = self.run(wanted[0])
        prefer_pods()
        run("ip", "link", "set", self.network(".NetworkInterface"), "address", BRIDGE)
        self.names = Names(address, self.addresses)
        # Pods become ready at the same time: some wait for others. podman itself does one thing after the other.
        with ThreadPoolExecutor(len(wanted)) as pool:
            joined = [pool.submit(self.join, first)]
            for name in wanted[1:]:
                joined.append(pool.submit(self.join, self.run(name)))
            for job in joined:
                job.result()
        return time.monotonic() - begun

    @staticmethod
    def network(field):
        return podman("network", "inspect", f"--format={{{{{field}}}}}", NETWORK).strip()

    def addresses(self, name):
        """Where a Service leads to."""
        selector = self.services.get(name)
        ready = (pod for pod in self.everybody() if pod.is_endpoint)
        return selector and [pod.address for pod in ready if matches({"matchLabels": selector}, pod.labels)]

    def start(self, name):
        """One more pod of a workload, once it is ready."""
        return self.join(self.run(name))

    def run(self, name):
        published = ("http",) if name == "gateway" else ()
        pod = self.kubelet.start(f"{name}-{next(self.numbers[name])}", self.workloads[name], published)
        self.pods[name].append(pod)
        return pod

    def join(self, pod):
        self.wait(pod)
        pod.is_endpoint = True
        threading.Thread(target=self.watch, args=(pod,), daemon=True).start()
        return pod

    def wait(self, pod):
        """Asks the probes more often than the kubelet does, for as long as it would."""
        startup, ready = pod.container["startupProbe"], pod.container["readinessProbe"]
        for probe, seconds in (
            (startup, startup["periodSeconds"] * startup["failureThreshold"]),
            (ready, READY_WITHIN),
        ):
            end = time.monotonic() + seconds
            while not answers(pod, probe):
                assert time.monotonic() < end, f"{pod.name} is not ready:\n{log(pod)}"
                if not Path(f"/proc/{pod.pid}").exists():
                    self.kubelet.start_again(pod)
                time.sleep(0.3)

    def watch(self, pod):
        """Notes a pod that the kubelet would start again, because it does not say that it lives."""
        probe, failures = pod.container["livenessProbe"], 0
        while not pod.gone.wait(probe["periodSeconds"]):
            # One that was killed has its own reason for silence, until it serves again.
            failures = 0 if not pod.is_endpoint or answers(pod, probe) else failures + 1
            if failures >= probe.get("failureThreshold", 3) and not pod.gone.is_set():
                self.restarts.append(pod.name)
                return

    def endpoints(self, name="gateway"):
        return [pod for pod in self.pods[name] if pod.is_endpoint]

    def everybody(self):
        return [pod for pods in self.pods.values() for pod in list(pods)]

    def down(self):
        """Keeps the log of every pod; `clear` ends them."""
        for pod in self.everybody():
            pod.gone.set()
            self.kubelet.keep_log(pod)
        if self.names:
            self.names.close()

    def delete(self, pod):
        """Stops a pod and returns the seconds that took. Clients learn of it from the name server a bit later."""
        pod.gone.set()
        threading.Timer(1, setattr, (pod, "is_endpoint", False)).start()
        code, seconds = self.kubelet.stop(pod)
        pod.is_endpoint = False
        self.pods[pod.workload["metadata"]["name"]].remove(pod)
        self.kubelet.remove(pod)
        assert code == 0, f"{pod.name} ended with {code}"
        return seconds

    def kill(self, pod):
        """Ends a pod without a word; it is started again, and serves when it is ready."""
        os.kill(pod.pid, signal.SIGKILL)
        # The time until clients notice.
        time.sleep(1)
        pod.is_endpoint = False
        podman("wait", pod.name)
        self.kubelet.start_again(pod)
        self.wait(pod)
        pod.is_endpoint = True

    def roll(self, name):
        """Replaces every pod as the strategy of the manifest says: a new one is ready before an old one goes."""
        o = self.workloads[name]
        assert o["spec"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
        stopping = []
        with ThreadPoolExecutor() as pool:
            for old in list(self.pods[name]):
                self.start(name)
                stopping.append(pool.submit(self.delete, old))
            return [stopped.result() for stopped in stopping]


def log(pod):
    said = ask("logs", "--tail=20", pod.name)
    return said.stdout + said.stderr


def clear():
    """Removes what a run left: containers, network, files of volumes, mounts of the storage."""
    ask("rm", "--all", "--force", "--time=0")
    interface = ask("network", "inspect", "--format={{.NetworkInterface}}", NETWORK).stdout.strip()
    ask("network", "rm", "--force", NETWORK)
    if interface:
        run("sh", "-c", f"! ip link show {interface} 2>/dev/null || ip link delete {interface}")
    shutil.rmtree(HOME / "volumes", ignore_errors=True)
    remove_groups(GROUP.strip("/"))
    run("sh", "-c", f"! grep -q ' {HOME}/storage/overlay ' /proc/self/mounts || umount {HOME}/storage/overlay")


def make_images(cluster):
    images.make(cluster.images())
