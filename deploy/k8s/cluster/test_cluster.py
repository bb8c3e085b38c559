"""The shop in a real Kubernetes: what the manifests promise, asked of the API server, the kubelet and the packet filter."""

import json
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
import yaml

import monitoring
import network
import shop
import traces
from load import ORDER, Browser, Shoppers
from manifests import K8S, PROGRAMS, named, of_kind
from probes import eventually
from shop import NAMESPACE, SHOP

IN = f"--namespace={NAMESPACE}"
PREPARE = shop.prepare


def shoppers(**options):
    """A port of the node leads to a dead gateway until the kubelet has told of it, so a shopper tries for some seconds."""
    return Shoppers(lambda: [SHOP], tries=6, **options)


def needs(node, part):
    """Skips a test of what the chosen cluster lacks."""
    if reason := node.lacks.get(part):
        pytest.skip(reason)


def check_kept(node, ledger):
    """Every acknowledged order is in the database, and none failed."""
    ledger.check(shop.orders(node))


def test_the_api_server_takes_the_overlay_as_it_is(node, say):
    """`kubectl apply --kustomize`, as OPERATIONS.md has it: a dry run by the server, which checks every field."""
    node.kubectl("create", "namespace", NAMESPACE)
    overlay = f"--kustomize={K8S / 'overlays/dev'}"
    said = node.kubectl("apply", "--server-side", "--field-manager=vanmool", "--dry-run=server", "--force-conflicts", overlay)
    assert said.count("serverside-applied") == said.count("\n"), said
    say(f"overlay dev: {said.count('serverside-applied')} objects taken by a dry run of the server")


def test_a_second_apply_changes_nothing(opened):
    found = yaml.safe_dump_all(shop.objects())
    differs = opened.kubectl("diff", "--server-side", "--field-manager=vanmool", "--force-conflicts", "--filename=-", input=found)
    assert differs == "", differs


def test_every_pod_becomes_ready(opened, say):
    seen = shop.restarts(opened)
    say(f"restarts while the shop started: {sum(times for times, _, _ in seen.values())}")
    assert all(reason != "OOMKilled" for _, reason, _ in seen.values()), seen


def test_a_pod_that_reaches_for_the_node_is_refused(opened):
    """By admission, Pod Security `restricted`."""
    pod = {
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "bad", "namespace": NAMESPACE},
        "spec": {"hostNetwork": True, "containers": [{"name": "bad", "image": "vanmool/order:dev"}]},
    }  # fmt: skip
    refused = ""
    try:
        opened.kubectl("create", "--filename=-", "--dry-run=server", input=json.dumps(pod))
    except AssertionError as error:
        refused = str(error)
    assert 'violates PodSecurity "restricted' in refused, refused


def test_no_pod_has_a_token(opened):
    for pod in shop.pods(opened):
        mounts = [mount["mountPath"] for container in pod["spec"]["containers"] for mount in container.get("volumeMounts", [])]
        assert "/var/run/secrets/kubernetes.io/serviceaccount" not in mounts, pod["metadata"]["name"]


def test_policies_let_through_what_settings_name_and_nothing_else(opened, say):
    """Each pod tries every other pod at every port that one listens at, and the API server."""
    allowed = network.allowed(shop.objects())
    ports = sorted({port for _, _, port in allowed} | {4222, 5432, 7000, 8080, 8222, 9100})
    targets = {}
    for pod in shop.pods(opened):
        targets.setdefault(pod["metadata"]["labels"]["app.kubernetes.io/name"], pod)
    tries = "".join(
        f"{name} {pod['status']['podIP']} {port}\n" for name, pod in sorted(targets.items()) for port in ports
    )
    listening = set(connect(opened, None, tries))
    [here] = opened.list("node")
    api = next(each["address"] for each in here["status"]["addresses"] if each["type"] == "InternalIP")
    say(f"policies: {len(listening)} ports listen in {len(targets)} workloads")
    wrong = []
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda item: (item[0], connect(opened, item[1], tries + f"api {api} 6443\n")), targets.items())
        for source, reached in answers:
            for line in listening:
                name, _, port = line.split()
                if source != name and ((source, name, int(port)) in allowed) != (line in reached):
                    wrong.append((source, name, port, "open" if line in reached else "closed"))
            assert not any(line.startswith("api ") for line in reached), f"{source} reaches the API server"
    tried = len(targets) * (len(listening) + 1)
    say(f"policies: {tried} connections tried, {len(wrong)} other than the policies say")
    assert not wrong, sorted(wrong)


