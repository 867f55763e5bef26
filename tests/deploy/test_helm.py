"""deploy/helm/hansom: values that their schema takes, templates that are whole, the Procfile's processes."""

import copy
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.deploy.files import DEPLOY, KNOWN, PROCESSES

CHART = DEPLOY / "helm/hansom"
VALUES: dict[str, Any] = yaml.safe_load((CHART / "values.yaml").read_text())
SCHEMA: dict[str, Any] = json.loads((CHART / "values.schema.json").read_text())
TEMPLATES = {path.name: path.read_text() for path in sorted((CHART / "templates").iterdir())}
ALL = "\n".join(TEMPLATES.values())


def changed(path: str, value: object) -> dict[str, Any]:
    values = copy.deepcopy(VALUES)
    *folders, name = path.split(".")
    inner = values
    for folder in folders:
        inner = inner[folder]
    inner[name] = value
    return values


def test_values_fit_their_schema() -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    jsonschema.validate(VALUES, SCHEMA)
    jsonschema.validate(changed("domain", "rides.example.org"), SCHEMA)
    jsonschema.validate(changed("env", {"STORAGE": "s3", "WEB_THREADS": 16}), SCHEMA)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("domain", "https://rides.example.org"),
        ("image.tag", "latest"),
        ("web.replicas", 0),
        ("beat.replicas", 2),
        ("postgres.image", "postgres"),
        ("valkey.image", "valkey/valkey:latest"),
        ("data.size", "10 GB"),
        ("env", {"log-level": "INFO"}),
        ("nonsense", True),
    ],
)
def test_schema_refuses_what_cannot_work(path: str, value: object) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(changed(path, value), SCHEMA)


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_template_blocks_are_closed(name: str) -> None:
    text = re.sub(r"\{\{/\*.*?\*/\}\}", "", TEMPLATES[name], flags=re.S)
    assert text.count("{{") == text.count("}}")
    opened = len(re.findall(r"\{\{-? *(?:if|range|with|define)\b", text))
    assert opened == len(re.findall(r"\{\{-? *end *-?\}\}", text))


def test_templates_use_only_values_and_blocks_that_exist() -> None:
    for path in re.findall(r"\.Values\.([A-Za-z0-9.]+)", ALL):
        inner: Any = VALUES
        for name in path.split("."):
            assert name in inner, path
            inner = inner[name]
    for name in re.findall(r"\$postgres\.(\w+)", ALL):
        assert name in VALUES["postgres"]
    assert set(re.findall(r'include "(\S+)"', ALL)) == set(re.findall(r'define "(\S+)"', ALL))


def test_each_process_of_the_procfile_is_a_deployment() -> None:
    match = re.search(r"range \$process := list ((?:\"\w+\" ?)+)", TEMPLATES["processes.yaml"])
    assert match
    assert set(re.findall(r"\w+", match[1])) == PROCESSES | {"osrm"}


def test_variables_are_those_that_are_read() -> None:
    names = re.findall(r"- name: ([A-Z][A-Z0-9_]+)$", ALL, re.M)
    names += re.findall(r"^  ([A-Z][A-Z0-9_]+): ", TEMPLATES["config.yaml"], re.M)
    # The one that DATABASE_URL is put together from.
    assert set(names) - KNOWN == {"DATABASE_PASSWORD"}
    assert {"DATABASE_URL", "DATABASE_DIRECT_URL", "REDIS_URL", "PUBLIC_URL", "OSRM_URL"} <= set(names)


def test_pods_may_do_little() -> None:
    for setting in ("runAsNonRoot: true", "allowPrivilegeEscalation: false", "readOnlyRootFilesystem: true"):
        assert setting in TEMPLATES["_pod.tpl"]
        assert setting in TEMPLATES["valkey.yaml"]


@pytest.mark.skipif(shutil.which("helm") is None, reason="Helm is not installed here")
def test_helm_renders_it(tmp_path: Path) -> None:
    settings = ["--set", "domain=rides.example.org", "--set", "existingSecret=hansom"]
    subprocess.run(["helm", "lint", "--strict", str(CHART), *settings], check=True)
    done = subprocess.run(
        ["helm", "template", "city", str(CHART), *settings], capture_output=True, text=True, check=True
    )
    kinds = [document["kind"] for document in yaml.safe_load_all(done.stdout) if document]
    assert kinds.count("Deployment") == len(PROCESSES) + 2
    for kind in ("Ingress", "Job", "Cluster", "Pooler", "ConfigMap", "PersistentVolumeClaim"):
        assert kind in kinds
