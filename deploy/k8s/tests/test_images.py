"""The Dockerfiles: pinned, without root, and every path in them is there."""

import fnmatch
import json
import re

import pytest

from manifests import PROGRAMS, ROOT, TOOLS, run

IMAGES = ROOT / "deploy/images"
FILES = ["Dockerfile", "Dockerfile.dev"]


def instructions(text):
    """(instruction, arguments) of each line, with continued lines put together and comments left out."""
    joined = re.sub(r"\\\n", " ", "\n".join(line for line in text.splitlines() if not line.startswith("#")))
    return [tuple(line.split(None, 1)) for line in joined.splitlines() if line.strip()]


def breaches(text):
    """What a Dockerfile of ours must keep; FROM and USER of the last stage decide who runs it."""
    stages, user, defaults = {"scratch"}, None, {}
    for instruction, arguments in instructions(text):
        if instruction == "ARG" and "=" in arguments:
            name, _, default = arguments.partition("=")
            defaults["${%s}" % name] = default
        if instruction == "FROM":
            image, _, name = arguments.partition(" AS ")
            # Another value is the builder's own choice.
            image = defaults.get(image, image)
            if image not in stages and not re.search(r":[^@]+@sha256:[0-9a-f]{64}$", image):
                yield f"{image} may change"
            # A stage runs as the stage that it is made from.
            user = user if image in stages else None
            stages.add(name)
        if instruction == "USER":
            user = arguments
        if instruction == "ADD":
            yield f"ADD {arguments} may fetch unchecked files"
        if instruction == "COPY" and "--from=" not in arguments:
            for source in [part for part in arguments.split() if not part.startswith("--")][:-1]:
                if source != "." and not sent(source):
                    yield f"{source} is not there, or .dockerignore holds it back"
    if not user or int(user.partition(":")[0]) < 10_000:
        yield f"it runs as {user}"


def sent(path):
    """Whether a path of the checkout is in the context that Docker gets."""
    is_sent = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.removeprefix("!").removeprefix("**/")
        if line and not line.startswith("#") and (fnmatch.fnmatch(path, pattern) or path.startswith(pattern + "/")):
            is_sent = line.startswith("!")
    return is_sent and (ROOT / path).exists()


@pytest.mark.parametrize("file", FILES)
def test_dockerfiles_keep_the_rules(file):
    assert list(breaches((IMAGES / file).read_text())) == []


@pytest.mark.parametrize("file", FILES)
def test_hadolint_has_nothing_to_say(file):
    run(TOOLS / "hadolint", IMAGES / file)


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (r"@sha256:\w+ AS service", " AS service"),
        (r"cc-debian13:nonroot@sha256:\w+", "cc-debian13"),
        (r"USER 10001:10001", "USER 65:65"),
        (r"USER 10001:10001\n", ""),
        (r"COPY gateway gateway", "COPY gatway gateway"),
        (r"COPY gateway gateway", "COPY docs docs"),
        (r"ARG PREVIOUS=none", "ARG PREVIOUS=vanmool/gateway:v1"),
        (r"COPY gateway gateway", "ADD https://example.com/gateway gateway"),
    ],
)
def test_a_breach_is_noticed(good, bad):
    text = (IMAGES / "Dockerfile").read_text()
    broken = re.sub(good, bad, text)
    assert broken != text
    assert list(breaches(broken))


def test_the_toolchain_is_the_one_that_tests_ran_with():
    channel = re.search(r'channel = "([\d.]+)"', (ROOT / "rust-toolchain.toml").read_text())[1]
    text = (IMAGES / "Dockerfile").read_text()
    assert f"FROM rust:{channel}-" in text and f"RUSTUP_TOOLCHAIN={channel}\n" in text


def test_every_crate_of_the_workspace_is_copied():
    manifest = (ROOT / "Cargo.toml").read_text()
    members = re.findall(
        r'^  "([\w/]+)",$', manifest.partition("]")[0] + manifest.partition("members")[2].partition("]")[0], re.M
    )
    text = (IMAGES / "Dockerfile").read_text()
    copied = re.findall(r"^COPY ([\w./]+) \1$", text, re.M)
    assert members and all(any((member + "/").startswith(folder + "/") for folder in copied) for member in members)


def test_every_workspace_of_the_front_end_is_there_when_its_packages_are_installed():
    workspaces = json.loads((ROOT / "frontend/package.json").read_text())["workspaces"]
    before = (IMAGES / "Dockerfile").read_text().partition("RUN npm ci")[0]
    missing = [name for name in workspaces if f"COPY frontend/{name}/package.json {name}/\n" not in before]
    assert workspaces and missing == []


def test_the_release_before_can_be_named_and_its_assets_are_kept():
    text = (IMAGES / "Dockerfile").read_text()
    assert "PREVIOUS = PREVIOUS" in (IMAGES / "bake.hcl").read_text()
    kept = re.search(r"^RUN --mount=from=previous,source=/site,target=/previous node (\S+) /previous$", text, re.M)
    assert (ROOT / "frontend" / kept[1]).exists() and text.index(kept[0]) > text.index("npm run build")


def test_every_program_has_an_image():
    matrix = re.search(r"matrix\s*= \{ bin = (\[[^\]]*\]) \}", (IMAGES / "bake.hcl").read_text())
    assert sorted(json.loads(matrix[1])) == sorted(PROGRAMS)


@pytest.mark.parametrize("workflow", ["images.yml", "release.yml"])
def test_the_workflow_is_sound(workflow):
    run(TOOLS / "zizmor", "--offline", "--no-progress", "--quiet", ROOT / ".github/workflows" / workflow)
    text = (ROOT / ".github/workflows" / workflow).read_text()
    # A name that begins with a dollar is of the same commit.
    for action in re.findall(r"uses: (?!\$/)(\S+)", text):
        assert re.search(r"@[0-9a-f]{40}$", action), f"{action} may change"
