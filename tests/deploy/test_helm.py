"""deploy/helm/hansom: values that their schema takes, templates that are whole, the Procfile's processes."""

import base64
import copy
import json
import re
import shutil
import subprocess
from typing import Any

import jsonschema
import pytest
import yaml

from tests.deploy.files import DEPLOY, KNOWN, OPTIONAL, PROCESSES

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
        ("valkey.image", f"valkey/valkey:latest@sha256:{'0' * 64}"),
        ("calls.replicas", 2),
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
    assert set(re.findall(r"\w+", match[1])) == PROCESSES | OPTIONAL | {"osrm"}
    assert {name for name in PROCESSES | OPTIONAL if VALUES[name].get("enabled") is False} == OPTIONAL


def test_variables_are_those_that_are_read() -> None:
    names = re.findall(r"- name: ([A-Z][A-Z0-9_]+)$", ALL, re.M)
    names += re.findall(r"^  ([A-Z][A-Z0-9_]+): ", TEMPLATES["config.yaml"], re.M)
    # Those that the addresses are put together from.
    assert set(names) - KNOWN == {"DATABASE_PASSWORD", "DATABASE_OWNER_PASSWORD"}
    assert {"DATABASE_URL", "DATABASE_DIRECT_URL", "REDIS_URL", "PUBLIC_URL", "OSRM_URL"} <= set(names)


def test_pods_may_do_little() -> None:
    for setting in ("runAsNonRoot: true", "allowPrivilegeEscalation: false", "readOnlyRootFilesystem: true"):
        assert setting in TEMPLATES["_pod.tpl"]
        assert setting in TEMPLATES["valkey.yaml"]


needs_helm = pytest.mark.skipif(shutil.which("helm") is None, reason="Helm is not installed here")
Documents = list[dict[str, Any]]


def rendered(*settings: str) -> Documents:
    required = ("domain=rides.example.org", "existingSecret=hansom", *settings)
    options = [part for setting in required for part in ("--set", setting)]
    subprocess.run(["helm", "lint", "--strict", str(CHART), *options], check=True)
    done = subprocess.run(
        ["helm", "template", "city", str(CHART), *options], capture_output=True, text=True, check=True
    )
    return [document for document in yaml.safe_load_all(done.stdout) if document]


def environment(documents: Documents, kind: str, name: str) -> dict[str, str]:
    """The variables of a pod's own container; those from a Secret as its name and key."""
    (document,) = [each for each in documents if (each["kind"], each["metadata"]["name"]) == (kind, name)]
    (container,) = document["spec"]["template"]["spec"]["containers"]
    variables = {}
    for each in container["env"]:
        source = each.get("valueFrom", {}).get("secretKeyRef", {})
        variables[each["name"]] = each.get("value") or f"{source['name']}: {source['key']}"
    return variables


@needs_helm
def test_helm_renders_it() -> None:
    documents = rendered()
    kinds = [document["kind"] for document in documents]
    assert kinds.count("Deployment") == len(PROCESSES) + 2
    for kind in ("Ingress", "Job", "Cluster", "Pooler", "ConfigMap", "PersistentVolumeClaim", "Secret"):
        assert kind in kinds


@needs_helm
def test_only_the_migration_knows_the_owner_of_the_tables() -> None:
    documents = rendered()
    (cluster,) = [document["spec"] for document in documents if document["kind"] == "Cluster"]
    (role,) = cluster["managed"]["roles"]
    (secret,) = [document for document in documents if document["kind"] == "Secret"]
    assert role["passwordSecret"]["name"] == secret["metadata"]["name"] == "city-postgres-processes"
    assert base64.b64decode(secret["data"]["username"]).decode() == role["name"] == "hansom_processes"
    migration = environment(documents, "Job", "city-migrate")
    assert migration["DATABASE_OWNER_PASSWORD"] == "city-postgres-app: password"
    assert migration["DATABASE_OWNER_URL"] == (
        "postgresql://hansom:$(DATABASE_OWNER_PASSWORD)@city-postgres-rw:5432/hansom"
    )
    for name in PROCESSES:
        variables = environment(documents, "Deployment", f"city-{name}")
        assert "DATABASE_OWNER_URL" not in variables
        assert variables["DATABASE_PASSWORD"] == "city-postgres-processes: password"
        assert "//hansom_processes:$(DATABASE_PASSWORD)@city-pooler:" in variables["DATABASE_URL"]


@needs_helm
@pytest.mark.parametrize(
    ("setting", "replica"),
    [
        ("postgres.instances=3", True),
        ("postgres.instances=1", False),
        ("postgres.replicaReads=false", False),
        ("postgres.enabled=false", False),
    ],
)
def test_standby_is_read_if_there_is_one(setting: str, replica: bool) -> None:
    variables = environment(rendered(setting), "Deployment", "city-web")
    assert ("@city-postgres-ro:5432/" in variables.get("DATABASE_REPLICA_URL", "")) is replica


@needs_helm
def test_servers_of_ones_own() -> None:
    documents = rendered("postgres.enabled=false", "valkey.enabled=false", "migrationSecret=owner")
    assert not {"Cluster", "Pooler", "Secret"} & {document["kind"] for document in documents}
    (owner,) = [
        each
        for document in documents
        if document["kind"] == "Job"
        for each in document["spec"]["template"]["spec"]["containers"][0]["env"]
    ]
    assert owner["valueFrom"]["secretKeyRef"] == {"name": "owner", "key": "DATABASE_OWNER_URL"}


@needs_helm
def test_calls_run_once_where_they_are_enabled() -> None:
    (calls,) = [
        document
        for document in rendered("calls.enabled=true")
        if document["metadata"]["name"] == "city-calls" and document["kind"] == "Deployment"
    ]
    assert (calls["spec"]["replicas"], calls["spec"]["strategy"]["type"]) == (1, "Recreate")
    (container,) = calls["spec"]["template"]["spec"]["containers"]
    assert container["livenessProbe"]["exec"]["command"] == ["hansom", "health", "calls"]
