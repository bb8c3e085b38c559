"""Overlays are rendered once a run."""

import shutil

import pytest

from manifests import K8S, production_secrets, render


@pytest.fixture(scope="session")
def overlays(tmp_path_factory):
    """Every overlay, and production with each of its alternatives."""
    production = [*render(K8S / "overlays/production"), *production_secrets()]
    others = tmp_path_factory.mktemp("k8s") / "k8s"
    shutil.copytree(K8S, others, ignore=shutil.ignore_patterns("tests"))
    file = others / "overlays/production/kustomization.yaml"
    text = file.read_text()
    for component, alternative in (("cloudnative-pg", "external-postgres"), ("gateway-api", "ingress")):
        assert text.count(f"- ../../components/{component}\n") == 1
        text = text.replace(f"- ../../components/{component}\n", f"- ../../components/{alternative}\n")
    text = text.replace("  - ../../components/photos\n", "  - ../../components/photos\n  - ../../components/razorpay\n")
    file.write_text(text)
    authority = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "postgres-ca"}, "data": {"ca.crt": ""}}
    return {
        "dev": render(K8S / "overlays/dev"),
        "tilt": render(K8S / "overlays/tilt"),
        "production": production,
        "production, other components": [*render(file.parent), *production_secrets(), *production_secrets("razorpay"), authority],
    }
