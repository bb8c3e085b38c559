"""Shoppers who order, as a browser does, through whichever gateway is an endpoint."""

import http.client
import itertools
import json
import random
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field

PATIENCE = 20
ORDER = "/api/v1/users/orders/create/"
NUMBERS = itertools.count()


def somewhere():
    """An address of a shopper's own, for limits are counted by it."""
    number = next(NUMBERS)
    return f"198.{18 + number // 65536 % 2}.{number // 256 % 256}.{number % 256}"


class Browser:
    """A connection that is kept while it lasts."""

    def __init__(self, endpoints):
        self.endpoints, self.pod, self.connection, self.left = endpoints, None, None, None

    def send(self, method, path, body=None, **headers):
        """The status, the headers and the JSON of an answer."""
        if self.pod is None or not self.pod.is_endpoint:
            self.close()
            # Not the one that just failed, as a load balancer would choose.
            found = self.endpoints()
            self.pod = random.choice([pod for pod in found if pod is not self.left] or found)
            self.connection = http.client.HTTPConnection(self.pod.host, self.pod.port, timeout=PATIENCE)
        try:
            text = None if body is None else json.dumps(body)
            sent = {"X-Forwarded-For": somewhere(), "Content-Type": "application/json", **headers}
            self.connection.request(method, path, text, sent)
            answer = self.connection.getresponse()
            return answer.status, answer.headers, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            self.left = self.pod
            self.close()
            raise

    def close(self):
        if self.connection:
            self.connection.close()
        self.pod = self.connection = None


@dataclass
class Ledger:
    """What shoppers saw: orders by their ids with the address of the shopper, tries again, and what failed."""

    kept: dict = field(default_factory=dict)
    traces: list = field(default_factory=list)
    retries: list = field(default_factory=list)
    failed: list = field(default_factory=list)

    def told(self):
        """The ledger in a few words, with the commonest reasons of tries again."""
        reasons = ", ".join(f"{times} {reason[:60]}" for reason, times in Counter(self.retries).most_common(3))
        again = f"{len(self.retries)} tried again" + (f" ({reasons})" if reasons else "")
        return f"{len(self.kept)} orders, {again}, {len(self.failed)} failed"

    def check(self, stored):
        """Fails if an order failed, or if one that was acknowledged is not among these ids."""
        assert not self.failed, Counter(self.failed)
        assert not self.kept.keys() - stored, self.kept.keys() - stored


def order_ids(execute):
    """The ids of all orders in the database. `execute` runs a command in its container."""
    return set(execute("psql", "-U", "postgres", "-d", "shop_order", "-Atc", "SELECT id FROM orders").split())


class Shoppers:
    """Some shoppers at the same time, from `with` to its end, or until each ordered so often."""

    def __init__(self, endpoints, at_once=4, pause=0.05, each=None, tries=2):
        self.endpoints, self.pause, self.each, self.tries, self.ledger = endpoints, pause, each, tries, Ledger()
        self.enough = threading.Event()
        self.threads = [threading.Thread(target=self.shop) for _ in range(at_once)]
        _, _, products = Browser(endpoints).send("GET", "/api/v1/products/")
        # All packs but those that few are left of, so that no run sells out what it orders.
        self.packs = [
            (product, pack)
            for product in products["data"]
            for pack in product["variants"]
            if pack["availability"] == "in_stock"
        ]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self.ledger

    def __exit__(self, *_):
        if self.each is None:
            self.enough.set()
        for thread in self.threads:
            thread.join()

    def shop(self):
        browser, numbers = Browser(self.endpoints), itertools.count()
        while not self.enough.is_set() and next(numbers) != self.each:
            self.order(browser)
            time.sleep(self.pause)

    def order(self, browser):
        """One attempt: it is tried again with its key when it fails."""
        key, email = str(uuid.uuid4()), f"{uuid.uuid4().hex}@example.com"
        checkout = self.checkout(email)
        for number in range(1, self.tries + 1):
            try:
                status, headers, said = browser.send("POST", ORDER, checkout, **{"Idempotency-Key": key})
                if status == 201:
                    self.ledger.kept[said["data"]["orderId"]] = email
                    self.ledger.traces.append(headers["x-trace-id"])
                    return
                failure = f"{status}: {said['message']}"
            except (OSError, http.client.HTTPException, ValueError) as error:
                failure = repr(error)
            (self.ledger.failed if number == self.tries else self.ledger.retries).append(failure)
            time.sleep(0.3 * number)

    def checkout(self, email):
        product, pack = random.choice(self.packs)
        line = {
            "productName": product["productName"], "productId": product["_id"],
            "weightInGrams": pack["weightInGrams"], "quantity": 1, "basePrice": pack["price"],
            "actualPrice": pack["price"],
        }  # fmt: skip
        return {
            "fullname": "Asha Patel", "email": email, "mobilenumber": f"9{random.randrange(10**9):09}",
            "deliveryAddress": "12 Ring Road, Surat", "pincode": "395007", "totalAmount": pack["price"],
            "products": [line],
        }  # fmt: skip
