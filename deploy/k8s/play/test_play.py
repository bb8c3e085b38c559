"""The rendered dev overlay in containers: what the manifests promise, asked of the programs under them."""

import json
import time

from load import Shoppers
from podman import podman


def eventually(answer, seconds=20):
    """What a question answers once that is true; its last answer after so many seconds."""
    end = time.monotonic() + seconds
    while not (found := answer()) and time.monotonic() < end:
        time.sleep(0.2)
    return found


def query(database, sql):
    return podman("exec", "postgres-0", "psql", "-U", "postgres", "-d", database, "-Atc", sql).split()


def received(cluster, name):
    """What a stand-in took so far."""
    [pod] = cluster.pods[name]
    return [json.loads(line) for line in podman("logs", pod.name).splitlines()]


def test_every_order_that_is_acknowledged_is_kept(cluster, say):
    with Shoppers(cluster.endpoints, each=10) as ledger:
        pass
    assert not ledger.failed and ledger.kept.keys() <= set(query("shop_order", "SELECT id FROM orders"))
    say(f"orders: {len(ledger.kept)} acknowledged, {len(ledger.retries)} tried again, all kept")
