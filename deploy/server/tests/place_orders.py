"""Places orders at the shop of an address, as many as are wanted, and prints their ids: place_orders.py URL COUNT."""

import json
import sys
import urllib.request
import uuid


def ask(url, body=None, **headers):
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def place(shop):
    """One of the first product's lightest pack, by a shopper who has not ordered before; answers the order's id."""
    product = ask(f"{shop}/api/v1/products/")["data"][0]
    variant = product["variants"][0]
    line = {"productName": product["productName"], "productId": product["_id"], "quantity": 1,
            "weightInGrams": variant["weightInGrams"], "basePrice": variant["price"], "actualPrice": variant["price"]}
    shopper = uuid.uuid4()
    order = {"fullname": "Asha Patel", "email": f"{shopper.hex}@example.com", "mobilenumber": f"9{shopper.int % 10**9:09}",
             "deliveryAddress": "12 Ring Road, Surat", "pincode": "395007", "totalAmount": variant["price"], "products": [line]}
    return ask(f"{shop}/api/v1/users/orders/create/", order, **{"Idempotency-Key": str(uuid.uuid4())})["data"]["orderId"]


if __name__ == "__main__":
    print(*(place(sys.argv[1]) for _ in range(int(sys.argv[2]))))
