"""Visitors who cost the shop more than it has: each flood is bounded in number and time."""

import collections
import contextlib
import http.client
import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor

from load import PATIENCE, Browser, somewhere

LOGIN = "/api/v1/users/userlogin"
# The longest body that the gateway takes, but for its last bytes.
BODY = 64 * 1024
HELD = BODY - 16


def logins(endpoints, number, at_once):
    """How often each status was answered to so many logins, each of another visitor."""

    def log_in(_):
        browser, said = Browser(endpoints), {"email": "nobody@example.com", "password": "not-the-password"}
        with contextlib.closing(browser):
            return browser.send("POST", LOGIN, said)[0]

    with ThreadPoolExecutor(at_once) as pool:
        return collections.Counter(pool.map(log_in, range(number)))


@contextlib.contextmanager
def held_bodies(pod, number):
    """So many requests at one gateway whose bodies do not end while this lasts."""
    with contextlib.ExitStack() as stack:
        connections = [
            stack.enter_context(socket.create_connection(("127.0.0.1", pod.port), PATIENCE)) for _ in range(number)
        ]
        for connection in connections:
            head = f"POST {LOGIN} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n"
            head += f"X-Forwarded-For: {somewhere()}\r\nContent-Length: {BODY}\r\n\r\n"
            # One that is refused at once may be closed before all of it was sent.
            with contextlib.suppress(ConnectionError):
                connection.sendall(head.encode() + b" " * HELD)
        yield connections


def refused(connections):
    """How many of these connections were answered though their bodies have not ended."""
    count = 0
    for connection in connections:
        connection.setblocking(False)
        with contextlib.suppress(BlockingIOError, ConnectionError):
            count += connection.recv(12) != b""
    return count


def product_list_seconds(pod, number):
    """The longest of so many reads of the product list."""
    longest = 0.0
    for _ in range(number):
        begun = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", pod.port, timeout=PATIENCE)
        connection.request("GET", "/api/v1/products/")
        assert json.loads(connection.getresponse().read())["data"]
        connection.close()
        longest = max(longest, time.monotonic() - begun)
    return longest
