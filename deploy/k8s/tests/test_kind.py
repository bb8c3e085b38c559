"""The kind cluster runs the tests of `make cluster`; without Docker, only its commands are checked."""

import importlib
import subprocess

import pytest

from manifests import K8S, ROOT, TOOLS


@pytest.fixture
def kind(monkeypatch):
    """The module, with the setting for kind."""
    for folder in ("play", "cluster"):
        monkeypatch.syspath_prepend(K8S / folder)
    monkeypatch.setenv("CLUSTER", "kind")
    return importlib.reload(importlib.import_module("kind"))


@pytest.fixture
def asked(monkeypatch):
    """The commands that were run; each answers `True`."""
    commands = []

    def run(command, **_):
        commands.append(list(map(str, command)))
        return subprocess.CompletedProcess(command, 0, "True", "")

    monkeypatch.setattr(subprocess, "run", run)
    return commands


def test_the_setting_chooses_the_node(kind, monkeypatch):
    assert kind.CHOSEN is kind.Kind
    monkeypatch.delenv("CLUSTER")
    assert importlib.reload(kind).CHOSEN is kind.Node


def test_the_node_is_a_container(kind, asked):
    node, name = kind.Kind(), "vanmool-checks-control-plane"
    node.inside("ls", "/")
    node.take("vanmool/order:dev")
    node.restart()
    assert asked == [
        ["docker", "exec", "--interactive", name, "ls", "/"],
        ["kind", "load", "docker-image", "--name=vanmool-checks", "vanmool/order:dev"],
        ["docker", "restart", "-t", "0", name],
        [str(TOOLS / "kubectl"), "get", "node", name, "--output=jsonpath={.status.conditions[?(@.type=='Ready')].status}"],
    ]
    assert node.ctr("tasks", "list")[:4] == ["docker", "exec", "--interactive", name]


def test_both_clusters_run_the_same_tests(kind):
    assert '"${@:-test_cluster.py}"' in (K8S / "cluster.sh").read_text()
    script = (K8S / "kind.sh").read_text()
    assert f"\ncluster={kind.CLUSTER}\n" in script
    assert 'CLUSTER=kind "$here/cluster.sh" "$@"\n' in script
    workflow = (ROOT / ".github/workflows/cluster.yml").read_text()
    assert "deploy/k8s/cluster/test_cluster.py" in workflow
    assert "run: deploy/k8s/kind.sh\n" in workflow