# Every connection at the same time.
PROBE = """
while read -r name host port; do
  timeout 2 bash -c ': </dev/tcp/$0/$1' "$host" "$port" 2>/dev/null && echo "$name $host $port" &
done
wait
"""


def connect(node, pod, tries):
    """The tries that are accepted from a pod's network, or from the node's own."""
    command = ["bash", "-c", PROBE]
    if pod is not None:
        command = ["nsenter", f"--target={shop.main_process(node, pod)}", "--net", "--", *command]
    return node.inside(*command, input=tries).splitlines()


def test_orders_through_a_port_of_the_node_are_kept(opened, say):
    with shoppers(each=10) as ledger:
        pass
    say(f"orders through the node's port: {ledger.told()}")
    check_kept(opened, ledger)


def test_an_order_is_one_tree_in_jaeger_and_one_mail_in_mailpit(opened, say):
    with shoppers(at_once=1, each=1) as ledger:
        pass
    [trace], [to] = ledger.traces, ledger.kept.values()

    def spans():
        return shop.spans(opened, trace)

    assert eventually(lambda: traces.is_whole(spans()), 60), traces.named(spans())
    say(f"Jaeger: {traces.told(spans())}")

    def mails():
        return shop.answer(opened, "mailpit", 8025, f"/api/v1/search?query=to:{to}")["messages"]

    assert eventually(mails, 60)
    say(f"Mailpit: {mails()[0]['Subject']!r}")


def find(node, page, since, is_it):
    """The spans that are meant, of the traces since a moment that Jaeger finds by the search of a runbook."""
    search = f"{monitoring.search(monitoring.pages()[page])}&start={int(since * 1e6)}"

    def found():
        spans = [span for trace in shop.answer(node, "jaeger", 16686, search)["data"] for span in trace["spans"]]
        tagged = [{**span, "tags": {tag["key"]: tag["value"] for tag in span["tags"]}} for span in spans]
        return [span for span in tagged if is_it(span)]

    meant = eventually(found, 60)
    assert meant, search
    return meant


def test_jaeger_finds_a_slow_statement(opened, say):
    since = time.time()
    with shoppers(at_once=1, pause=0) as ledger:
        assert eventually(lambda: ledger.kept)
        shop.query(opened, "BEGIN; LOCK TABLE orders IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(1); COMMIT")

    def is_slow(span):
        return span["duration"] >= 500_000 and span["tags"].get("code.file.path", "").startswith("services/order/")

    [slow, *_] = find(opened, "DatabasePoolExhausted", since, is_slow)
    say(f"Jaeger, a slow statement: {slow['operationName']!r} of {slow['tags']['code.file.path']}, {slow['duration'] // 1000} ms")
    check_kept(opened, ledger)


def test_jaeger_finds_a_lost_nats(opened, say):
    since = time.time()
    with shoppers() as ledger:
        [server] = shop.pods(opened, "nats")
        shop.kill(opened, server)
        failed = find(opened, "NatsDown", since, lambda span: "error" in span["tags"] and span["operationName"].startswith("publish "))
        shop.wait_ready(opened)
    say(f"Jaeger, a lost NATS: {sorted({span['operationName'] for span in failed})}; {ledger.told()}")
    check_kept(opened, ledger)


