"""The overlay `production` on one node: the operator's failover and the loss of a NATS server, while shoppers order."""

import json

import production
from manifests import containers, of_kind, render, K8S
from probes import eventually
from shop import NAMESPACE
from test_cluster import shoppers

import pytest

IN = f"--namespace={NAMESPACE}"
PREPARE = production.prepare
PATIENCE = 300


@pytest.fixture(scope="module")
def open_shop(node, say):
    say(f"overlay production: ready after {production.open_shop(node):.0f} s")
    return node


def test_the_overlay_becomes_ready(open_shop, say):
    pods = open_shop.list("pod", IN)
    counted = {name: sum(name in pod["metadata"]["labels"].values() for pod in pods) for name in ("postgres", "nats")}
    say(f"overlay production: {len(pods)} pods, {counted['postgres']} of PostgreSQL and {counted['nats']} of NATS")
    assert counted == {"postgres": 2, "nats": 3}
    wanted = [container["resources"]["requests"] for o in of_kind(render(K8S / "overlays/production"), "Deployment", "StatefulSet")
              for _ in range(o["spec"].get("replicas") or 2) for container in containers(o["spec"]["template"])]  # fmt: skip
    cores = sum(int(each["cpu"].removesuffix("m")) if each["cpu"].endswith("m") else 1000 * int(each["cpu"]) for each in wanted)
    say(f"what does not fit: the overlay requests {cores} m of processor for programs and NATS, and 1500 m for PostgreSQL; the node has 2000 m")


def test_a_lost_primary_costs_no_acknowledged_order(open_shop, say):
    before = production.primary(open_shop)
    with shoppers() as ledger:
        assert eventually(lambda: len(ledger.kept) >= 20, PATIENCE)
        lost = production.Outage(ledger)
        open_shop.kubectl("delete", "pod", before, "--grace-period=0", "--force", IN)
        assert lost.ends(PATIENCE)
        assert production.primary(open_shop) != before
        assert eventually(lambda: len(ledger.kept) >= lost.kept + 20, PATIENCE)
    say(f"failover of PostgreSQL: {lost.seconds:.1f} s without an order; {ledger.told()}")
    assert ledger.kept.keys() <= production.orders(open_shop)
    assert eventually(lambda: production.ready_instances(open_shop) == 2, PATIENCE)


def test_a_lost_nats_server_costs_no_order_and_no_event(open_shop, say):
    with shoppers() as ledger:
        assert eventually(lambda: len(ledger.kept) >= 20, PATIENCE)
        lost = production.Outage(ledger)
        open_shop.kubectl("delete", "pod", "nats-0", "--grace-period=0", "--force", IN)
        assert lost.ends(PATIENCE)
        open_shop.kubectl("rollout", "status", "statefulset/nats", "--timeout=180s", IN)
    say(f"loss of a NATS server: {lost.seconds:.1f} s without an order; {ledger.told()}")
    assert not ledger.failed, ledger.failed[:3]
    assert ledger.kept.keys() <= production.orders(open_shop)
    assert eventually(lambda: production.count(open_shop, "shop_order", "outbox WHERE published_at IS NULL") == 0, PATIENCE)
    kept = len(production.orders(open_shop))
    assert eventually(lambda: production.count(open_shop, "shop_inventory", "reservations WHERE state = 'placed'") == kept, PATIENCE)


def test_programs_start_again_with_both_engines_as_they_are(open_shop, say):
    for name in ("order", "notification"):
        open_shop.kubectl("rollout", "restart", "deployment", name, IN)
        open_shop.kubectl("rollout", "status", "deployment", name, "--timeout=300s", IN)
    with shoppers(each=5) as ledger:
        pass
    assert not ledger.failed, ledger.failed[:3]
    ends = {pod["metadata"]["name"]: status["lastState"] for pod in open_shop.list("pod", IN)
            for status in pod["status"].get("containerStatuses", []) if status["lastState"]}  # fmt: skip
    say(f"after all: {ledger.told()}; containers that ended: {', '.join(sorted(ends)) or 'none'}")
    assert "OOMKilled" not in json.dumps(ends)
