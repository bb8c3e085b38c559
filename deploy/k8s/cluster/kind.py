"""The node of a kind cluster, which `kind.sh` makes and deletes. It has not run yet: it needs Docker."""

import os

from manifests import TOOLS, run
from node import READY_WITHIN, Node

CLUSTER = "vanmool-checks"


class Kind(Node):
    """A node that is a container of Docker. `KUBECONFIG` leads to its API."""

    name = f"{CLUSTER}-control-plane"
    # kind.sh publishes the entrances there.
    address = "127.0.0.1"
    # Callers through a port of the node, but no pods.
    outside = {"cidr": "0.0.0.0/0", "except": ["10.244.0.0/16"]}
    lacks = {
        "metrics": "kind has no metrics-server",
        "payments": "kind has no image of the payment simulator",
    }

    def __init__(self):
        super().__init__(programs=None)
        self.client = [TOOLS / "kubectl"]

    def entered(self, *command):
        return ["docker", "exec", "--interactive", self.name, *map(str, command)]

    def take(self, image):
        """Copies an image of this machine into the node."""
        run("kind", "load", "docker-image", f"--name={CLUSTER}", image)

    def restart(self):
        run("docker", "restart", "-t", "0", self.name)
        self.wait_until(self.is_ready, "the node", READY_WITHIN)


# The setting: `CLUSTER=kind`, or nothing for the cluster of this machine.
CHOSEN = Kind if os.environ.get("CLUSTER") == "kind" else Node
