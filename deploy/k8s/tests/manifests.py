"""Rendered overlays, and small questions about what is in them."""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[3]
K8S = ROOT / "deploy/k8s"
# The programs of deploy/local/src/registry.rs.
REGISTRY = {program["name"]: program for program in json.loads((K8S / "services.json").read_text())}
PROGRAMS = list(REGISTRY)
GATEWAYS = [name for name, program in REGISTRY.items() if program["gateway"]]
SERVICES = [name for name in PROGRAMS if name not in GATEWAYS]
# Programs with a user of NATS.
TELLING = [name for name, program in REGISTRY.items() if program["events"]]
# Programs that send mails.
MAILING = [name for name, program in REGISTRY.items() if program["mail"]]
WORKLOADS = ("Deployment", "StatefulSet", "DaemonSet", "Job")

# Tools that came with the virtual environment.
TOOLS = Path(sys.executable).parent


def run(*command, **options):
    """The output of a command, or its complaint as an error."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}:\n{done.stdout}{done.stderr}"
    return done.stdout


def render(folder):
    return [doc for doc in yaml.safe_load_all(run(TOOLS / "kubectl", "kustomize", folder)) if doc]


def production_secrets(*names):
    """What the script for operators would make: all that every shop has, or those with the names."""
    given = {"SMTP_URL": "smtps://u:p@mail.example", "S3_ACCESS_KEY_ID": "id", "S3_SECRET_ACCESS_KEY": "key"}
    given |= {f"RAZORPAY_{part}": "rzp" for part in ("KEY_ID", "KEY_SECRET", "WEBHOOK_SECRET")}
    printed = run(K8S / "overlays/production/secrets.sh", *names, env={**os.environ, **given})
    return list(yaml.safe_load_all(printed))


def named(objects, kind, name):
    return next(o for o in objects if o["kind"] == kind and o["metadata"]["name"] == name)


def of_kind(objects, *kinds):
    return [o for o in objects if o["kind"] in kinds]


def label(o):
    return f"{o['kind']} {o['metadata']['name']}"


def pods(objects):
    """Every workload with its pod template."""
    return [(o, o["spec"]["template"]) for o in of_kind(objects, *WORKLOADS)]


def containers(pod):
    spec = pod["spec"]
    return [*spec["containers"], *spec.get("initContainers", [])]


def is_program(o):
    """Whether it runs one of our own programs."""
    return o["metadata"]["name"] in PROGRAMS


def matches(selector, labels):
    """Whether a label selector takes these labels; an empty one takes all."""
    wanted = selector.get("matchLabels", {})
    if any(labels.get(key) != value for key, value in wanted.items()):
        return False
    for expression in selector.get("matchExpressions", []):
        value, operator = labels.get(expression["key"]), expression["operator"]
        if operator == "In" and value not in expression["values"]:
            return False
        if operator == "NotIn" and value in expression["values"]:
            return False
        if operator == "Exists" and value is None:
            return False
        if operator == "DoesNotExist" and value is not None:
            return False
    return True


def secret_data(secret):
    decoded = {key: base64.b64decode(value).decode() for key, value in secret.get("data", {}).items()}
    return {**decoded, **secret.get("stringData", {})}


def environment(objects, o, pod_name=""):
    """The variables of a program's container as the kubelet would make them, for a pod of this name."""
    maps = {m["metadata"]["name"]: m.get("data", {}) for m in of_kind(objects, "ConfigMap")}
    secrets = {s["metadata"]["name"]: secret_data(s) for s in of_kind(objects, "Secret")}
    container, found = o["spec"]["template"]["spec"]["containers"][0], {}
    for source in container.get("envFrom", []):
        found.update(maps[source["configMapRef"]["name"]])
    for variable in container.get("env", []):
        origin = variable.get("valueFrom", {})
        if "configMapKeyRef" in origin:
            value = maps[origin["configMapKeyRef"]["name"]][origin["configMapKeyRef"]["key"]]
        elif "secretKeyRef" in origin:
            value = secrets.get(origin["secretKeyRef"]["name"], {}).get(origin["secretKeyRef"]["key"], "")
        elif "fieldRef" in origin:
            assert origin["fieldRef"]["fieldPath"] == "metadata.name"
            value = pod_name
        else:
            value = variable.get("value", "")
        for known, text in found.items():
            value = value.replace(f"$({known})", text)
        found[variable["name"]] = value
    return found
