"""The Tiltfile, evaluated: what it names is there. Tilt's own functions are stood in for by ones that remember."""

import json
import re

import pytest
import starlark

from manifests import PROGRAMS, ROOT, containers, pods

# Tilt's functions, each remembered with its arguments. `config` is built upon them.
FUNCTIONS = (
    "allow_k8s_contexts local_resource docker_build custom_build k8s_yaml kustomize k8s_resource port_forward link sync run probe "
    "http_get_action define_string_list define_string set_enabled_resources"
).split()
PRELUDE = """
TRIGGER_MODE_MANUAL = "manual"
config = struct(
    define_string_list=define_string_list, define_string=define_string,
    set_enabled_resources=set_enabled_resources, parse=parse,
)
"""


class Tilt:
    """One evaluation of the Tiltfile."""

    def __init__(self, context="kind-vanmool", arguments=None, docker="/usr/bin/docker"):
        self.calls = []
        dialect = starlark.Dialect.extended()
        dialect.enable_load = True
        dialect.enable_top_level_stmt = True
        module = starlark.Module()
        for name in FUNCTIONS:
            module.add_callable(name, self.remember(name))
        module.add_callable("read_json", lambda path: json.loads((ROOT / path).read_text()))
        module.add_callable("k8s_context", lambda: context)
        module.add_callable("parse", lambda: arguments or {})
        module.add_callable("local", lambda command, quiet: docker)
        source = (ROOT / "Tiltfile").read_text()
        extensions = [starlark.LibraryExtension.StructType, starlark.LibraryExtension.Print]
        library = starlark.Globals.extended_by(extensions)
        starlark.eval(module, starlark.parse("Tiltfile", PRELUDE + source, dialect), library)

    def remember(self, name):
        def function(*positional, **named):
            self.calls.append((name, list(positional), named))
            return {"call": name, "arguments": list(positional)}

        return function

    def of(self, name):
        return [(positional, named) for call, positional, named in self.calls if call == name]


def as_list(value):
    return value if isinstance(value, list) else [value]


@pytest.fixture(scope="module", params=[("fast", "/usr/bin/docker"), ("fast", ""), ("full", "/usr/bin/docker")])
def tilt(request):
    images, docker = request.param
    return Tilt(arguments={"images": images}, docker=docker)


def test_every_path_is_there(tilt):
    named = [positional[0] for positional, _ in tilt.of("kustomize")]
    for positional, arguments in tilt.of("docker_build"):
        named += [positional[1], arguments["dockerfile"]]
    for positional, arguments in tilt.of("custom_build"):
        named += [positional[1].split()[0], *arguments["deps"]]
    for _, arguments in tilt.of("local_resource"):
        named += [*arguments.get("deps", []), arguments.get("dir", "."), arguments.get("serve_dir", ".")]
    assert named
    # The files of stage.sh exist after a build only.
    missing = [path for path in named if not (ROOT / path).exists() and not path.startswith("target/tilt/")]
    assert missing == []


def test_every_command_is_there(tilt):
    makefile = (ROOT / "Makefile").read_text()
    scripts = (ROOT / "frontend/package.json").read_text()
    commands = [(positional + [named.get("cmd")])[1] for positional, named in tilt.of("local_resource")]
    commands += [named["serve_cmd"] for _, named in tilt.of("local_resource") if "serve_cmd" in named]
    for program, *arguments in (command.split() for command in commands):
        if program == "make":
            assert re.search(rf"^{arguments[0]}:", makefile, re.M), arguments
        elif program == "npm":
            assert f'"{arguments[1]}":' in scripts, arguments
        else:
            assert program == "test" or (ROOT / program).stat().st_mode & 0o100, program


def test_every_resource_and_port_is_in_the_manifests(tilt, overlays):
    rendered = {o["metadata"]["name"]: pod for o, pod in pods(overlays["tilt"])}
    local = {positional[0] for positional, _ in tilt.of("local_resource")}
    for positional, named in tilt.of("k8s_resource"):
        opened = {p["containerPort"] for c in containers(rendered[positional[0]]) for p in c["ports"]}
        for forward in as_list(named["port_forwards"]):
            assert forward["arguments"][1] in opened, positional[0]
    assert {positional[0] for positional, _ in tilt.of("k8s_resource")} == set(rendered)
    for positional, named in tilt.of("k8s_resource") + tilt.of("local_resource"):
        assert set(named.get("resource_deps", [])) <= local | set(rendered), positional[0]


def test_every_program_is_built(tilt, overlays):
    used = {c["image"].partition(":")[0] for _, pod in pods(overlays["tilt"]) for c in containers(pod)}
    built = {p[0] for p, _ in tilt.of("docker_build") + tilt.of("custom_build")}
    assert (
        built == {f"vanmool/{name}" for name in PROGRAMS} == {image for image in used if image.startswith("vanmool/")}
    )


def test_no_port_of_the_laptop_is_taken_twice(tilt):
    ports = [positional[0] for positional, _ in tilt.of("port_forward")]
    assert len(ports) == len(set(ports))


def test_a_group_brings_what_it_needs():
    services = Tilt(arguments={"resources": ["services"]})
    assert {"postgres", "nats", "compile", "order"} <= {*services.of("set_enabled_resources")[0][0][0]}


def test_a_cluster_of_shoppers_is_refused():
    with pytest.raises(starlark.StarlarkError, match="no cluster of a laptop"):
        Tilt(context="production")
