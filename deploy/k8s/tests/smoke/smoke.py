"""Checks an open shop from outside: pages, an order, its mails, a replica that is lost.

  smoke.py SHOP [--mails MAILPIT] [--lose 'COMMAND']

SHOP and MAILPIT are addresses; COMMAND takes a replica of the order service away. Orders are placed: not for a shop with shoppers.
"""

import argparse
import http.client
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid

PATIENCE_SECONDS = 120
MOBILE = "9812345670"


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("shop")
    asked.add_argument("--mails")
    asked.add_argument("--lose")
    given = asked.parse_args()
    shop = given.shop.rstrip("/")
    step("the home page is drawn", lambda: "<h1" in read(f"{shop}/") or None)
    products = step("products are listed", lambda: ask(f"{shop}/api/v1/products/")["data"] or None)
    placed = [order(shop, products[0], "an order is taken")]
    if given.lose:
        subprocess.run(given.lose, shell=True, check=True)
        placed += [order(shop, products[0], "an order is taken while a replica is lost") for _ in range(5)]
    for number in placed:
        step(f"{number} is found by number and mobile number", lambda: track(shop, number))
        if given.mails:
            step("its shopper and the shop have a mail", lambda: mails(given.mails.rstrip("/"), number) >= 2 or None)
    print("The shop works.")


def step(what, try_it):
    """Until it holds: what has just been started answers in a while, and what is lost comes back."""
    end, last = time.monotonic() + PATIENCE_SECONDS, "it does not hold"
    while time.monotonic() < end:
        try:
            found = try_it()
            if found is not None:
                print(f"  {what}")
                return found
        except urllib.error.HTTPError as error:
            last = f"{error.code}: {error.read().decode(errors='replace')[:300]}"
            if error.code in (400, 403, 409, 422):
                break
        except (OSError, http.client.HTTPException) as error:
            last = str(error)
        time.sleep(1)
    sys.exit(f"{what}: {last}")


def read(url, body=None, **headers):
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read().decode()


def ask(url, body=None, **headers):
    return json.loads(read(url, body, **headers))


def order(shop, product, what):
    """One try of a shopper is one order, however often it is sent; answers its number."""
    variant = product["variants"][0]
    price = variant["price"]
    line = {"productName": product["productName"], "productId": product["_id"], "quantity": 1,
            "weightInGrams": variant["weightInGrams"], "basePrice": price, "actualPrice": price}
    wanted = {"fullname": "Asha Patel", "email": f"{uuid.uuid4().hex}@example.com", "mobilenumber": MOBILE,
             "deliveryAddress": "12 Ring Road, Surat", "pincode": "395007", "totalAmount": price, "products": [line]}
    key = {"Idempotency-Key": str(uuid.uuid4())}
    return step(what, lambda: ask(f"{shop}/api/v1/users/orders/create/", wanted, **key)["data"])["orderNumber"]


def track(shop, number):
    return ask(f"{shop}/api/v1/users/orders/track", {"orderNumber": number, "mobilenumber": MOBILE})["data"]


def mails(mailpit, number):
    return ask(f"{mailpit}/api/v1/search?query=%22{number}%22")["messages_count"]


if __name__ == "__main__":
    main()
