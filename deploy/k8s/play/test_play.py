"""The rendered dev overlay in containers: what the manifests promise, asked of the programs under them."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

import floods
import traces
from cluster import STOPS_WITHIN
from load import Shoppers, order_ids
from manifests import PROGRAMS, SERVICES, environment
from podman import podman
from pods import memory
from probes import eventually

MIB = 2**20


def check_kept(ledger):
    """Every acknowledged order is in the database, and none failed."""
    ledger.check(order_ids(partial(podman, "exec", "postgres-0")))


def received(cluster, name):
    """What a stand-in took so far."""
    [pod] = cluster.pods[name]
    return [json.loads(line) for line in podman("logs", pod.name).splitlines()]


def test_every_pod_runs_as_its_manifest_says(cluster):
    """From the kernel, not from what podman was told."""
    for pod in cluster.everybody():
        lines = Path(f"/proc/{pod.pid}/status").read_text().splitlines()
        status = dict(line.split(":\t") for line in lines if ":\t" in line)
        user = str(pod.spec["securityContext"]["runAsUser"])
        assert (status["Uid"].split(), status["CapBnd"], status["NoNewPrivs"]) == ([user] * 4, "0" * 16, "1"), pod.name
        root = next(line for line in Path(f"/proc/{pod.pid}/mounts").read_text().splitlines() if line.split()[1] == "/")
        assert "ro" in root.split()[3].split(","), pod.name


def test_a_service_reaches_no_other_services_database(cluster):
    urls = []
    for name in SERVICES:
        url = environment(cluster.kubelet.objects, cluster.workloads[name])["DATABASE_URL"]
        for other in SERVICES:
            urls.append(url.replace(f"/shop_{name}?", f"/shop_{other}?"))
    script = 'while read -r url; do psql "$url" -Atc "SELECT true" 2>&1 </dev/null || :; done'
    said = podman("exec", "--interactive", "postgres-0", "sh", "-c", script, input="\n".join([*urls, ""]))
    refusals = [line for line in said.splitlines() if "permission denied for database" in line]
    reached = [line for line in said.splitlines() if line == "t"]
    assert (len(reached), len(refusals)) == (len(SERVICES), len(SERVICES) * (len(SERVICES) - 1)), said


def test_orders_that_are_acknowledged_are_kept_and_mailed(cluster, say):
    with Shoppers(cluster.endpoints, each=10) as ledger:
        pass
    check_kept(ledger)
    expected = set(ledger.kept.values())
    assert eventually(lambda: expected <= {to for mail in received(cluster, "mailpit") for to in mail["to"]})
    say(f"orders: {ledger.told()}; all kept, all confirmed by mail")


def test_a_trace_is_one_tree_from_the_gateway_to_the_mail_server(cluster, say):
    with Shoppers(cluster.endpoints, at_once=1, each=1) as ledger:
        pass
    [trace] = ledger.traces

    def spans():
        found = [span for span in received(cluster, "jaeger") if span["trace"] == trace]
        return [{**span, "program": span["pod"].rpartition("-")[0]} for span in found]

    assert eventually(lambda: traces.is_whole(spans())), traces.named(spans())
    say(f"trace: {traces.told(spans())}")


def test_floods_stay_below_the_limits_of_memory(cluster, say):
    statuses = floods.logins(cluster.endpoints, number=240, at_once=80)
    assert statuses.keys() <= {401, 429, 503}, statuses
    gateway = cluster.endpoints()[0]
    with floods.held_bodies(gateway, number=600) as connections:
        seconds = floods.product_list_seconds(gateway, number=20)
        refused = floods.refused(connections)
    say(f"logins: 240, answered {dict(sorted(statuses.items()))}")
    say(f"held bodies: 600, {refused} refused; a reader beside them waited {seconds * 1000:.0f} ms at most")
    for name in PROGRAMS:
        seen = [memory(pod) for pod in cluster.pods[name]]
        peak, failures, kills = (max(numbers) for numbers in zip(*seen))
        limit = cluster.pods[name][0].limit
        used = f"{peak / MIB:.0f} of {limit / MIB:.0f} MiB"
        say(f"memory: {name} took {used}, met its limit {failures} times and was killed {kills} times")
        assert kills == 0, name
    assert not cluster.restarts


@pytest.mark.long
def test_a_release_of_every_program_fails_no_request(cluster, say):
    """All at once, as `kubectl apply` begins it."""
    begun = time.monotonic()
    with Shoppers(cluster.endpoints) as ledger, ThreadPoolExecutor() as pool:
        times = [seconds for rolled in pool.map(cluster.roll, PROGRAMS) for seconds in rolled]
    seconds = time.monotonic() - begun
    say(f"release: {len(times)} pods in {seconds:.0f} s, none stopped in more than {max(times):.1f} s; {ledger.told()}")
    check_kept(ledger)
    assert max(times) <= STOPS_WITHIN


@pytest.mark.long
def test_a_killed_replica_of_every_program_fails_no_request(cluster, say):
    with Shoppers(cluster.endpoints) as ledger, ThreadPoolExecutor() as pool:
        list(pool.map(lambda name: cluster.kill(cluster.pods[name][0]), PROGRAMS))
    say(f"killed: one replica of {len(PROGRAMS)} programs; {ledger.told()}")
    check_kept(ledger)
    assert not cluster.restarts
