"""NATS's users may say and hear what their programs do, asked of the server itself."""

import functools
import json
import os
import re
import socket
import subprocess
import time

import pytest

from manifests import K8S, ROOT, SERVICES, TELLING, TOOLS

CONF = K8S / "engines/nats"
INFO = ("INFO", "CREATE", "UPDATE")
# Subjects for the operator only.
FORBIDDEN = [
    "$JS.API.STREAM.DELETE.ORDERS", "$JS.API.STREAM.PURGE.ORDERS", "$JS.API.STREAM.MSG.GET.ORDERS",
    "$JS.API.DIRECT.GET.ORDERS", "$JS.API.STREAM.LIST", "$JS.API.CONSUMER.DELETE.ORDERS.order-notice",
    "$JS.API.CONSUMER.CREATE.ORDERS.spy", "$JS.API.STREAM.CREATE.OTHER", "$SYS.REQ.SERVER.PING", "other",
]  # fmt: skip
# Prefixes of a constant in Rust.
VISIBLE = r"(?:pub(?:\(crate\))? )?"


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


PORT = free_port()


def reconciling(service, *streams):
    """What a service says to read its streams' headers, to hold them against what it keeps."""
    return {
        f"$JS.API.CONSUMER.{call}.{stream}.reconcile-{service}" for stream in streams for call in ("CREATE", "MSG.NEXT", "DELETE")
    }


@functools.cache
def sources(service):
    return [file.read_text() for file in sorted((ROOT / f"services/{service}/src").rglob("*.rs"))]


def publisher(service):
    """What a relay says: its events, and the three calls by which it makes its stream. Nothing without a stream."""
    file = ROOT / f"services/{service}/src/events.rs"
    text = file.read_text() if file.exists() else ""
    if "STREAM: StreamConfig" not in text:
        return set()
    if "data_rights::STREAM" in text:
        # The stream about accounts has several readers, and so stands apart.
        text = ACCOUNTS
    stream = re.search(r'name: "(\w+)",\s*subjects: &\["([\w.]+)>"\]', text)
    # Some services have their events written by their database.
    migrations = "".join(file.read_text() for file in (ROOT / f"services/{service}/migrations").glob("*.sql"))
    events = set(re.findall(r"""["'](shop\.[\w.]+\.v\d+)["']""", text + migrations))
    assert events
    assert all(event.startswith(stream[2]) for event in events)
    return events | {f"$JS.API.STREAM.{call}.{stream[1]}" for call in INFO} | reconciling(service, stream[1])


@functools.cache
def subscriptions(service):
    """The fields of a service's subscriptions, with those that one takes over from another, and those about accounts."""
    about_accounts = [
        {
            "name": f"{service}-{name}",
            "stream": "ACCOUNTS",
            "subject": subject,
            "dead_letter_subject": f"shop.dead_letter.{service}-{name}",
        }
        for name, subject in (
            ("data-requested", "shop.account.data_requested.v1"),
            ("account-deleted", "shop.account.deleted.v1"),
        )
        if any(f'subscriptions!("{service}")' in text for text in sources(service))
    ]
    # Mails follow events in a table, a line each.
    mails = [
        {"name": mail, "stream": stream, "subject": subject, "dead_letter_subject": f"shop.dead_letter.{mail}"}
        for text in sources(service)
        for stream, subject, mail in re.findall(r'event!\((\w+), "([^"]+)" => "([^"]+)", \w+\)', text)
    ]
    # Its further consumers are in one file or several, each with its constants; one may be taken from another, and of
    # another file's only what this does not look at.
    listening = [text for text in sources(service) if ": Subscription = Subscription {" in text]
    if not listening:
        return [*mails, *about_accounts]
    consumed = []
    for text in listening:
        found = {}
        for name, body in re.findall(rf"^{VISIBLE}const (\w+): Subscription = Subscription \{{(.*?)\n\}};", text, re.M | re.S):
            base = re.search(r"^    \.\.(\w+)", body, re.M)
            fields = dict(re.findall(r'^    (\w+): "([^"]+)"', body, re.M))
            found[name] = {**(found.get(base[1], {}) if base else {}), **fields}
        assert found and len(found) == text.count(": Subscription = ")
        consumed += found.values()
    return [*consumed, *about_accounts]


def consumers(service):
    """What a service says for each of its durable consumers, and for dead letters. Nothing without consumers."""
    if not subscriptions(service):
        return set()
    said, streams = set(), {"DEAD_LETTERS"}
    for fields in subscriptions(service):
        stream, name, subject = fields["stream"], fields["name"], fields["subject"]
        streams.add(stream)
        said |= {
            f"$JS.API.STREAM.INFO.{stream}",
            f"$JS.API.CONSUMER.INFO.{stream}.{name}",
            f"$JS.API.CONSUMER.CREATE.{stream}.{name}.{subject}",
            f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{name}",
            f"$JS.ACK.{stream}.{name}.1.2.3.4.5",
        }
    said |= reconciling(service, *streams) | dead_letters()
    return said | {f"$JS.API.STREAM.{call}.DEAD_LETTERS" for call in INFO}