def test_jaeger_finds_a_declined_payment(opened, say):
    """Later tests take the provider away again, because they apply the overlay as it is."""
    needs(opened, "payments")
    found = shop.objects()
    shop.take_payments(found)
    shop.apply(opened, found)
    shop.wait_ready(opened)
    since, browser, checkout = time.time(), Browser(lambda: [SHOP]), shoppers().checkout("asha@example.com")
    _, _, quote = browser.send("GET", f"/api/v1/delivery?pincode={checkout['pincode']}")
    checkout |= {"paymentMethod": "online", "totalAmount": checkout["totalAmount"] + quote["data"]["prepaid"]}
    status, _, placed = browser.send("POST", ORDER, checkout, **{"Idempotency-Key": str(uuid.uuid4())})
    assert status == 201, placed
    proof = {"mobilenumber": checkout["mobilenumber"]}
    payment = f"/api/v1/users/orders/{placed['data']['orderNumber']}/payment"
    status, _, started = browser.send("POST", payment, proof)
    assert status == 200, started
    declined = shop.decline(opened, f"plink_{started['data']['payUrl'].rpartition('/')[2]}")
    assert declined["outcome"] == "declined", declined
    assert eventually(lambda: browser.send("POST", f"{payment}/state", proof)[2]["data"]["state"] == "declined")
    [learnt, *_] = find(opened, "PaymentFindings", since, lambda span: span["tags"].get("url.path") == f"{payment}/state")
    say(f"Jaeger, a declined payment: {learnt['operationName']!r} learnt of it")


def test_five_hundred_orders_during_a_rolling_update_of_every_program(opened, say):
    begun = time.monotonic()
    with shoppers(pause=0.2) as ledger:
        for name in PROGRAMS:
            opened.kubectl("rollout", "restart", "deployment", name, IN)
        shop.wait_ready(opened)
        rolled = time.monotonic() - begun
        assert eventually(lambda: len(ledger.kept) >= 500, 600)
    say(f"rolling update of {len(PROGRAMS)} programs in {rolled:.0f} s; {ledger.told()}")
    check_kept(opened, ledger)


def test_a_killed_pod_of_every_program_fails_no_order(opened, say):
    with shoppers() as ledger, ThreadPoolExecutor(4) as pool:
        first = [shop.pods(opened, name)[0] for name in PROGRAMS]
        list(pool.map(lambda pod: shop.kill(opened, pod), first))
        shop.wait_ready(opened)
    say(f"killed: one pod of each of {len(PROGRAMS)} programs; {ledger.told()}")
    check_kept(opened, ledger)


def test_an_eviction_leaves_a_replica_of_every_program(opened, say):
    """By the API that a drain uses: the budget holds the second replica while the first is replaced."""
    with shoppers() as ledger:
        refused = 0
        for name in PROGRAMS:
            replicas = shop.pods(opened, name)
            answers = [evict(opened, pod) for pod in replicas]
            refused += answers.count(False)
            assert answers[0] and len(replicas) < 2 or not all(answers), f"{name}: {answers}"
        shop.wait_ready(opened)
    say(f"evictions: one pod of each program went, {refused} were refused by a budget; {ledger.told()}")
    check_kept(opened, ledger)


def test_a_drain_waits_for_budgets_and_leaves_a_replica_of_every_program(opened, say):
    """`kubectl drain` of the only node, which has none to move pods to: budgets hold the second replicas until the drain gives up."""
    several = [name for name in PROGRAMS if len(shop.pods(opened, name)) > 1]
    with shoppers() as ledger:
        begun = time.monotonic()
        try:
            refused = drain(opened)
            left = {name: len(shop.pods(opened, name)) for name in several}
            drained = time.monotonic() - begun
        finally:
            opened.kubectl("uncordon", opened.name)
        shop.wait_ready(opened)
    say(f"drain: refused by budgets for {drained:.0f} s, all pods back after {time.monotonic() - begun:.0f} s; {ledger.told()}")
    assert "disruption budget" in refused, refused
    assert set(left.values()) == {1}, left
    check_kept(opened, ledger)


def drain(node):
    """The words of a drain of the programs; it ends when budgets have held a pod for 15 s. Engines have one replica and stay."""
    programs = "--pod-selector=app.kubernetes.io/component in (service,gateway)"
    try:
        return node.kubectl("drain", node.name, programs, "--ignore-daemonsets", "--delete-emptydir-data", "--timeout=15s")
    except AssertionError as error:
        return str(error)


