"""The schemas of the Kubernetes API, which the package kubernetes-validate carries.

Its own function reads them anew for each object, which takes a minute; these are read once.
"""

import functools
import json
import re
from pathlib import Path

import kubernetes_validate
from jsonschema.validators import Draft202012Validator
from referencing import Registry, Resource

FOLDER = Path(kubernetes_validate.__file__).parent / "kubernetes-json-schema"
# The oldest release that Kubernetes supports today, and the newest.
VERSIONS = ["1.35", "1.37"]
# Checked by the API server of a cluster that has them, and not here.
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