def dead_letters():
    """Dead letters of every consumer are in one stream, and each program with consumers may publish them."""
    return {fields["dead_letter_subject"] for service in SERVICES for fields in subscriptions(service)}


def listener():
    """What the gateway hears."""
    constants = {"changes.rs": "PRODUCT_CHANGED", "catalog/stock.rs": "STOCK_CHANGED", "shop/facts_cache.rs": "SHOP_CHANGED"}
    return {constant_of(f"gateway/storefront/src/{file}", name) for file, name in constants.items()}


def constant_of(file, name):
    return re.search(rf'const {name}: &str = "([^"]+)"', (ROOT / file).read_text())[1]


ACCOUNTS = (ROOT / "services/shared/data_rights/src/data_source.rs").read_text()
# Hears catalog and inventory, and says nothing.
HEARD = {"gateway": listener()}
SAID = {service: publisher(service) | consumers(service) for service in SERVICES}
EXPECTED = {"gateway": set(), **{service: said for service, said in SAID.items() if said}}


def test_whoever_says_or_hears_something_has_a_user():
    assert set(EXPECTED) == set(TELLING)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The server that production runs, with the configuration that it gets, but for ports and folders."""
    home = tmp_path_factory.mktemp("nats")
    for file in CONF.glob("*.conf"):
        (home / file.name).write_text(file.read_text())
    conf = home / "nats.conf"
    text = conf.read_text().replace("/run/nats/", f"{home}/").replace("store_dir: /data", f"store_dir: {home}/data")
    conf.write_text(text.replace("0.0.0.0:4222", f"127.0.0.1:{PORT}").replace("0.0.0.0:8222", "127.0.0.1:-1"))
    # A password that would be read as a number, were it not for the quotes that the manifest puts around it.
    passwords = {f"{user}_PASSWORD".upper(): '"12e34"' for user in [*EXPECTED, "operator"]}
    with (home / "log").open("w") as log:
        command = [TOOLS / "nats-server", "--config", conf]
        process = subprocess.Popen(command, env={**os.environ, **passwords, "POD_NAME": "nats-0"}, stderr=log)
        try:
            for _ in range(600):
                if "Server is ready" in (home / "log").read_text():
                    break
                assert process.poll() is None, (home / "log").read_text()
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait(timeout=60)


def talk(user, lines):
    """What the server answers to some lines of its protocol, up to the end of them or of its patience."""
    who = json.dumps({"user": user, "pass": "12e34", "verbose": False, "pedantic": False})
    with socket.create_connection(("127.0.0.1", PORT), timeout=30) as connection:
        connection.sendall("".join(f"{line}\r\n" for line in [f"CONNECT {who}", *lines, "PING"]).encode())
        heard = ""
        while "PONG\r\n" not in heard and (more := connection.recv(65536)):
            heard += more.decode()
    return heard


def refused(user, say=(), hear=()):
    """Which subjects the server does not let a user say, or listen to."""
    lines = [f"PUB {subject} 0\r\n" for subject in say] + [f"SUB {subject} {n}" for n, subject in enumerate(hear)]
    heard = talk(user, lines)
    assert "PONG" in heard, heard
    return set(re.findall(r'Permissions Violation for (?:Publish|Subscription) to "([^"]+)"', heard))


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("user", EXPECTED)
def test_a_service_says_what_it_must_and_nothing_else(user):
    everything = set().union(*EXPECTED.values(), FORBIDDEN)
    assert refused(user, say=everything) == everything - EXPECTED[user]


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("user", EXPECTED)
def test_a_service_hears_only_what_is_meant_for_it(user):
    overheard = {">", "shop.>", "shop.order.placed.v1", "shop.catalog.>", "$JS.EVENT.ADVISORY.>", "$SYS.>", "_INBOX.>"}
    overheard |= {"shop.stock.>", "_INBOX.*.abc"} | {f"_INBOX.{other}.abc.*" for other in EXPECTED if other != user}
    own = f"_INBOX.{user}.abc.*"
    if user in HEARD:
        # It asks nothing, so it gets no answers.
        overheard |= {own}
    else:
        overheard |= set().union(*HEARD.values())
    assert refused(user, hear=[own, *HEARD.get(user, ()), *overheard]) == overheard


@pytest.mark.usefixtures("server")
def test_a_stranger_is_not_let_in():
    assert "Authorization Violation" in talk("stranger", [])


def test_production_has_three_servers_with_tls():
    text = (K8S / "overlays/production/topology.conf").read_text()
    assert len(re.findall(r"nats://nats-\d\.nats-servers\.vanmool\.svc:6222", text)) == 3
    assert "verify: true" in text and "no_advertise: true" in text
    assert "sync_interval: always" in (CONF / "nats.conf").read_text()
