"""Places orders at the shop of an address, and prints their ids: as many as are wanted (place_orders.py URL COUNT), or one after the
other until a file is there (place_orders.py URL FILE); then each is sent again with its key for as long as it is not answered."""

import http.client
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path


def ask(url, body=None, **headers):
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def place(shop, patience=0):
    """Orders one of the packs in stock, for a new shopper. Returns the order's id. Retries for `patience` seconds."""
    end = time.monotonic() + patience
    products = at_last(end, lambda: ask(f"{shop}/api/v1/products/"))["data"]
    in_stock = [(each, pack) for each in products for pack in each["variants"] if pack["availability"] == "in_stock"]
    # The stock of a new server is empty until its samples are in it.
    product, variant = random.choice(in_stock or [(each, pack) for each in products for pack in each["variants"]])
    line = {"productName": product["productName"], "productId": product["_id"], "quantity": 1,
            "weightInGrams": variant["weightInGrams"], "basePrice": variant["price"], "actualPrice": variant["price"]}
    shopper = uuid.uuid4()
    order = {"fullname": "Asha Patel", "email": f"{shopper.hex}@example.com", "mobilenumber": f"9{shopper.int % 10**9:09}",
             "deliveryAddress": "12 Ring Road, Surat", "pincode": "395007", "totalAmount": variant["price"], "products": [line]}
    key = str(uuid.uuid4())
    create = f"{shop}/api/v1/users/orders/create/"
    return at_last(end, lambda: ask(create, order, **{"Idempotency-Key": key}))["data"]["orderId"]


def at_last(end, asking):
    """As a page does: what could not be answered now is sent again, and a refusal is one."""
    while True:
        try:
            return asking()
        except (OSError, http.client.HTTPException) as error:
            is_refused = isinstance(error, urllib.error.HTTPError) and error.code not in (429, 500, 502, 503, 504)
            if is_refused or time.monotonic() > end:
                raise
        time.sleep(0.2)


if __name__ == "__main__":
    shop, until = sys.argv[1:]
    if until.isdigit():
        print(*(place(shop) for _ in range(int(until))))
    else:
        while not Path(until).exists():
            print(place(shop, patience=60), flush=True)
            # A busy shop's pace: faster, mails and events wait while an upgrade checks the status.
            time.sleep(0.2)
