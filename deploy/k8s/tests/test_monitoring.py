"""Alerts, dashboard and runbooks speak of numbers, pages and objects that are there; and each check can fail."""

import copy

import pytest

import monitoring
import promql
import rules
from manifests import ROOT, named
from test_operations import missing_files, unknown_tables

METRICS = promql.known()
FILES = rules.plain()
ALERTS = rules.of(FILES)
RECORDED = {rule["record"] for rule in rules.of(FILES, "record")}
PAGES = monitoring.pages()
INDEX = (monitoring.RUNBOOKS / "README.md").read_text()
BOARD = monitoring.dashboard()
SOURCES = "".join(
    file.read_text() for folder in ("services", "gateway") for file in (ROOT / folder).glob("**/src/**/*.rs")
)


def breaches(query, is_scoped=True):
    return list(promql.breaches(query, METRICS, RECORDED, is_scoped=is_scoped))


@pytest.mark.parametrize("rule", [*ALERTS, *rules.of(FILES, "record")], ids=lambda rule: rule.get("alert", "record"))
def test_rules_ask_for_what_is_there(rule):
    assert breaches(rule["expr"]) == []


@pytest.mark.parametrize("panel", monitoring.panels(BOARD), ids=lambda panel: panel["title"])
def test_panels_ask_for_what_is_there(panel):
    assert [breach for target in panel["targets"] for breach in breaches(target["expr"])] == []


@pytest.mark.parametrize("name", PAGES)
def test_runbooks_ask_for_what_is_there(name):
    asked = list(monitoring.queries_of_page(PAGES[name]))
    assert [breach for query in asked for breach in breaches(query, is_scoped=False)] == []
    assert monitoring.words_like_metrics(PAGES[name]) - METRICS.keys() == set()


def test_every_alert_leads_to_a_page_and_every_page_has_an_alert():
    assert list(monitoring.unpaired(ALERTS, PAGES, INDEX)) == []


def test_alerts_say_how_urgent_they_are():
    assert list(monitoring.incomplete(ALERTS)) == []


def test_pages_have_one_shape():
    assert list(monitoring.misshapen(PAGES)) == []


@pytest.mark.parametrize("name", [*PAGES, "README"])
def test_pages_name_what_is_there(overlays, name):
    text = INDEX if name == "README" else PAGES[name]
    assert list(monitoring.dead_links(monitoring.RUNBOOKS, text)) == []
    assert list(monitoring.unknown_objects(overlays["production"], text)) == []
    assert missing_files(text) == []
    assert unknown_tables(text) == []


def test_pages_name_the_fields_of_jaegers_search():
    """The cluster's tests search by them."""
    assert monitoring.search(PAGES["NatsDown"]) == (
        "/api/traces?service=order&tags=%7B%22messaging.system%22%3A+%22nats%22%2C+%22error%22%3A+%22true%22%7D"
    )
    assert monitoring.search(PAGES["PaymentFindings"]).endswith("&operation=UPDATE+attempts")
    assert monitoring.search(PAGES["DatabasePoolExhausted"]).endswith("&minDuration=500ms")


def test_the_dashboard_is_whole():
    assert list(monitoring.crooked(BOARD)) == []
    assert list(monitoring.nameless(BOARD, METRICS)) == []
    assert list(monitoring.unshown(BOARD, METRICS)) == []


def test_the_dashboard_reaches_grafana_and_the_rules_the_operator(overlays):
    production = overlays["production"]
    config = named(production, "ConfigMap", "dashboards")
    assert config["metadata"]["labels"]["grafana_dashboard"] == "1"
    assert set(config["data"]) == {"shop.json"}
    made = {o["metadata"]["name"] for o in production if o["kind"] == "PrometheusRule"}
    assert made == {file.stem for file in rules.FILES}


def test_the_list_of_metrics_is_what_the_sources_show():
    assert list(monitoring.unlisted(SOURCES, METRICS)) == []


QUERIES = {
    "half a query": "sum(up{job=",
    "an unknown metric": 'rate(order_placed_total{job="vanmool"}[5m])',
    "a histogram without its series": 'http_server_request_duration_seconds{job="vanmool"}',
    "a label it does not have": 'mails_total{job="vanmool", consumer="order-notice"}',
    "a bucket's label on a count": 'rpc_server_duration_seconds_count{job="vanmool", le="1"}',
    "an outcome that never is": 'mails_total{job="vanmool", outcome="failure"}',
    "one such among others": 'consumer_handled_total{job="vanmool", outcome=~"done|dupe"}',
    "a route that is not there": 'http_server_request_duration_seconds_count{job="vanmool", http_route="/orders"}',
    "a call that is not there": 'rpc_server_duration_seconds_count{job="vanmool", rpc_method="PlaceOrders"}',
    "a program that is not there": 'outbox_depth{job="vanmool", service="orders"}',
    "metrics of other programs": "outbox_depth",
    "a sum by nothing": 'sum by (reason) (orders_placed_total{job="vanmool"})',
    "the rate of a gauge": 'rate(outbox_depth{job="vanmool"}[5m])',
}


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_a_bad_query_is_noticed(query):
    assert breaches(query) != []


