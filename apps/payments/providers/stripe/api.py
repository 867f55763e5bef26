"""Stripe's official library for one account: timeouts, no retries, and mapping of exceptions."""

import logging
from collections.abc import Callable
from typing import Any, Final

import stripe

from apps.payments.port import BadCredentials, Forged, OutcomeUnknown, ProviderError

# Telemetry sends data about the server and response times.
stripe.enable_telemetry = False
# At INFO it logs messages that quote the request, at DEBUG the whole request.
logging.getLogger("stripe").setLevel(logging.WARNING)

TIMEOUT: Final = (5.0, 30.0)
"""Connect and read timeout, in seconds."""
REFUSALS: Final = frozenset({400, 402, 403, 404})
"""Statuses of a rejection. 401 concerns the key, 409 a concurrent request: they decide nothing."""


class NotPermitted(ProviderError):
    """The key is valid but lacks the permission."""


def call(
    request: Callable[[stripe.StripeClient], stripe.StripeObject], *, key: str, host: str
) -> dict[str, Any]:
    """Return the response as plain data, without retries: the caller retries."""
    http = stripe.RequestsClient(timeout=TIMEOUT)
    api = stripe.StripeClient(key, base_addresses={"api": host}, max_network_retries=0, http_client=http)
    try:
        return request(api).to_dict()
    except stripe.StripeError as error:
        # The library's message and arguments quote the request.
        raise _provider_error(error) from None
    finally:
        http.close()  # type: ignore[no-untyped-call]  # an untyped method of the library


def verify(body: bytes, header: str, *, secret: str) -> None:
    """Raise Forged unless the header is the signature of the body."""
    try:
        stripe.WebhookSignature.verify_header(body, header, secret)
    except stripe.SignatureVerificationError as error:
        # The exception's arguments contain the whole body.
        raise Forged(str(error.user_message)) from None


def _provider_error(error: stripe.StripeError) -> ProviderError:
    parts = (str(error.http_status or ""), type(error).__name__, error.code or "", _param(error))
    text = " ".join(part for part in parts if part)
    rejected = error.http_status in REFUSALS and isinstance(
        error, stripe.InvalidRequestError | stripe.CardError | stripe.PermissionError
    )
    if isinstance(error, stripe.AuthenticationError):
        return BadCredentials(text)
    if isinstance(error, stripe.PermissionError):
        return NotPermitted(text)
    return ProviderError(text) if rejected else OutcomeUnknown(text)


def _param(error: stripe.StripeError) -> str:
    return str(getattr(error, "param", None) or "")
