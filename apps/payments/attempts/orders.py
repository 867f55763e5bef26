"""The order that an adapter receives, and the URLs of a payment."""

from typing import Final

from django.conf import settings
from django.urls import reverse

from apps.core.platform import platform_settings
from apps.payments.models import Attempt
from apps.payments.port import Order, Payer

RETURNED: Final = "p-"
"""Begins the page of a guest who returns from a gateway, before the payment's reference."""


def order_of(attempt: Attempt) -> Order:
    """Return the attempt's order. Its data comes from the database; its URLs are below PUBLIC_URL."""
    user = attempt.user
    return Order(
        ref=attempt.ref,
        amount=attempt.amount,
        currency=attempt.currency,
        description=_description(attempt),
        payer=Payer(
            id=user.pk,
            first_name=user.first_name,
            last_name=user.last_name,
            email=user.email or "",
            mobile=user.mobile or "",
        ),
        language=user.language,
        session_id=attempt.session_id,
        payment_id=attempt.payment_id,
        created_at=attempt.created_at,
        expires_at=attempt.expires_at,
        return_url=_absolute("payment-return", attempt.provider, attempt.ref),
        cancel_url=_absolute("payment-cancel", attempt.provider, attempt.ref),
        webhook_url=_absolute("payment-webhook", attempt.provider),
    )


def payment_page_url(attempt: Attempt) -> str:
    """Return the URL of the page that shows the payment's state.

    A guest's is without a login. It leads the browser that started the payment back to the guest's link, of
    which neither the database nor the gateway knows the token.
    """
    page = f"trip/{RETURNED}{attempt.ref}" if attempt.by_guest else f"payments/{attempt.ref}"
    return f"{settings.PUBLIC_URL}/{page}"


def checkout_url(attempt: Attempt) -> str:
    """Return the URL to pay at: the gateway's page, or Hansom's card or redirect page."""
    kind = attempt.action.get("kind")
    if kind == "redirect":
        return str(attempt.action["url"])
    return _absolute("payment-card" if kind == "page" else "payment-go", attempt.provider, attempt.ref)


def _description(attempt: Attempt) -> str:
    return f"{platform_settings().app_name} {attempt.reference}"


def _absolute(name: str, *args: str) -> str:
    return settings.PUBLIC_URL + reverse(name, args=args)
