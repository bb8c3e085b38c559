#!/usr/bin/env python3
"""Tries a release without Rust and Node: unpacks it, opens the shop, orders, closes, opens it again.

  test.py TARBALL-OR-FOLDER [--short] [--not-inside TEXT ...]

Needs Python and PostgreSQL's programs and nothing of the checkout. As root it tries the release as a new user, and then as
root. --short leaves out root, the machine without PostgreSQL, and the search for paths of the machine that built it.
"""

import argparse
import json
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path

from contents import check_contents

# The timeout of responses that usually come within seconds; a busy machine takes longer.
WITHIN_SECONDS = 180
USER = "vanmool-trial"
# The programs that the shop starts, besides its engines. cargo and node are not among them.
NEEDED = ["sh", "id", "sleep", "rm", "cp"]
MOBILE = "9876543210"
# The first product of the sample data.
PRODUCT = "0192f3a0-7c00-7000-8000-000000000001"


class Running:
    """A shop that was started as a person would, with what it printed."""

    def __init__(self, folder, environment, account):
        self.began = time.monotonic()
        self.log = Path(environment["HOME"], f"{uuid.uuid4()}.log")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                ["./shop", "run"], cwd=folder, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL, **account
            )
        try:
            self.url = self.printed(r"^The shop is open at (\S+)$")
            self.seconds = time.monotonic() - self.began
            self.printed(r"^Ctrl-C closes it")
        except BaseException:
            self.process.terminate()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Nothing is left behind, however the trial ended: the engines go when the shop does."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(WITHIN_SECONDS)

    def printed(self, pattern):
        """What stands at a place of what it prints, once it does."""
        deadline = time.monotonic() + WITHIN_SECONDS
        while time.monotonic() < deadline:
            text = self.log.read_text()
            if found := re.search(pattern, text, re.MULTILINE):
                return found[1] if found.groups() else found[0]
            if self.process.poll() is not None:
                raise AssertionError(f"the shop ended:\n{text}")
            time.sleep(0.05)
        raise AssertionError(f"{pattern} was not printed in time:\n{self.log.read_text()}")

    def ask(self, path, body=None, of=None, **headers):
        """The body of a 2xx answer; every other answer is an error that says what was answered."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **headers} if data else headers
        request = urllib.request.Request((of or self.url) + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.code} {error.read().decode(errors='replace')}") from error

    def close(self):
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(WITHIN_SECONDS)
        assert code == 0, f"it ended with {code}:\n{self.log.read_text()}"


def order(shop):
    """Places an order and answers its number."""
    products = {product["_id"]: product for product in data(shop.ask("/api/v1/products/"))}
    assert len(products) == 12, f"{len(products)} sample products"
    product = products[PRODUCT]
    for photo in product["photos"]:
        assert shop.ask(photo)[8:12] == b"WEBP", f"the sample picture {photo} is none"
    pack = product["variants"][0]
    line = {"productName": product["productName"], "productId": PRODUCT, "quantity": 1}
    line |= {"weightInGrams": pack["weightInGrams"], "basePrice": pack["price"], "actualPrice": pack["price"]}
    who = {"fullname": "Asha Patel", "email": "asha@gmail.com", "mobilenumber": MOBILE}
    where = {"deliveryAddress": "12 Ring Road, Surat", "pincode": "395007"}
    body = {**who, **where, "totalAmount": pack["price"], "products": [line]}
    placed = data(shop.ask("/api/v1/users/orders/create/", body, **{"Idempotency-Key": str(uuid.uuid4())}))
    return placed["orderNumber"]


def data(answer):
    return json.loads(answer)["data"]


def is_there(shop, number):
    found = data(shop.ask("/api/v1/users/orders/track", {"orderNumber": number, "mobilenumber": MOBILE}))
    assert found["orderNumber"] == number, found


def try_out(folder, environment, account, kept):
    """Twice open, an order in between; adds to the list where the data lies."""
    with Running(folder, environment, account) as shop:
        place = Path(shop.printed(r"the data stays in (\S+): delete"))
        kept.append(place)
        page = shop.ask("/").decode()
        assert "<title>" in page, page[:500]
        office, link = shop.printed(r"^  Office  (\S+)$"), shop.printed(r"become it at (\S+)$")
        assert link.startswith(f"{office}/invitation#"), link
        assert b"<title>" in shop.ask("/invitation", of=office)
        number = order(shop)
        is_there(shop, number)
        shop.close()
    assert left_over(folder, place) == [], "processes are left over"
    with Running(folder, environment, account) as again:
        is_there(again, number)
        again.close()
    print(f"  open {shop.seconds:.1f} s after the start, {again.seconds:.1f} s with data; order {number} is kept in {place}")


def left_over(*folders):
    """Processes whose command names one of the folders."""
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    named = [line for line in listed.splitlines() if any(str(folder) in line for folder in folders)]
    return [line for line in named if "test.py" not in line]


def bare_path(scratch):
    """A folder for PATH with nothing but what the shop needs of the system."""
    folder = scratch / "bin"
    folder.mkdir()
    for name in NEEDED:
        (folder / name).symlink_to(shutil.which(name))
    return folder


def unpacked(release, scratch, owner):
    """A fresh folder with the release, which belongs to who tries it."""
    if release.is_dir():
        # Hard links, because the files are not changed, and programs built without optimisations are large.
        shutil.copytree(release, scratch / release.name, copy_function=copy_or_link)
    else:
        with tarfile.open(release) as tar:
            tar.extractall(scratch, filter="data")
    folder = scratch / release.name.removesuffix(".tar.gz")
    if owner:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    return folder


def copy_or_link(source, target):
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def without_postgresql(folder, environment):
    """What is said where PostgreSQL is missing: its folders are hidden from one process."""
    places = "/usr/lib/postgresql /usr/pgsql-*"
    hide = f'for place in {places}; do [ ! -d "$place" ] || mount -t tmpfs none "$place"; done; exec ./shop run'
    command = ["unshare", "--mount", "sh", "-c", hide]
    options = {"capture_output": True, "text": True, "timeout": WITHIN_SECONDS, "check": False}
    told = subprocess.run(command, cwd=folder, env=environment, **options)
    if "unshare" in told.stderr or "mount:" in told.stderr:
        print("  not tried: a machine without PostgreSQL, for nothing can be hidden here")
        return
    assert told.returncode == 1 and "apt-get install postgresql" in told.stderr, told.stderr
    print("  without PostgreSQL it says how to install it")


def new_user(scratch):
    subprocess.run(["useradd", "--no-create-home", "--home-dir", scratch / "home", USER], check=True)
    return pwd.getpwnam(USER)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", type=Path)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--not-inside", nargs="*", default=[], metavar="TEXT", help="such as folders of the build machine")
    arguments = parser.parse_args()
    is_root = os.geteuid() == 0
    scratch = Path(tempfile.mkdtemp(prefix="vanmool-release-"))
    scratch.chmod(0o755)
    owner = new_user(scratch) if is_root and not arguments.short else None
    kept = []
    try:
        folder = unpacked(arguments.release.resolve(), scratch, owner)
        check_contents(folder, [] if arguments.short else arguments.not_inside)
        home = scratch / "home"
        home.mkdir()
        environment = {"PATH": str(bare_path(scratch)), "HOME": str(home), "PORT": "0"}
        account = {}
        if owner:
            os.chown(home, owner.pw_uid, owner.pw_gid)
            account = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        try_out(folder, environment, account, kept)
        if owner:
            try_out(folder, environment, {}, kept)
            whole = {**environment, "PATH": os.environ["PATH"]}
            without_postgresql(folder, whole)
    finally:
        for data_folder in [*kept, scratch]:
            shutil.rmtree(data_folder, ignore_errors=True)
        if owner:
            subprocess.run(["userdel", USER], check=False)
    print("The release opens a shop.")


sys.exit(main())
