"""Log lines are JSON, one a line, and show neither email addresses nor phone numbers."""

import json
import logging
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisAway

from apps.core.monitoring import log_context
from apps.core.monitoring.log_format import LineFormatter, json_formatter, redact
from apps.core.monitoring.logs import OutageFilter

Lines = Callable[[], list[dict[str, Any]]]
log = logging.getLogger("tests.lines")


@pytest.fixture
def lines() -> Iterator[Lines]:
    """The lines that the JSON handler of the settings would write."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(json_formatter())
    handler.addFilter(OutageFilter())
    log.addHandler(handler)
    log.setLevel("INFO")
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    log.removeHandler(handler)


def test_line_has_the_message_and_the_fields_of_the_request(lines: Lines) -> None:
    with log_context.log_fields(request_id="abcdefgh", user_id=7):
        log_context.bind(booking="QX81ZP")
        log.info("paid %s", "in cash")
    log.info("after it")
    first, second = lines()
    assert first["event"] == "paid in cash"
    assert (first["level"], first["logger"]) == ("info", "tests.lines")
    assert (first["request_id"], first["user_id"], first["booking"]) == ("abcdefgh", 7, "QX81ZP")
    assert first["timestamp"].endswith("Z")
    assert not {"request_id", "user_id", "booking"} & set(second)


def test_fields_outside_of_a_request_are_not_kept(lines: Lines) -> None:
    log_context.bind(booking="QX81ZP")
    log.info("in a shell")
    [line] = lines()
    assert "booking" not in line
    assert log_context.fields() == {}


def test_traceback_is_part_of_the_line(lines: Lines) -> None:
    try:
        raise LookupError("no\nroute")
    except LookupError:
        log.exception("failed")
    [line] = lines()
    assert line["exception"].startswith("Traceback")
    assert line["exception"].endswith("LookupError: no\nroute")


def test_outage_is_one_line_without_a_traceback(lines: Lines) -> None:
    for _ in range(50):
        try:
            raise RedisAway("Error 111")
        except RedisAway:
            log.exception("failed")
    [line] = lines()
    assert line["event"].startswith("Redis does not answer")
    assert line["level"] == "warning"
    assert "exception" not in line


def test_addresses_and_numbers_in_messages_and_errors_are_removed(lines: Lines) -> None:
    try:
        raise ValueError("Key (email)=(eve.marlowe@example.org) already exists.")
    except ValueError:
        log.exception("refused +447700900321\neve@example.org")
    [line] = lines()
    assert line["event"] == "refused [phone]\n[email]"
    assert "Key (email)=([email]) already exists." in line["exception"]


def test_console_lines_are_redacted_too() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "to %s", ("eve@example.org",), None)
    assert LineFormatter("%(message)s").format(record) == "to [email]"


@pytest.mark.parametrize("text", ["2 + 2 = 4", "at 12:00+00:00", "user=5 @ home", "version 1.2.3+45"])
def test_other_text_is_left_alone(text: str) -> None:
    assert redact(text) == text