def first_panel(board):
    return monitoring.panels(board)[0]


def second_on_first(board):
    monitoring.panels(board)[1]["gridPos"] = first_panel(board)["gridPos"]


BOARDS = {
    "an id twice": (monitoring.crooked, lambda b: b["panels"][1].update(id=b["panels"][2]["id"])),
    "too wide": (monitoring.crooked, lambda b: first_panel(b)["gridPos"].update(x=23)),
    "one on another": (monitoring.crooked, second_on_first),
    "a Prometheus by name": (monitoring.crooked, lambda b: first_panel(b).update(datasource={"uid": "x"})),
    "an empty panel": (monitoring.crooked, lambda b: first_panel(b)["targets"].clear()),
    "a legend without its label": (
        lambda b: monitoring.nameless(b, METRICS),
        lambda b: first_panel(b)["targets"][0].update(legendFormat="{{topic}}"),
    ),
    "a metric without a panel": (
        lambda b: monitoring.unshown(b, METRICS),
        lambda b: b["panels"].remove(next(p for p in b["panels"] if p["title"] == "Versions")),
    ),
}


@pytest.mark.parametrize(("check", "change"), BOARDS.values(), ids=BOARDS)
def test_a_bad_dashboard_is_noticed(check, change):
    board = copy.deepcopy(BOARD)
    assert list(check(board)) == []
    change(board)
    assert list(check(board)) != []


def paired(alerts=ALERTS, pages=PAGES, index=INDEX):
    return list(monitoring.unpaired(alerts, pages, index))


def without(pages, name):
    return {other: text for other, text in pages.items() if other != name}


FOUND = {
    "an alert without a page": lambda _: paired(pages=without(PAGES, "NatsDown")),
    "a page without an alert": lambda _: paired(pages={**PAGES, "Fire": "# Fire\n"}),
    "a page that the index forgets": lambda _: paired(index=INDEX.replace("(NatsDown.md)", "")),
    "an alert that leads elsewhere": lambda _: paired(alerts=[{**ALERTS[0], "annotations": {"runbook_url": "x"}}]),
    "an alert of no urgency": lambda _: monitoring.incomplete([{**ALERTS[0], "labels": {}}]),
    "an alert of no length": lambda _: monitoring.incomplete(
        [{key: value for key, value in ALERTS[0].items() if key != "for"}]
    ),
    "an alert without words": lambda _: monitoring.incomplete([{**ALERTS[0], "annotations": {}}]),
    "a page of another title": lambda _: monitoring.misshapen({"NatsDown": PAGES["ListStale"]}),
    "a page without a section": lambda _: monitoring.misshapen(
        {"NatsDown": PAGES["NatsDown"].replace("## Mitigation", "## Repair")}
    ),
    "a page without a command": lambda _: monitoring.misshapen({"NatsDown": PAGES["NatsDown"].replace("```", "")}),
    "a word like a metric": lambda _: monitoring.words_like_metrics("orders_shipped_total") - METRICS.keys(),
    "a query in a page": lambda _: [
        breach
        for query in monitoring.queries_of_page("```promql\nup\n\nupp\n```")
        for breach in breaches(query, is_scoped=False)
    ],
    "a link to nothing": lambda _: monitoring.dead_links(monitoring.RUNBOOKS, "[x](Fire.md)"),
    "a link to no heading": lambda _: monitoring.dead_links(monitoring.RUNBOOKS, "[x](../OPERATIONS.md#fire)"),
    "a deployment that is not there": lambda objects: monitoring.unknown_objects(objects, "logs deployment/orders"),
    "a file that is not there": lambda _: missing_files("see deploy/k8s/fire.yaml"),
    "a table that is not there": lambda _: unknown_tables("SELECT 1 FROM fires"),
    "a number outside the list": lambda _: monitoring.unlisted(SOURCES + 'counter!("fires_total")', METRICS),
    "a number of another type": lambda _: monitoring.unlisted(SOURCES + 'gauge!("wrong_codes_total")', METRICS),
    "a number of other labels": lambda _: monitoring.unlisted(
        SOURCES + 'gauge!("outbox_depth", "table" => table)', METRICS
    ),
    "a metric without a source": lambda _: monitoring.unlisted(SOURCES.replace('"outbox_depth"', ""), METRICS),
}


@pytest.mark.parametrize("look", FOUND.values(), ids=FOUND)
def test_a_fault_is_noticed(overlays, look):
    assert list(look(overlays["production"])) != []
