"""deploy/monitoring: alert rules, dashboard and scrape configuration use metrics and labels that exist."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from apps.core.monitoring.metrics import METRICS
from apps.core.monitoring.metrics_server import OFFSETS
from tests.deploy.files import DEPLOY, OPTIONAL, ROOT, compose

FOLDER = DEPLOY / "monitoring"
SUFFIX = re.compile(r"_(bucket|count|sum)$")
# Labels that Prometheus adds.
ADDED = {"le", "instance", "service", "job"}
NAMED = re.compile(r"hansom_\w+")


def rules() -> list[dict[str, Any]]:
    [group] = yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"]
    return list(group["rules"])


def panels() -> list[dict[str, Any]]:
    dashboard = json.loads((FOLDER / "dashboard.json").read_text())
    return [panel for panel in dashboard["panels"] if panel["type"] != "row"]


def queries() -> Iterator[str]:
    yield from (rule["expr"] for rule in rules())
    yield from (target["expr"] for panel in panels() for target in panel["targets"])


def metric_of(name: str) -> str:
    """Return the declared metric of a series: histograms have three."""
    base = SUFFIX.sub("", name)
    return base if base in METRICS and METRICS[base].kind == "histogram" else name


def labels_in(query: str) -> set[str]:
    selected = re.findall(r"(\w+)!?=~?\"", query)
    grouped = [name for group in re.findall(r"by \(([^)]*)\)", query) for name in re.split(r",\s*", group)]
    return {*selected, *grouped}


@pytest.mark.parametrize("query", list(queries()))
def test_query_names_declared_metrics_and_their_labels(query: str) -> None:
    named = {metric_of(name) for name in NAMED.findall(query)}
    assert named <= set(METRICS)
    assert named or query.startswith("up{")
    assert labels_in(query) <= {label for name in named for label in METRICS[name].labels} | ADDED
    assert query.count("(") == query.count(")")


def test_every_metric_is_on_the_dashboard() -> None:
    shown = {
        metric_of(name) for panel in panels() for t in panel["targets"] for name in NAMED.findall(t["expr"])
    }
    assert shown == set(METRICS)


def test_counters_are_read_as_rates() -> None:
    counters = {name for name, metric in METRICS.items() if metric.kind == "counter"}
    for query in queries():
        for name in counters & set(NAMED.findall(query)):
            assert re.search(rf"(rate|increase)\({name}[{{\[]", query), query


def test_alerts_have_a_name_a_severity_and_a_sentence() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(names) == len(set(names))
    for rule in rules():
        assert re.fullmatch(r"Hansom[A-Z]\w+", rule["alert"])
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert len(rule["annotations"]["summary"]) > 10
        used = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
        assert used <= labels_in(rule["expr"]) | {"instance"}


def test_panels_do_not_overlap() -> None:
    places = [
        (panel["gridPos"]["x"] + x, panel["gridPos"]["y"] + y)
        for panel in panels()
        for x in range(panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["h"])
    ]
    assert len(places) == len(set(places))
    assert len({panel["id"] for panel in panels()}) == len(panels())


def test_scrape_configuration_names_each_service_at_its_port() -> None:
    config = yaml.safe_load((FOLDER / "prometheus.yaml").read_text())
    assert config["rule_files"] == ["alerts.yaml"]
    [job] = config["scrape_configs"]
    assert {each["labels"]["service"] for each in job["static_configs"]} == set(OFFSETS) - OPTIONAL
    for each in job["static_configs"]:
        ports = {int(target.rpartition(":")[2]) for target in each["targets"]}
        assert {port // 10 * 10 for port in ports} == {9100 + OFFSETS[each["labels"]["service"]]}


def test_containers_are_found_by_the_name_of_their_service() -> None:
    config = yaml.safe_load((FOLDER / "prometheus-compose.yaml").read_text())
    [job] = config["scrape_configs"]
    found = {name: each["port"] for each in job["dns_sd_configs"] for name in each["names"]}
    assert found == {service: 9100 + offset for service, offset in OFFSETS.items()}
    assert set(found) <= set(compose()["services"])
    for service in found:
        environment = compose()["services"][service]["environment"]
        assert (environment["METRICS_PORT"], environment["METRICS_HOST"]) == (9100, "0.0.0.0")


def test_grafana_has_the_dashboard_and_its_data_source() -> None:
    mounts = [mount.split(":")[0] for mount in compose()["services"]["grafana"]["volumes"]]
    assert "./monitoring/dashboard.json" in mounts
    [source] = yaml.safe_load((FOLDER / "grafana/datasource.yaml").read_text())["datasources"]
    assert (source["type"], source["url"]) == ("prometheus", "http://prometheus:9090")


def test_promtool_accepts_rules_and_configuration() -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed: apt-get install prometheus")
    configurations = [("config", path.name) for path in FOLDER.glob("prometheus*.yaml")]
    for command in (("rules", "alerts.yaml"), *configurations):
        done = subprocess.run(
            [promtool, "check", *command], cwd=FOLDER, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_operations_page_says_what_to_do_at_each_alert() -> None:
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"`(Hansom[A-Z]\w+)`", page)) == sorted(rule["alert"] for rule in rules())
