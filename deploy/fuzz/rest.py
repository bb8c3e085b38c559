"""Opens a shop, logs in, lets schemathesis ask, and looks into the shop's log afterwards."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
DOCUMENT = HERE.parent.parent / "gateway/storefront/openapi.json"
ACCOUNT = {"email": "fuzz@gmail.com", "password": "monsoon-42-fuzz", "mobileNumber": "9876543210"}

# Raises the rate limits per client. Those of accounts and networks stay, and are answered with 429.
SETTINGS = {
    "CREDENTIAL_TRIES_PER_MINUTE": "1000000",
    "ORDERS_PER_MINUTE": "1000000",
    "SUBMISSIONS_PER_MINUTE": "1000000",
    "LOOKUPS_PER_MINUTE": "1000000",
    "LOG_FORMAT": "json",
    "RUST_LOG": "info",
}


def main(program, minutes=None):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with open(folder / "log.json", "w") as log:
            shop = subprocess.Popen(
                [program, "run", "--port", "0", "--office-port", "0", "--throw-away", "--ready-file", str(folder / "ready.json")],
                env={**os.environ, **SETTINGS},
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
            try:
                url = wait_until_open(shop, folder / "ready.json")
                has_failed = ask(url, log_in(url), minutes, folder)
            finally:
                shop.send_signal(signal.SIGTERM)
                shop.wait(60)
        return has_failed or complains((folder / "log.json").read_text())


def wait_until_open(shop, file):
    for _ in range(1200):
        if shop.poll() is not None:
            sys.exit("the shop ended before it was open")
        if file.exists() and file.stat().st_size:
            url = json.loads(file.read_text())["url"]
            break
        time.sleep(0.1)
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"{url}/api/v1/users/getallreview", timeout=20):
                return url
        except OSError:
            time.sleep(0.1)
    sys.exit("the shop did not answer in time")


def post(url, path, body):
    request = urllib.request.Request(
        f"{url}/api/v1/users/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    return urllib.request.urlopen(request, timeout=20)


def log_in(url):
    """The session that everything is asked with, as a browser sends it back."""
    post(url, "userregister", ACCOUNT)
    cookies = post(url, "userlogin", ACCOUNT).headers.get_all("Set-Cookie")
    return next(cookie.split(";")[0] for cookie in cookies if cookie.startswith("sid="))


def ask(url, session, minutes, folder):
    """Whether schemathesis found something; what it writes goes into the folder."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / "schemathesis.toml"), "run"]
    command += ["--url", url, "--no-color", str(DOCUMENT)]
    if minutes is None:
        command += ["--generation-deterministic", "--no-shrink", "--max-examples", "10"]
    else:
        seconds = int(float(minutes) * 60)
        command += ["--max-time", str(seconds), "--workers", "4", "--max-examples", "1000000"]
        command += ["--generation-database", "none"]
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE), "FUZZ_SESSION": session}
    answer = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    cases = re.search(r"(\d+) generated", answer.stdout)
    if answer.returncode != 0 or not cases:
        print(answer.stdout)
        return True
    print(f"{cases[1]} made-up requests: every answer is one that the document has")
    return False


def complains(log):
    """Prints errors and panics of the log. Returns true if there are any."""
    lines = [line for line in log.splitlines() if '"level":"ERROR"' in line or "panicked" in line]
    for line in lines[:20]:
        print(line)
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
