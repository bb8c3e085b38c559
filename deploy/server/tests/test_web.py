"""Caddy as the package runs it, before gateways that only say what came: what one client can do to it."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from server import SERVER, free_port
from units import ROOT, UNITS, Process, eventually, read

needs_caddy = pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
needs_networks = pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("ip") or not shutil.which("nft"), reason="needs root, iproute2 and nftables"
)
KIB, MIB = 1024, 1024 * 1024
# The number of connections that one client opens.
HELD = 300
# Caddy before 2.7 reports a gateway failure for bodies that are too large.
TOO_LARGE = (413, 502)


class Gateway(BaseHTTPRequestHandler):
    """Answers with the length of the body that came."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if len(body) == int(self.headers["Content-Length"]):
            self.answer(str(len(body)))

    def do_GET(self):
        self.answer("here")

    def answer(self, text):
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


class Web:
    """Caddy of the package's unit. Its shop is at `scheme`, on ports of its own."""

    def __init__(self, folder, scheme):
        self.gateway = ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
        self.gateway.daemon_threads = True
        threading.Thread(target=self.gateway.serve_forever, daemon=True).start()
        self.scheme, self.shop, self.office, self.plain = scheme, free_port(), free_port(), free_port()
        etc, state = folder / "etc", folder / "state"
        (etc / "programs").mkdir(parents=True)
        behind = f"127.0.0.1:{self.gateway.server_address[1]}"
        addresses = f"SITE_URL={scheme}://localhost:{self.shop}\nOFFICE_URL={scheme}://localhost:{self.office}\n"
        (etc / "shop.env").write_text(addresses)
        (etc / "programs/web.env").write_text(f"GATEWAY={behind}\nOFFICE={behind}\nSCHEME={scheme}\n")
        # Avoids ports 80 and 443 and the trust store of this machine.
        ours = f"admin off\n\thttp_port {self.plain}\n\tskip_install_trust"
        (etc / "Caddyfile").write_text((SERVER / "Caddyfile").read_text().replace("admin off", ours))
        self.authority = state / "vanmool-web/caddy/pki/authorities/local/root.crt"
        self.log = (folder / "caddy.log").open("w")
        folders = {"/etc/vanmool": etc, "/usr/share/vanmool": etc, "/var/lib": state}
        self.process = Process(UNITS / "vanmool-web.service", folders, self.log)
        self.process.start()
        self.process.wait_until_ready()
        # Its own authority signs the certificates at the first start.
        eventually(self.is_open, 60, "Caddy answers")

    def is_open(self):
        try:
            return self.ask(self.shop)[0] == 200 and self.ask(self.office)[0] == 200
        except OSError:
            return False

    def close(self):
        self.process.stop()
        self.gateway.shutdown()
        self.log.close()

    def context(self):
        if self.scheme == "http":
            return None
        eventually(self.authority.exists, 30, "Caddy has an authority of its own")
        return ssl.create_default_context(cafile=str(self.authority))

    def ask(self, port, path="/", body=None):
        """The status and what the gateway said."""
        request = urllib.request.Request(f"{self.scheme}://localhost:{port}{path}", body, {"Content-Type": "application/octet-stream"})
        try:
            with urllib.request.urlopen(request, context=self.context(), timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""

    def resident(self):
        """Bytes of memory that Caddy holds now."""
        status = open(f"/proc/{self.process.child.pid}/status").read()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * KIB


@pytest.fixture(params=["http", "https"])
def web(request, folder):
    web = Web(folder, request.param)
    try:
        yield web
    finally:
        web.close()


def memory_max():
    return int(read(UNITS / "vanmool-web.service")["MemoryMax"][0].removesuffix("M")) * MIB


def hold(web, port, over_tls):
    """Connections of one address, each with as much of a head as Caddy takes, and no end of it."""
    unfinished = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 980_000
    held = []
    for _ in range(HELD):
        connection = socket.create_connection(("127.0.0.1", port), 30, source_address=("127.0.0.2", 0))
        if over_tls:
            connection = web.context().wrap_socket(connection, server_hostname="localhost")
        held.append(connection)

    def send(connection):
        try:
            connection.settimeout(30)
            connection.sendall(unfinished)
        except OSError:
            pass  # Refused on the way.

    senders = [threading.Thread(target=send, args=(connection,), daemon=True) for connection in held]
    for sender in senders:
        sender.start()
    return held, senders


def is_closed(connection):
    connection.settimeout(0)
    try:
        while connection.recv(65536):
            pass
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    except OSError:
        pass
    return True


@needs_caddy
@pytest.mark.parametrize("where", ["shop", "office", "plain"])
def test_unfinished_heads_take_little_memory_and_keep_no_one_out(web, where, capsys):
    if where == "plain" and web.scheme == "http":
        pytest.skip("only a shop with TLS listens there")
    over_tls = web.scheme == "https" and where != "plain"
    assert web.ask(web.shop) == (200, "here")
    before, most = web.resident(), 0
    held, senders = hold(web, getattr(web, where), over_tls)
    while any(sender.is_alive() for sender in senders):
        most = max(most, web.resident())
        time.sleep(0.05)
    assert web.ask(web.shop) == (200, "here"), "another address is answered meanwhile"
    most = max(most, web.resident())
    eventually(lambda: all(is_closed(connection) for connection in held), 30, "Caddy closes them")
    with capsys.disabled():
        print(f"\n  {web.scheme} {where}: {before // MIB} MiB grew to {most // MIB} MiB under {HELD} unfinished heads")
    assert most < memory_max()


@needs_caddy
def test_as_many_connections_as_it_may_have_files_fit_into_its_memory(folder, capsys):
    web = Web(folder, "https")
    try:
        context, before = web.context(), web.resident()
        held = [
            context.wrap_socket(socket.create_connection(("127.0.0.1", web.shop), 30), server_hostname="localhost") for _ in range(HELD)
        ]
        each = (web.resident() - before) / len(held)
        most = int(read(UNITS / "vanmool-web.service")["LimitNOFILE"][0])
        with capsys.disabled():
            print(f"\n  {each / KIB:.0f} KiB for a connection over TLS, {(before + most * each) / MIB:.0f} MiB with {most} of them")
        assert before + most * each < memory_max()
    finally:
        web.close()


@needs_caddy
def test_a_head_that_comes_byte_by_byte_is_closed(web):
    port = web.shop if web.scheme == "http" else web.plain
    with socket.create_connection(("127.0.0.1", port), 30) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")

        def refuses_more():
            try:
                connection.sendall(b"x")
            except OSError:
                return True
            return is_closed(connection)

        eventually(refuses_more, 30, "Caddy closes it")


def uploads():
    """Where the office takes files, as its gateway says."""
    sources = ["photos/uploading.rs", "imports/starting.rs"]
    paths = [re.search(r'PATH: &str = "(\S+)"', (ROOT / "gateway/office/src" / source).read_text())[1] for source in sources]
    return [re.sub(r"\{\w+\}", "x", path) for path in paths]


@needs_caddy
def test_only_files_for_the_office_may_be_large(web):
    file = b"x" * 16 * MIB
    for path in uploads():
        assert web.ask(web.office, path, file) == (200, str(len(file))), path
        assert web.ask(web.shop, path, b"x" * MIB)[0] in TOO_LARGE, path
    notice = b"x" * 256 * KIB
    assert web.ask(web.shop, "/api/v1/payments/webhooks/razorpay", notice) == (200, str(len(notice)))
    assert web.ask(web.office, "/api/office/v1/session", b"x" * MIB)[0] in TOO_LARGE


@needs_networks
def test_one_address_cannot_take_every_connection():
    """A network of two machines: the server with the package's rules, and a client with two addresses."""
    name = f"vanmool-{os.getpid()}"
    inside = ["ip", "netns", "exec", f"{name}-s"]
    run = lambda *command: subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: E731
    try:
        for side, address in (("s", "192.0.2.1/24"), ("c", "192.0.2.2/24")):
            run("ip", "netns", "add", f"{name}-{side}")
            if side == "s":
                run("ip", "-n", f"{name}-s", "link", "add", "way", "type", "veth", "peer", "name", "way2")
            else:
                run("ip", "-n", f"{name}-s", "link", "set", "way2", "netns", f"{name}-c", "name", "way")
            run("ip", "-n", f"{name}-{side}", "address", "add", address, "dev", "way")
        run("ip", "-n", f"{name}-c", "address", "add", "192.0.2.3/24", "dev", "way")
        for side in "sc":
            run("ip", "-n", f"{name}-{side}", "link", "set", "way", "up")
        run(*inside, "nft", "--file", str(SERVER / "connections.nft"))
        server = subprocess.Popen([*inside, "python3", "-c", LISTEN], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout.readline() == "listening\n"
            client = run("ip", "netns", "exec", f"{name}-c", "python3", "-c", CONNECT).stdout.split()
        finally:
            server.kill()
            server.wait()
    finally:
        for side in "sc":
            subprocess.run(["ip", "netns", "delete", f"{name}-{side}"], capture_output=True)
    first, other = map(int, client)
    assert first == 512, "as many of one address as the rules say"
    assert other == 1, "another address finds room"


LISTEN = """
import socket
listener = socket.create_server(("192.0.2.1", 443), backlog=1024)
print("listening", flush=True)
kept = []
while True:
    kept.append(listener.accept()[0])
"""

CONNECT = """
import socket
held = {"192.0.2.2": [], "192.0.2.3": []}
for address, wanted in (("192.0.2.2", 600), ("192.0.2.3", 1)):
    for _ in range(wanted):
        try:
            held[address].append(socket.create_connection(("192.0.2.1", 443), 30, source_address=(address, 0)))
        except ConnectionRefusedError:
            pass
print(*map(len, held.values()))
"""
