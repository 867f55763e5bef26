"""Requests that schemathesis generates from the published schema, sent through Django's own stack."""

import itertools
import random
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import hypothesis
import schemathesis
from django.conf import settings
from django.core.signals import got_request_exception, request_finished, request_started
from django.db import close_old_connections, connection, transaction
from django.urls import Resolver404, resolve
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok

from apps.accounts.models import User
from apps.accounts.services.sessions import start_session
from apps.core.platform import clear_platform_cache
from config.wsgi import application
from scripts.api_schema import SCHEMA
from tests import published_schema
from tests.fuzz.city import City
from tests.fuzz.known import Known
from tests.fuzz.report import Report

NAMES: Final = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
ADDRESS: Final = {"REMOTE_ADDR": "127.0.0.1"}


def fuzz(
    city: City,
    *,
    roles: Sequence[str],
    calls: int,
    seed: int,
    report: Report,
    only: str = "",
    path: Path = SCHEMA,
) -> None:
    """Call all operations in turn, as each role, until it has used its share of the calls."""
    schema = schemathesis.openapi.from_path(path)
    schema.app = application
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    operations = [operation for operation in operations if only in operation.label]
    known = Known(city)
    share = -(-calls // len(roles))
    per_round = -(-share // len(operations))
    for role in roles:
        caller = Caller(city.users[role], role, known, random.Random(f"{seed} {role}"), report)
        # Operations without parameters have few different requests: the others get more in another round.
        for number in itertools.count():
            for operation in operations:
                if number and caller.calls >= share:
                    break
                for case, is_valid in _generated(operation, per_round, f"{seed} {role} {number}"):
                    caller.call(case, contents=is_valid)
            if caller.calls >= share:
                break
        print(f"{role}: {caller.calls} calls", flush=True)


def _generated(operation: Any, count: int, seed: str) -> Iterator[tuple[Any, bool]]:
    """Yield requests for an operation, and whether each matches the schema: most do."""
    invalid = count // 3
    for mode, some in ((GenerationMode.POSITIVE, count - invalid), (GenerationMode.NEGATIVE, invalid)):
        yield from ((case, mode.is_positive) for case in _cases(operation, mode, some, seed))


def _cases(operation: Any, mode: GenerationMode, count: int, seed: str) -> list[Any]:
    cases: list[Any] = []
    if not count:
        return cases

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(operation.as_strategy(generation_mode=mode))
    def collect(case: Any) -> None:
        cases.append(case)

    # An operation without parameters and body has no invalid request.
    with suppress(hypothesis.errors.Unsatisfiable):
        collect()
    return cases


class Caller:
    """A user of a role; each call is rolled back."""

    def __init__(
        self, user: User | None, role: str, known: Known, chance: random.Random, report: Report
    ) -> None:
        self.calls = 0
        self._user = user
        self._role = role
        self._known = known
        self._chance = chance
        self._report = report

    def call(self, case: Any, *, contents: bool) -> None:
        operation = case.operation
        with _rolled_back(), _raised() as errors:
            self._known.put_into(case, self._role, self._chance, contents=contents)
            headers, cookies = self._credentials()
            with _connection_left_open():
                response = case.call(headers=headers, cookies=cookies, environ_overrides=ADDRESS)
            while connection.run_on_commit:
                connection.run_on_commit.pop(0)[1]()
        self.calls += 1
        self._report.count(self._role, response.status_code)
        request = f"{self._role}: {case.as_curl_command()}"
        for error in errors:
            self._report.add(operation.label, "server error", f"{error}\n  {request}")
        for fault in _faults(case, response):
            kind, _, _ = fault.partition(":")
            self._report.add(operation.label, kind, f"{fault}\n  {request}\n  {response.content[:300]!r}")

    def _credentials(self) -> tuple[dict[str, str], dict[str, str]]:
        headers = {"Accept-Encoding": "identity"}
        if self._user is None:
            return headers, {}
        session = start_session(user_id=self._user.pk)
        return headers | {"Authorization": f"Bearer {session.access}"}, {
            settings.REFRESH_COOKIE: session.refresh
        }


@contextmanager
def _rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    clear_platform_cache()


@contextmanager
def _connection_left_open() -> Iterator[None]:
    """Django mistakes a request inside a transaction for one on a broken connection."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


@contextmanager
def _raised() -> Iterator[list[str]]:
    """Collect the tracebacks of unhandled errors in views."""
    errors: list[str] = []

    def receive(**_kwargs: Any) -> None:
        errors.append(traceback.format_exc(limit=-4))

    got_request_exception.connect(receive)
    try:
        yield errors
    finally:
        got_request_exception.disconnect(receive)


def _faults(case: Any, response: Any) -> list[str]:
    path = response.request.path_url.partition("?")[0]
    content_type = next(iter(response.headers.get("content-type", ())), "")
    try:
        route = resolve(unquote(path)).route
    except Resolver404:
        route = ""
    body = response.content.decode(errors="replace")
    method = case.method.lower()
    is_elsewhere = published_schema.shape_of(route) != published_schema.shape_of(case.path)
    described = (method, published_schema.shape_of(route)) in published_schema.operations()
    target = route if is_elsewhere and described else case.path
    faults = published_schema.misses(method, target, response.status_code, content_type, body)
    if is_elsewhere and described:
        return faults
    try:
        case.validate_response(response, checks=CHECKS.get_by_names(NAMES))
    except FailureGroup as group:
        faults += [f"{failure.title}: {failure.message}" for failure in group.exceptions]
    return faults
