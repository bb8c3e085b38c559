"""A Kubernetes of one node: control plane, containerd, kubelet and policies in namespaces of their own.

Their processes, mounts, interfaces and packet filters live in a PID, a mount and a network namespace, and end with them. What lies in
`HOME` survives a restart, as the disk of a node does.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import textwrap
import time
from pathlib import Path

from manifests import ROOT, run
from podman import remove_groups

HOME = ROOT / "target/cluster"
NAME = "node"
# The node's address, and that of this machine, which stands outside.
ADDRESS, OUTSIDE = "10.99.0.2", "10.99.0.1"
LINK = "vanmool-node"
PODS, SERVICES, DNS = "10.244.0.0/24", "10.96.0.0/16", "10.96.0.10"
API = f"https://{ADDRESS}:6443"
PAUSE = "localhost/pause:local"
READY_WITHIN = 180
KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
# Reaps the orphans of the namespace, of which it is the first process.
INIT = "import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\nwhile True: signal.pause()"
# Control groups that the kubelet makes; a restart of the node finds them empty.
GROUPS = ("kubepods", "k8s.io")


class Node:
    """The one node, from `start` to `stop`; a restart keeps its disk."""

    name = NAME
    # Where its ports are open, and who comes through them.
    address, outside = ADDRESS, {"cidr": f"{OUTSIDE}/30"}
    # Why tests of a part are skipped, by the part.
    lacks = {}

    def __init__(self, programs):
        self.programs, self.init, self.processes = programs, None, {}
        self.certificates = HOME / "certificates"
        self.client = [f"{programs}/kubectl", f"--kubeconfig={self.certificates}/admin.kubeconfig"]

    # --- namespaces

    def start(self):
        """Starts everything, and waits until the node is ready."""
        HOME.mkdir(parents=True, exist_ok=True)
        self.init = subprocess.Popen(
            ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation=private",
             "sh", "-c", f"mount --make-rshared / && exec python3 -c '{INIT}'"],
            start_new_session=True,
        )  # fmt: skip
        self.wait_until(lambda: self.pid and "pause" in Path(f"/proc/{self.pid}/cmdline").read_text(), "the namespaces")
        self.network()
        # As after a boot, nothing lies in /run.
        self.inside("mount", "-t", "tmpfs", "tmpfs", "/run")
        if not (self.certificates / "ca.crt").exists():
            self.make_certificates()
        self.control_plane()
        self.worker()
        self.wait_until(self.is_ready, "the node", READY_WITHIN)

    @property
    def pid(self):
        """The first process of the namespaces, as this machine counts."""
        children = Path(f"/proc/{self.init.pid}/task/{self.init.pid}/children").read_text().split()
        return int(children[0]) if children else None

    def entered(self, *command):
        """A command as it runs in the namespaces."""
        return ["nsenter", f"--target={self.pid}", "--mount", "--net", "--pid", "--", *map(str, command)]

    def inside(self, *command, **options):
        """The output of a command in the namespaces."""
        return run(*self.entered(*command), **options)

    def network(self):
        """A cable between this machine and the node."""
        run("ip", "link", "add", LINK, "type", "veth", "peer", "name", "eth0", "netns", str(self.pid))
        run("ip", "address", "add", f"{OUTSIDE}/30", "dev", LINK)
        run("ip", "link", "set", LINK, "up")
        script = f"""
            ip link set lo up
            ip address add {ADDRESS}/30 dev eth0
            ip link set eth0 up
            ip route add default via {OUTSIDE}
            sysctl -qw net.ipv4.ip_forward=1 net.bridge.bridge-nf-call-iptables=1
        """
        self.inside("sh", "-ec", script)

    def spawn(self, name, *command, **environment):
        """Starts a program of the node; it logs into a file of its name."""
        logs = HOME / "logs"
        logs.mkdir(exist_ok=True)
        given = {"PATH": f"{self.programs}:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(HOME), **environment}
        with (logs / f"{name}.log").open("a") as log:
            process = subprocess.Popen(self.entered(*command), stdout=log, stderr=log, env=given, start_new_session=True)
        self.processes[name] = process

    def stop(self):
        """Ends all processes at once, as a loss of power does, and takes the control groups away."""
        if self.init is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.init.pid, signal.SIGKILL)
        self.init.wait()
        for process in self.processes.values():
            process.wait()
        self.init, self.processes = None, {}
        subprocess.run(["ip", "link", "delete", LINK], capture_output=True, check=False)
        remove_groups(*GROUPS)

    def restart(self):
        """Cuts the node's power and starts it again from its disk."""
        self.stop()
        self.start()

    def forget(self):
        """Empties the node's disk; logs stay."""
        for folder in ("etcd", "kubelet", "containerd", "volumes", "certificates", "pods", "networks"):
            shutil.rmtree(HOME / folder, ignore_errors=True)

    # --- certificates

    def make_certificates(self):
        """A certificate authority, and whom it names."""
        folder = self.certificates
        folder.mkdir(mode=0o700)
        self.authority("ca")
        self.authority("front-proxy-ca")
        names = f"IP:{ADDRESS},IP:127.0.0.1,IP:10.96.0.1,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc"
        self.certificate("apiserver", "/CN=kube-apiserver", names)
        self.certificate("kubelet", f"/O=system:nodes/CN=system:node:{NAME}", f"IP:{ADDRESS},DNS:{NAME}")
        self.certificate("kubelet-client", "/O=system:masters/CN=kube-apiserver-kubelet-client")
        self.certificate("front-proxy", "/CN=front-proxy-client", authority="front-proxy-ca")
        clients = {
            "admin": "/O=system:masters/CN=admin", "controller-manager": "/CN=system:kube-controller-manager",
            "scheduler": "/CN=system:kube-scheduler", "proxy": "/CN=system:kube-proxy", "router": "/CN=kube-router",
        }  # fmt: skip
        for name, subject in clients.items():
            self.certificate(name, subject)
        for name in (*clients, "kubelet"):
            self.kubeconfig(name)
        run("openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", folder / "accounts.key")
        run("openssl", "pkey", "-in", folder / "accounts.key", "-pubout", "-out", folder / "accounts.pub")

    def authority(self, name):
        run("openssl", "req", "-x509", *KEY, "-days", "30", "-subj", f"/CN={name}",
            "-keyout", self.certificates / f"{name}.key", "-out", self.certificates / f"{name}.crt")  # fmt: skip

    def certificate(self, name, subject, names="", authority="ca"):
        here = self.certificates
        run("openssl", "req", *KEY, "-subj", subject,
            "-keyout", here / f"{name}.key", "-out", here / f"{name}.csr")  # fmt: skip
        extensions = "extendedKeyUsage=clientAuth,serverAuth\n" + (f"subjectAltName={names}\n" if names else "")
        run("openssl", "x509", "-req", "-days", "30", "-in", here / f"{name}.csr", "-CA", here / f"{authority}.crt",
            "-CAkey", here / f"{authority}.key", "-CAcreateserial", "-out", here / f"{name}.crt", "-extfile", "/dev/stdin",
            input=extensions)  # fmt: skip

    def kubeconfig(self, name):
        here = self.certificates
        config = {
            "apiVersion": "v1", "kind": "Config", "current-context": "kind-vanmool",
            "clusters": [{"name": "vanmool", "cluster": {"server": API, "certificate-authority": f"{here}/ca.crt"}}],
            "users": [{"name": name, "user": {"client-certificate": f"{here}/{name}.crt", "client-key": f"{here}/{name}.key"}}],
            "contexts": [{"name": "kind-vanmool", "context": {"cluster": "vanmool", "user": name}}],
        }  # fmt: skip
        (here / f"{name}.kubeconfig").write_text(json.dumps(config))

    # --- programs

    def control_plane(self):
        here = self.certificates
        self.spawn("etcd", "server", f"--data-dir={HOME}/etcd", "--log-level=warn")
        self.spawn(
            "apiserver", "kube-apiserver", f"--advertise-address={ADDRESS}", "--etcd-servers=http://127.0.0.1:2379",
            f"--service-cluster-ip-range={SERVICES}", "--authorization-mode=Node,RBAC", "--enable-admission-plugins=NodeRestriction",
            f"--tls-cert-file={here}/apiserver.crt", f"--tls-private-key-file={here}/apiserver.key", f"--client-ca-file={here}/ca.crt",
            f"--kubelet-client-certificate={here}/kubelet-client.crt", f"--kubelet-client-key={here}/kubelet-client.key",
            f"--kubelet-certificate-authority={here}/ca.crt", "--kubelet-preferred-address-types=InternalIP",
            f"--service-account-key-file={here}/accounts.pub", f"--service-account-signing-key-file={here}/accounts.key",
            "--service-account-issuer=https://kubernetes.default.svc", "--allow-privileged=true", "--enable-aggregator-routing=true",
            f"--requestheader-client-ca-file={here}/front-proxy-ca.crt", "--requestheader-allowed-names=front-proxy-client",
            "--requestheader-username-headers=X-Remote-User", "--requestheader-group-headers=X-Remote-Group",
            "--requestheader-extra-headers-prefix=X-Remote-Extra-", f"--proxy-client-cert-file={here}/front-proxy.crt",
            f"--proxy-client-key-file={here}/front-proxy.key",
        )  # fmt: skip
        self.wait_until(lambda: self.kubectl("get", "--raw=/readyz", ask=True) == "ok", "the API", READY_WITHIN)
        self.spawn(
            "controller-manager", "kube-controller-manager", f"--kubeconfig={here}/controller-manager.kubeconfig",
            f"--service-account-private-key-file={here}/accounts.key", f"--root-ca-file={here}/ca.crt",
            "--use-service-account-credentials=true", "--leader-elect=false", "--bind-address=127.0.0.1",
            "--horizontal-pod-autoscaler-sync-period=5s", "--horizontal-pod-autoscaler-initial-readiness-delay=10s",
            "--horizontal-pod-autoscaler-cpu-initialization-period=30s",
        )  # fmt: skip
        self.spawn("scheduler", "kube-scheduler", f"--kubeconfig={here}/scheduler.kubeconfig", "--leader-elect=false",
                   "--bind-address=127.0.0.1")  # fmt: skip

    def worker(self):
        (HOME / "containerd.toml").write_text(textwrap.dedent(f"""
            version = 2
            root = "{HOME}/containerd"
            state = "/run/containerd"
            [grpc]
              address = "/run/containerd/containerd.sock"
            [plugins."io.containerd.grpc.v1.cri"]
              sandbox_image = "{PAUSE}"
              # A machine inside of another may not shield its processes from the kernel's killer.
              restrict_oom_score_adj = true
              [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
                runtime_type = "io.containerd.runc.v2"
              [plugins."io.containerd.grpc.v1.cri".cni]
                bin_dir = "/usr/lib/cni"
                conf_dir = "{HOME}/networks"
        """))
        networks = HOME / "networks"
        networks.mkdir(exist_ok=True)
        bridge = {
            "type": "bridge", "bridge": "pods", "isGateway": True, "ipMasq": False, "hairpinMode": True,
            "ipam": {"type": "host-local", "subnet": PODS, "routes": [{"dst": "0.0.0.0/0"}], "dataDir": "/run/addresses"},
        }  # fmt: skip
        plugins = [bridge, {"type": "portmap", "capabilities": {"portMappings": True}}]
        (networks / "10-pods.conflist").write_text(json.dumps({"cniVersion": "1.0.0", "name": "pods", "plugins": plugins}))
        self.spawn("containerd", "containerd", f"--config={HOME}/containerd.toml")
        self.wait_until(lambda: self.asks_containerd(), "containerd")
        here = self.certificates
        settings = {
            "apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration",
            "authentication": {"anonymous": {"enabled": False}, "x509": {"clientCAFile": f"{here}/ca.crt"}},
            "authorization": {"mode": "Webhook"}, "tlsCertFile": f"{here}/kubelet.crt", "tlsPrivateKeyFile": f"{here}/kubelet.key",
            "clusterDNS": [DNS], "clusterDomain": "cluster.local", "cgroupDriver": "cgroupfs", "resolvConf": "",
            "containerRuntimeEndpoint": "unix:///run/containerd/containerd.sock", "podLogsDir": f"{HOME}/pods",
            "failSwapOn": False, "imageGCHighThresholdPercent": 100, "imageGCLowThresholdPercent": 99,
            # A disk that this machine shares with others is fuller than a node's.
            "evictionHard": {"memory.available": "200Mi", "nodefs.available": "2%", "imagefs.available": "2%"},
            "nodeStatusUpdateFrequency": "5s",
        }  # fmt: skip
        (HOME / "kubelet.json").write_text(json.dumps(settings))
        # Started again until containerd knows its containers, as an init system does it.
        kubelet = (f"kubelet --config={HOME}/kubelet.json --kubeconfig={here}/kubelet.kubeconfig --root-dir={HOME}/kubelet "
                   f"--hostname-override={NAME} --node-ip={ADDRESS}")  # fmt: skip
        self.spawn("kubelet", "sh", "-c", f"until {kubelet}; do sleep 1; done")
        self.wait_until(lambda: self.kubectl("get", "node", NAME, ask=True), "the node's registration", READY_WITHIN)
        self.kubectl("patch", "node", NAME, "--patch", json.dumps({"spec": {"podCIDR": PODS, "podCIDRs": [PODS]}}), ask=True)
        self.spawn("proxy", "kube-proxy", f"--kubeconfig={here}/proxy.kubeconfig", f"--hostname-override={NAME}",
                   f"--cluster-cidr={PODS}", "--conntrack-max-per-core=0", "--conntrack-min=0",
                   "--conntrack-tcp-timeout-established=0s", "--conntrack-tcp-timeout-close-wait=0s")  # fmt: skip
        self.spawn("router", "kube-router", f"--kubeconfig={here}/router.kubeconfig", f"--hostname-override={NAME}",
                   "--run-router=false", "--run-service-proxy=false", "--run-firewall=true", "--run-loadbalancer=false",
                   f"--service-cluster-ip-range={SERVICES}", "--metrics-port=0", "--health-port=20244", NODE_NAME=NAME)  # fmt: skip

    def asks_containerd(self):
        return subprocess.run(self.ctr("version"), capture_output=True, check=False).returncode == 0

    def ctr(self, *arguments):
        """A command of containerd's client."""
        return self.entered("ctr", "--address=/run/containerd/containerd.sock", "--namespace=k8s.io", *arguments)

    def take(self, archive):
        """Imports an archive of images."""
        run(*self.ctr("images", "import", "--snapshotter=overlayfs", archive))

    def tag(self, image, name):
        run(*self.ctr("images", "tag", "--force", image, name))

    def is_ready(self):
        conditions = self.kubectl("get", "node", self.name, "--output=jsonpath={.status.conditions[?(@.type=='Ready')].status}", ask=True)
        return conditions == "True"

    # --- clients

    def kubectl(self, *arguments, ask=False, **options):
        """The output of kubectl as an administrator; with `ask`, an empty text where it fails."""
        done = subprocess.run([*self.client, *map(str, arguments)], capture_output=True, text=True, check=False, **options)
        if ask and done.returncode:
            return ""
        assert done.returncode == 0, f"kubectl {' '.join(map(str, arguments))}:\n{done.stdout}{done.stderr}"
        return done.stdout

    def list(self, kind, *arguments):
        """Objects of a kind, as they are."""
        return json.loads(self.kubectl("get", kind, "--output=json", *arguments))["items"]

    def wait_until(self, holds, what, seconds=60):
        """Waits for something of the node, and names the program that ended instead."""
        end = time.monotonic() + seconds
        while True:
            with contextlib.suppress(FileNotFoundError, AssertionError):
                if holds():
                    return
            for name, process in self.processes.items():
                assert process.poll() is None, f"{name} ended:\n{tail(name)}"
            assert time.monotonic() < end, f"{what} did not come within {seconds} s:\n" + "".join(map(tail, self.processes))
            time.sleep(0.3)


def tail(name):
    """The end of a program's log."""
    lines = (HOME / "logs" / f"{name}.log").read_text(errors="replace").splitlines()
    return f"--- {name}\n" + "\n".join(lines[-8:]) + "\n"


def opens(address, port, seconds=1.0):
    """True if a connection is accepted."""
    with contextlib.suppress(OSError), socket.create_connection((address, port), seconds):
        return True
    return False
