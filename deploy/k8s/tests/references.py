"""Every reference exists: ConfigMaps, Secrets and their keys, service accounts, variables."""

import re

from manifests import label, named, of_kind, pods


def provided(objects):
    """The keys of every ConfigMap and Secret, also of those that operators will make from what is here."""
    keys = {}
    for o in of_kind(objects, "ConfigMap", "Secret"):
        keys[o["kind"], o["metadata"]["name"]] = {*o.get("data", {}), *o.get("stringData", {})}
    for o in of_kind(objects, "Certificate"):
        keys["Secret", o["spec"]["secretName"]] = {"tls.crt", "tls.key", "ca.crt"}
    for o in of_kind(objects, "Cluster"):
        keys["Secret", o["metadata"]["name"] + "-ca"] = {"ca.crt", "ca.key"}
    return keys


def wanted(pod):
    """Every (kind, name, keys) that a pod refers to; no key means all of it."""
    spec = pod["spec"]
    for container in [*spec["containers"], *spec.get("initContainers", [])]:
        for source in container.get("envFrom", []):
            for field, kind in (("configMapRef", "ConfigMap"), ("secretRef", "Secret")):
                if field in source:
                    yield kind, source[field]["name"], set()
        for variable in container.get("env", []):
            origin = variable.get("valueFrom", {})
            for field, kind in (("configMapKeyRef", "ConfigMap"), ("secretKeyRef", "Secret")):
                if field in origin:
                    yield kind, origin[field]["name"], {origin[field]["key"]}
    for volume in spec.get("volumes", []):
        sources = volume["projected"]["sources"] if "projected" in volume else [volume]
        for source in sources:
            for field, kind in (("configMap", "ConfigMap"), ("secret", "Secret")):
                if field in source:
                    what = source[field]
                    name = what.get("name") or what.get("secretName")
                    yield kind, name, {item["key"] for item in what.get("items", [])}


def of_custom_resources(objects):
    """What CloudNativePG and its plugin read."""
    for o in of_kind(objects, "Cluster"):
        for role in o["spec"]["managed"]["roles"]:
            yield o, "Secret", role["passwordSecret"]["name"], {"username", "password"}
    for o in of_kind(objects, "ObjectStore"):
        for key in o["spec"]["configuration"]["s3Credentials"].values():
            yield o, "Secret", key["name"], {key["key"]}


def missing(objects):
    keys = provided(objects)
    every = [(o, *want) for o, pod in pods(objects) for want in wanted(pod)]
    for o, kind, name, needed in [*every, *of_custom_resources(objects)]:
        if (kind, name) not in keys:
            yield f"{label(o)} refers to {kind} {name}, which no manifest makes"
        elif not needed <= keys[kind, name]:
            yield f"{label(o)} refers to {needed - keys[kind, name]} of {kind} {name}"
    accounts = {o["metadata"]["name"] for o in of_kind(objects, "ServiceAccount")}
    for o, pod in pods(objects):
        if pod["spec"].get("serviceAccountName") not in accounts:
            yield f"{label(o)} has no service account of its own"
        volumes = {volume["name"] for volume in pod["spec"].get("volumes", [])}
        volumes |= {claim["metadata"]["name"] for claim in o["spec"].get("volumeClaimTemplates", [])}
        for container in pod["spec"]["containers"]:
            for mount in container.get("volumeMounts", []):
                if mount["name"] not in volumes:
                    yield f"{label(o)} mounts {mount['name']}, which it does not have"
            yield from undefined_variables(objects, o, container)


def undefined_variables(objects, o, container):
    """A $(NAME) that is not defined before it stays in the value as it is."""
    defined = set()
    for source in container.get("envFrom", []):
        defined |= set(named(objects, "ConfigMap", source["configMapRef"]["name"])["data"])
    for variable in container.get("env", []):
        for name in re.findall(r"\$\((\w+)\)", variable.get("value", "")):
            if name not in defined:
                yield f"{label(o)} uses $({name}) before it is defined"
        defined.add(variable["name"])
