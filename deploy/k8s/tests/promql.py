"""What a query asks for, held against the lists of metrics."""

import functools
import json
import re
from dataclasses import dataclass

import promql_parser as promql

from manifests import PROGRAMS, ROOT
from rules import MONITORING

# Labels that Prometheus or the kubelet add to every series; `service` is on all of our own, and on `up`.
ANYWHERE = {"job", "instance", "namespace", "pod", "container", "service"}
HISTOGRAM = re.compile(r"_(bucket|count|sum)$")


@dataclass(frozen=True)
class Metric:
    kind: str
    labels: dict
    is_ours: bool


def read(text, is_ours):
    """The metrics of a list, one a line: name, type, labels with their values."""
    found = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, kind, *labels = line.split()
            assert name not in found, f"{name} is listed twice"
            pairs = [label.partition("=") for label in labels]
            found[name] = Metric(kind, {label: set(values.split("|")) - {""} for label, _, values in pairs}, is_ours)
    return found


def known():
    ours = read((MONITORING / "metrics.txt").read_text(), True)
    return {**ours, **read((MONITORING / "metrics-of-others.txt").read_text(), False)}


@functools.cache
def from_sources():
    """Values of labels that are not in the list because the sources have them."""
    storefront = ROOT / "gateway/storefront"
    documented = json.loads((storefront / "openapi.json").read_text())["paths"]
    others = re.findall(r'"(/[\w./-]+)"', (storefront / "src/routes.rs").read_text())
    routes = {route.rstrip("/") for route in (*documented, *others)} | {"site"}
    contracts = "".join(file.read_text() for file in (ROOT / "proto").rglob("*.proto"))
    return {
        "http_route": routes | {f"{route}/" for route in routes},
        "rpc_method": set(re.findall(r"\brpc (\w+)\(", contracts)),
        "service": set(PROGRAMS),
    }


def parse(query):
    """The query, with what Grafana puts into it."""
    for variable, value in (("$__rate_interval", "5m"), ("$__range", "1h"), ("$namespace", "vanmool")):
        query = query.replace(variable, value)
    return promql.parse(query)


def nodes(expression):
    found = []
    promql.walk(expression, lambda node: found.append(node) and None, lambda node: None)
    return found


def find(name, metrics):
    """The metric behind a name, for a histogram one of its three series; and the labels that it has."""
    metric = metrics.get(name)
    if metric and metric.kind != "histogram":
        return metric, metric.labels.keys() | ANYWHERE
    base = metrics.get(HISTOGRAM.sub("", name))
    if not metric and base and base.kind == "histogram":
        return base, base.labels.keys() | ANYWHERE | ({"le"} if name.endswith("_bucket") else set())
    return None, set()


def strays(matcher, values):
    """What a matcher names that no series has."""
    if matcher.op in (promql.MatchOp.Equal, promql.MatchOp.NotEqual):
        return [] if matcher.value in values else [matcher.value]
    parts = matcher.value.split("|")
    return [part for part in parts if not any(re.fullmatch(part, value) for value in values)]


def selectors(expression):
    return [node for node in nodes(expression) if isinstance(node, promql.VectorSelector)]


def labels_of(expression, metrics):
    """Every label that a series of the query may have before it is put together with others."""
    return set().union(*(find(s.name, metrics)[1] for s in selectors(expression)))


def breaches(query, metrics, recorded=(), sources=None, is_scoped=True):
    """A sentence for each metric or label of a query that no program has. With a scope, only our own programs count."""
    try:
        expression = parse(query)
    except ValueError as error:
        yield f"it cannot be read: {error}"
        return
    values = from_sources() if sources is None else sources
    for selector in selectors(expression):
        if selector.name in recorded:
            continue
        metric, labels = find(selector.name, metrics)
        if not metric:
            yield f"no program shows {selector.name}"
            continue
        for matcher in selector.matchers.matchers:
            if matcher.name not in labels:
                yield f"{selector.name} has no label {matcher.name}"
                continue
            of_list = metric.labels.get(matcher.name) or (values.get(matcher.name) if metric.is_ours else None)
            for stray in strays(matcher, of_list) if of_list and matcher.value else []:
                yield f"{matcher.name} of {selector.name} is never {stray}"
        ours = metric.is_ours or selector.name == "up"
        if is_scoped and ours and ("job", "vanmool") not in {(m.name, m.value) for m in selector.matchers.matchers}:
            yield f'{selector.name} is not limited to job="vanmool"'
    for node in nodes(expression):
        if isinstance(node, promql.AggregateExpr) and node.modifier:
            for label in set(node.modifier.labels) - labels_of(node.expr, metrics):
                yield f"nothing there has a label {label}"
        if isinstance(node, promql.Call) and node.func.name in ("rate", "increase", "irate"):
            for selector in selectors(node):
                if (metric := find(selector.name, metrics)[0]) and metric.kind == "gauge":
                    yield f"{selector.name} goes up and down; {node.func.name} is for what only grows"
