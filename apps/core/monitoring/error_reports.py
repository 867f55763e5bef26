"""Error reports to Sentry, or a server with its protocol, without personal data; off without SENTRY_DSN."""

from typing import Any, Final

from django.conf import settings

from apps.core.monitoring import log_context
from apps.core.monitoring.log_format import redact
from apps.core.monitoring.logs import outage_in
from config.version import VERSION

LEFT_OUT: Final = ("request", "user", "breadcrumbs", "modules")
"""Parts of a report that hold URLs, cookies, form data and what a user typed."""


def start() -> None:
    """Report errors of this process, if SENTRY_DSN is set."""
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        # "hansom@1.0.0" would be redacted as an email address.
        release=f"hansom-{VERSION}",
        send_default_pii=False,
        # Variables of the frames are users, forms and messages.
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        # Other servers get no trace headers.
        trace_propagation_targets=[],
        before_send=without_personal_data,
    )


def without_personal_data(event: Any, hint: dict[str, Any]) -> Any:
    """Return what may leave the platform: the error, where it happened, and ids. None for an outage."""
    record = hint.get("log_record")
    if record is not None and outage_in(record):
        # It is one log line a minute, and an alert; not a report for each failed job.
        return None
    kept = {name: _redacted(value) for name, value in event.items() if name not in LEFT_OUT}
    kept["tags"] = {
        **(kept.get("tags") or {}),
        **{name: str(value) for name, value in log_context.fields().items()},
    }
    return kept


def _redacted(value: Any) -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {name: _redacted(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_redacted(each) for each in value]
    return value