def evict(node, pod):
    """True if a pod may go, False if a budget holds it."""
    name = pod["metadata"]["name"]
    body = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name, "namespace": NAMESPACE}}
    path = f"/api/v1/namespaces/{NAMESPACE}/pods/{name}/eviction"
    try:
        node.kubectl("create", f"--raw={path}", "--filename=-", input=json.dumps(body))
    except AssertionError as error:
        assert "disruption budget" in str(error), error
        return False
    return True


def test_changed_settings_reach_every_pod(opened, say):
    """A ConfigMap and a Secret get new names by their contents; the pods that use them are replaced."""
    found = shop.objects()
    frame = next(o for o in of_kind(found, "ConfigMap") if o["metadata"]["name"].startswith("frame"))
    secret = next(o for o in of_kind(found, "Secret") if o["metadata"]["name"].startswith("identity-") and "code-key" in str(o))
    text = json.dumps(found)
    for old, new in {frame["metadata"]["name"]: "frame-changed", secret["metadata"]["name"]: "identity-changed"}.items():
        text = text.replace(f'"{old}"', f'"{new}"')
    changed = json.loads(text)
    named(changed, "ConfigMap", "frame-changed")["data"]["RUST_LOG"] = "warn"
    before = {pod["metadata"]["name"] for name in PROGRAMS for pod in shop.pods(opened, name)}
    with shoppers() as ledger:
        shop.apply(opened, changed, "--force-conflicts")
        shop.wait_ready(opened)
    after = {pod["metadata"]["name"] for name in PROGRAMS for pod in shop.pods(opened, name)}
    say(f"changed ConfigMap and Secret: {len(after - before)} new pods; {ledger.told()}")
    assert not before & after
    check_kept(opened, ledger)


def test_an_autoscaler_sees_what_pods_use(opened, say):
    needs(opened, "metrics")
    hpa = {
        "apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": "gateway", "namespace": NAMESPACE},
        "spec": {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "gateway"},
            "minReplicas": 2, "maxReplicas": 3,
            "metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 10}}}],
        },
    }  # fmt: skip
    shop.apply(opened, [hpa])
    try:
        with shoppers(at_once=8, pause=0) as ledger:
            replicas = "--output=jsonpath={.status.desiredReplicas}"
            grown = eventually(lambda: opened.kubectl("get", "hpa", "gateway", IN, replicas) == "3", 180)
        say(f"autoscaler: {'three gateways' if grown else 'not grown'} under load; {ledger.told()}")
        assert grown, opened.kubectl("describe", "hpa", "gateway", IN)
        check_kept(opened, ledger)
    finally:
        opened.kubectl("delete", "hpa", "gateway", IN)


def test_limits_hold_without_a_kill(opened, say):
    """After all that load, no container met its limit of memory."""
    seen = shop.restarts(opened)
    assert all(reason != "OOMKilled" for _, reason, _ in seen.values()), seen
    needs(opened, "metrics")
    rows = [line.split() for line in opened.kubectl("top", "pod", IN, "--no-headers").splitlines()]
    most = Counter()
    for name, _, memory in rows:
        most[name.rsplit("-", 2)[0]] = max(most[name.rsplit("-", 2)[0]], int(memory.removesuffix("Mi")))
    say("memory: " + ", ".join(f"{name} {size} MiB" for name, size in sorted(most.items())))


def test_a_node_that_lost_its_power_brings_the_shop_back(opened, say):
    with shoppers(each=10) as ledger:
        pass
    begun = time.monotonic()
    opened.restart()
    up = time.monotonic() - begun
    shop.wait_ready(opened)
    assert eventually(lambda: ledger.kept.keys() <= shop.orders(opened), 60)
    with shoppers(each=5) as afterwards:
        pass
    say(f"node restart: node ready after {up:.0f} s, shop after {time.monotonic() - begun:.0f} s; {afterwards.told()}")
    check_kept(opened, afterwards)
    assert opened.name in opened.kubectl("get", "nodes")
