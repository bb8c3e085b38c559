#!/usr/bin/env python3
"""Tests a release without Rust and Node: unpacks it, starts the shop, places an order, and starts it again.

  test.py TARBALL-OR-FOLDER [--quick] [--forbidden-text TEXT ...]

Needs Python and PostgreSQL's programs and nothing of the checkout. As root it tests the release as a new user, and then as
root. --quick leaves out root, the machine without PostgreSQL, and the search for paths of the build machine.
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


class RunningShop:
    """A started shop and its output."""

    def __init__(self, folder, environment, account):
        self.began = time.monotonic()
        self.log = Path(environment["HOME"], f"{uuid.uuid4()}.log")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                ["./shop", "run"], cwd=folder, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL, **account
            )
        try:
            self.url = self.wait_for_output(r"^The shop is open at (\S+)$")
            self.seconds = time.monotonic() - self.began
            self.wait_for_output(r"^Ctrl-C closes it")
        except BaseException:
            self.process.terminate()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Stops the shop, also after a failure. Its engines stop with it."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(WITHIN_SECONDS)

    def wait_for_output(self, pattern):
        """Waits for output that matches the pattern, and returns its group, or the match without one."""
        deadline = time.monotonic() + WITHIN_SECONDS
        while time.monotonic() < deadline:
            text = self.log.read_text()
            if found := re.search(pattern, text, re.MULTILINE):
                return found[1] if found.groups() else found[0]
            if self.process.poll() is not None:
                raise AssertionError(f"the shop ended:\n{text}")
            time.sleep(0.05)
        raise AssertionError(f"{pattern} was not printed in time:\n{self.log.read_text()}")

    def request(self, path, body=None, origin=None, **headers):
        """Returns the body of a 2xx response. Any other response is an error with its text."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **headers} if data else headers
        prepared = urllib.request.Request((origin or self.url) + path, data, headers)
        try:
            with urllib.request.urlopen(prepared, timeout=30) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.code} {error.read().decode(errors='replace')}") from error

    def close(self):
        """Stops the shop as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(WITHIN_SECONDS)
        assert code == 0, f"it ended with {code}:\n{self.log.read_text()}"


def place_order(shop):
    """Places an order and returns its number."""
    products = {product["_id"]: product for product in data(shop.request("/api/v1/products/"))}
    assert len(products) == 12, f"{len(products)} sample products"
    product = products[PRODUCT]
    for photo in product["photos"]:
        assert shop.request(photo)[8:12] == b"WEBP", f"the sample picture {photo} is none"
    pack = product["variants"][0]
    line = {"productName": product["productName"], "productId": PRODUCT, "quantity": 1}
    line |= {"weightInGrams": pack["weightInGrams"], "basePrice": pack["price"], "actualPrice": pack["price"]}
    customer = {"fullname": "Asha Patel", "email": "asha@gmail.com", "mobilenumber": MOBILE}
    address = {"deliveryAddress": "12 Ring Road, Surat", "pincode": "395007"}
    body = {**customer, **address, "totalAmount": pack["price"], "products": [line]}
    placed = data(shop.request("/api/v1/users/orders/create/", body, **{"Idempotency-Key": str(uuid.uuid4())}))
    return placed["orderNumber"]


def data(answer):
    return json.loads(answer)["data"]


def check_order(shop, number):
    found = data(shop.request("/api/v1/users/orders/track", {"orderNumber": number, "mobilenumber": MOBILE}))
    assert found["orderNumber"] == number, found


def check_shop(folder, environment, account, data_folders):
    """Starts the shop twice with an order in between. Adds its data folder to the list."""
    with RunningShop(folder, environment, account) as shop:
        place = Path(shop.wait_for_output(r"the data stays in (\S+): delete"))
        data_folders.append(place)
        page = shop.request("/").decode()
        assert "<title>" in page, page[:500]
        office, link = shop.wait_for_output(r"^  Office  (\S+)$"), shop.wait_for_output(r"become it at (\S+)$")
        assert link.startswith(f"{office}/invitation#"), link
        assert b"<title>" in shop.request("/invitation", origin=office)
        number = place_order(shop)
        check_order(shop, number)
        shop.close()
    assert remaining_processes(folder, place) == [], "processes are left over"
    with RunningShop(folder, environment, account) as again:
        check_order(again, number)
        again.close()
    print(f"  open {shop.seconds:.1f} s after the start, {again.seconds:.1f} s with data; order {number} is kept in {place}")


def remaining_processes(*folders):
    """Returns the processes whose command names one of the folders."""
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    named = [line for line in listed.splitlines() if any(str(folder) in line for folder in folders)]
    return [line for line in named if "test.py" not in line]


def minimal_path(scratch):
    """Creates a folder for PATH with only the programs that the shop needs of the system."""
    folder = scratch / "bin"
    folder.mkdir()
    for name in NEEDED:
        (folder / name).symlink_to(shutil.which(name))
    return folder


def unpack(release, scratch, owner):
    """Unpacks the release into a new folder of its owner."""
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


def check_without_postgresql(folder, environment):
    """Checks the message on a machine without PostgreSQL: its folders are hidden from one process."""
    places = "/usr/lib/postgresql /usr/pgsql-*"
    hide = f'for place in {places}; do [ ! -d "$place" ] || mount -t tmpfs none "$place"; done; exec ./shop run'
    command = ["unshare", "--mount", "sh", "-c", hide]
    options = {"capture_output": True, "text": True, "timeout": WITHIN_SECONDS, "check": False}
    ended = subprocess.run(command, cwd=folder, env=environment, **options)
    if "unshare" in ended.stderr or "mount:" in ended.stderr:
        print("  not tried: a machine without PostgreSQL, for nothing can be hidden here")
        return
    assert ended.returncode == 1 and "apt-get install postgresql" in ended.stderr, ended.stderr
    print("  without PostgreSQL it says how to install it")


def new_user(scratch):
    subprocess.run(["useradd", "--no-create-home", "--home-dir", scratch / "home", USER], check=True)
    return pwd.getpwnam(USER)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--forbidden-text", nargs="*", default=[], metavar="TEXT", help="such as folders of the build machine")
    arguments = parser.parse_args()
    is_root = os.geteuid() == 0
    scratch = Path(tempfile.mkdtemp(prefix="vanmool-release-"))
    scratch.chmod(0o755)
    owner = new_user(scratch) if is_root and not arguments.quick else None
    data_folders = []
    try:
        folder = unpack(arguments.release.resolve(), scratch, owner)
        check_contents(folder, [] if arguments.quick else arguments.forbidden_text)
        home = scratch / "home"
        home.mkdir()
        environment = {"PATH": str(minimal_path(scratch)), "HOME": str(home), "PORT": "0"}
        account = {}
        if owner:
            os.chown(home, owner.pw_uid, owner.pw_gid)
            account = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        check_shop(folder, environment, account, data_folders)
        if owner:
            check_shop(folder, environment, {}, data_folders)
            full_environment = {**environment, "PATH": os.environ["PATH"]}
            check_without_postgresql(folder, full_environment)
    finally:
        for data_folder in [*data_folders, scratch]:
            shutil.rmtree(data_folder, ignore_errors=True)
        if owner:
            subprocess.run(["userdel", USER], check=False)
    print("The release opens a shop.")


sys.exit(main())
