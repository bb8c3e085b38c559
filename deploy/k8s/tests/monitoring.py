"""Dashboard and runbooks as the checks read them."""

import json
import re
from urllib.parse import urlencode

import promql
import rules
from manifests import ROOT

RUNBOOKS = ROOT / "docs/runbooks"
SECTIONS = ["Meaning", "Impact", "Diagnosis", "Mitigation", "Afterwards"]
ADDRESS = "https://code.example/vanmool/blob/main/docs/runbooks/{}.md"


def dashboard():
    return json.loads((rules.MONITORING / "dashboards/shop.json").read_text())


def pages():
    """{alert: its page}."""
    return {file.stem: file.read_text() for file in RUNBOOKS.glob("*.md") if file.stem != "README"}


def unpaired(alerts, pages, index):
    """Alerts and pages that miss each other."""
    names = {rule["alert"] for rule in alerts}
    for name in sorted(names - pages.keys()):
        yield f"{name} has no page"
    for name in sorted(pages.keys() - names):
        yield f"the page {name} has no alert"
    for name in sorted(pages):
        if f"]({name}.md)" not in index:
            yield f"the index does not lead to {name}"
    for rule in alerts:
        if rule.get("annotations", {}).get("runbook_url") != ADDRESS.format(rule["alert"]):
            yield f"{rule['alert']} does not lead to its page"


def incomplete(alerts):
    for rule in alerts:
        if rule.get("labels", {}).get("severity") not in ("page", "ticket"):
            yield f"{rule['alert']} does not say whether it pages"
        if "for" not in rule:
            yield f"{rule['alert']} does not say for how long"
        if not rule.get("annotations", {}).get("summary"):
            yield f"{rule['alert']} has no summary"


def misshapen(pages):
    for name, text in pages.items():
        if not text.startswith(f"# {name}\n"):
            yield f"{name} has another title"
        if re.findall(r"^## (.+)$", text, re.M) != SECTIONS:
            yield f"{name} does not have the sections of the others"
        if "```" not in text.partition("## Diagnosis")[2].partition("\n## ")[0]:
            yield f"{name} has no command to copy"


def search(text):
    """The search that a page names by the fields of Jaeger's form, as a path of Jaeger's HTTP API."""
    field = r"\*%s\* `([^`]+)`"
    asked = {name: re.findall(field % name, text) for name in ("Service", "Operation", "Tags", "Min Duration")}
    [service], [operation], [tags] = asked["Service"], asked["Operation"], asked["Tags"]
    query = {"service": service, "tags": json.dumps(dict(tag.split("=") for tag in tags.split()))}
    query |= {} if operation == "all" else {"operation": operation}
    query |= {"minDuration": least for least in asked["Min Duration"]}
    return f"/api/traces?{urlencode(query)}"


def queries_of_page(text):
    """Every query of a page: one a paragraph of its `promql` blocks."""
    for block in re.findall(r"```promql\n(.*?)```", text, re.S):
        yield from filter(None, (query.strip() for query in block.split("\n\n")))


def words_like_metrics(text):
    """Words that look like a metric's name, wherever they stand; what curl prints is written %{…}."""
    return set(re.findall(r"(?<!%\{)\b[a-z]+(?:_[a-z]+)*_(?:total|seconds|bytes|depth|pending|connections)\b", text))


def slug(heading):
    """How a heading is reached by a link."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def dead_links(folder, text):
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        file = (folder / path).resolve()
        if not file.is_file():
            yield f"{target} is not there"
        elif anchor and anchor not in {slug(h) for h in re.findall(r"^#+ (.+)$", file.read_text(), re.M)}:
            yield f"{target} has no such heading"


def unknown_objects(objects, text):
    """Objects that a command names and production does not have. An operator makes the pods of its cluster."""
    made = {(o["kind"].lower(), o["metadata"]["name"]) for o in objects}
    for kind, name in re.findall(r"\b(deployment|statefulset|service|cluster|certificate)/([a-z][\w-]*)", text):
        if (kind, name) not in made:
            yield f"{kind}/{name} is not there"


def panels(board):
    return [panel for panel in board["panels"] if panel["type"] != "row"]


def crooked(board):
    """What Grafana would show wrongly or not at all."""
    ids = [panel["id"] for panel in board["panels"]]
    if len(ids) != len(set(ids)):
        yield "two panels have one id"
    taken = {}
    for panel in board["panels"]:
        at = panel["gridPos"]
        if at["x"] + at["w"] > 24:
            yield f"{panel['title']} is wider than the page"
        for cell in {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}:
            if cell in taken and taken[cell] != panel["id"]:
                yield f"{panel['title']} lies on another panel"
                break
            taken[cell] = panel["id"]
    for panel in panels(board):
        if panel["datasource"]["uid"] != "$datasource":
            yield f"{panel['title']} asks a Prometheus of its own"
        if not panel["targets"]:
            yield f"{panel['title']} asks nothing"


def nameless(board, metrics):
    """Legends that name a label which their query does not have."""
    for panel in panels(board):
        for target in panel["targets"]:
            labels = promql.labels_of(promql.parse(target["expr"]), metrics)
            for label in set(re.findall(r"{{(\w+)}}", target["legendFormat"])) - labels:
                yield f"{panel['title']} has no label {label}"


def unshown(board, metrics):
    """Numbers of ours that no panel shows."""
    asked = " ".join(target["expr"] for panel in panels(board) for target in panel["targets"])
    for name, metric in metrics.items():
        if metric.is_ours and not re.search(rf"\b{name}(_bucket|_count|_sum)?\b", asked):
            yield f"{name} is nowhere"


def unlisted(sources, metrics):
    """Numbers that the sources show otherwise than the list says, and those that they do not show."""
    ours = {name: metric for name, metric in metrics.items() if metric.is_ours}
    shown = re.findall(r'\b(counter|gauge|histogram)!\(\s*"(\w+)"((?:[^()]|\([^()]*\))*)\)', sources)
    for kind, name, labels in shown:
        if name not in ours:
            yield f"{name} is not in the list"
        elif kind != ours[name].kind:
            yield f"{name} is a {kind}"
        elif not set(re.findall(r'"(\w+)" =>', labels)) <= ours[name].labels.keys():
            yield f"{name} has other labels"
    for name in ours:
        if f'"{name}"' not in sources:
            yield f"no program shows {name}"
