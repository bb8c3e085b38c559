"""The schemas of the Kubernetes API, which the package kubernetes-validate carries, and those of custom resources, which
packages for Node carry.

kubernetes-validate's own function reads the schemas anew for each object, which takes a minute; these are read once.
"""

import functools
import json
import re
from pathlib import Path

import kubernetes_validate
from jsonschema.validators import Draft202012Validator
from referencing import Registry, Resource

from manifests import run

FOLDER = Path(kubernetes_validate.__file__).parent / "kubernetes-json-schema"
# The oldest release that Kubernetes supports today, and the newest.
VERSIONS = ["1.35", "1.37"]
# Custom resources; what knows them is in custom_resources/.
CUSTOM = {
    "barmancloud.cnpg.io/v1",
    "cert-manager.io/v1",
    "gateway.networking.k8s.io/v1",
    "monitoring.coreos.com/v1",
    "postgresql.cnpg.io/v1",
}


def read(version, file):
    """Strict: a field that the API does not know is an error, as a misspelt one is."""
    return json.loads((FOLDER / f"v{version}.0-local-strict" / file).read_text())


@functools.cache
def definitions(version):
    return (Resource.from_contents(read(version, "_definitions.json")) @ Registry()).crawl()


@functools.cache
def validator(version, kind, api_version):
    group = re.sub(r"^([^./]*)(?:\.[^/]*)?/", r"\1-", api_version)
    schema = read(version, f"{kind.lower()}-{group}.json")
    return Draft202012Validator(schema, registry=Resource.from_contents(schema) @ definitions(version))


def breaches(objects, version):
    """A sentence for each breach; a kind that the API does not know is an error too."""
    for o in objects:
        if o["apiVersion"] not in CUSTOM:
            for error in validator(version, o["kind"], o["apiVersion"]).iter_errors(o):
                yield f"{o['kind']} {o['metadata']['name']}: {error.json_path}: {error.message}"


def custom_breaches(objects):
    """A line for each breach of the definition of a custom resource, a field that it does not know among them."""
    custom = [o for o in objects if o["apiVersion"] in CUSTOM]
    return run("node", Path(__file__).parent / "custom_resources/check.mjs", input=json.dumps(custom)).splitlines()
