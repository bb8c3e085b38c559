"""Each program proves who it is, and lets in whom the registry says."""

import copy

import pytest

from manifests import PROGRAMS, REGISTRY, environment, named, of_kind, run, secret_data
from test_manifests import OVERLAYS



def public_half(private):
    """By openssl, which knows nothing of our programs."""
    pem = f"-----BEGIN PRIVATE KEY-----\n{private}\n-----END PRIVATE KEY-----\n"
    return run("openssl", "pkey", "-pubout", input=pem).splitlines()[1]


def keys(objects):
    """{caller: (private, public)}, from the Secrets; behind the name of a generated one stands a hash."""
    secrets = {s["metadata"]["name"]: secret_data(s) for s in of_kind(objects, "Secret")}
    pairs = {name.split("-caller")[0]: data for name, data in secrets.items() if "-caller" in name}
    return {name: (data["private-key"], data["public-key"]) for name, data in pairs.items()}


def breaches(objects):
    """What a deployment lacks, or has too much, of keys and callers."""
    pairs = keys(objects)
    for name in PROGRAMS:
        given = environment(objects, named(objects, "Deployment", name))
        own = pairs[name][0] if REGISTRY[name]["calls"] else None
        if given.get("CALLER_KEY") != own:
            yield f"{name} does not have the key of its own"
        callers = REGISTRY[name]["callers"]
        expected = {caller: pairs[caller][1] for caller in callers}
        if dict(caller.split("=", 1) for caller in given.get("CALLERS", "").split()) != expected:
            yield f"{name} lets in others than the registry says"
        told = " ".join(value for variable, value in given.items() if variable != "CALLER_KEY")
        for other, (private, public) in pairs.items():
            is_signer = (name, other) == ("identity", "staff") and private == given.get("STAFF_TOKEN_KEY")
            if (private in told and not is_signer) or (other != name and private == given.get("CALLER_KEY")):
                yield f"{name} knows the private key of {other}"
            if public in told and other not in callers:
                yield f"{name} knows the public key of {other}, who does not call it"
        if given.get("UNPROVEN_CALLERS", "false") != "false":
            yield f"{name} lets in who proves nothing"


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_each_program_has_its_own_key_and_lets_in_whom_the_registry_says(overlays, overlay):
    assert list(breaches(overlays[overlay])) == []


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_keys_are_pairs_and_no_two_callers_share_one(overlays, overlay):
    pairs = keys(overlays[overlay])
    callers = {name for name in PROGRAMS if REGISTRY[name]["calls"]} | {"operator", "staff"}
    assert set(pairs) == callers
    assert len({private for private, _ in pairs.values()}) == len(pairs)
    for name, (private, public) in pairs.items():
        assert public_half(private) == public, name


def variable(objects, program, name):
    server = named(objects, "Deployment", program)["spec"]["template"]["spec"]["containers"][0]
    return next(v for v in server["env"] if v["name"] == name)


def key_of_another(objects):
    variable(objects, "review", "CALLER_KEY").update(copy.deepcopy(variable(objects, "order", "CALLER_KEY")))


def one_caller_less(objects):
    callers = variable(objects, "order", "CALLERS")
    callers["value"] = callers["value"].replace("review=$(KEY_OF_REVIEW)", "")


def one_key_more(objects):
    server = named(objects, "Deployment", "contact")["spec"]["template"]["spec"]["containers"][0]
    server["env"].append(copy.deepcopy(variable(objects, "order", "KEY_OF_REVIEW")))


def an_open_door(objects):
    frame = next(o for o in of_kind(objects, "ConfigMap") if o["metadata"]["name"].startswith("frame"))
    frame["data"]["UNPROVEN_CALLERS"] = "true"


@pytest.mark.parametrize("fault", [key_of_another, one_caller_less, one_key_more, an_open_door])
def test_a_fault_of_each_kind_is_seen(overlays, fault):
    objects = copy.deepcopy(overlays["dev"])
    fault(objects)
    assert list(breaches(objects)) != []
