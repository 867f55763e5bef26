"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _

from apps.core.django_admin.labels import name_model
from apps.payments.models import (
    Attempt,
    Notification,
    ProviderAccount,
    Refund,
    TestCharge,
)

name_model(
    Attempt,
    _("payment"),
    _("payments"),
    ref=_("Payment number"),
    provider=_("Payment provider"),
    live=_("Live mode"),
    user=_("User"),
    purpose=_("Purpose"),
    booking=_("Booking"),
    reference=_("Booking number"),
    amount=_("Amount"),
    wallet_amount=_("Amount from the wallet"),
    owed_amount=_("Owed fees included"),
    currency=_("Currency"),
    state=_("Status"),
    session_id=_("Provider's session ID"),
    action=_("Next step for the payer"),
    payment_id=_("Provider's payment ID"),
    problem=_("Problem"),
    credited_to=_("Credited to"),
    is_difference=_("Price difference"),
    by_guest=_("Paid by link"),
    refunded_amount=_("Amount refunded"),
    created_at=_("Created"),
    updated_at=_("Updated"),
    expires_at=_("Expires"),
    paid_at=_("Paid"),
    checks=_("Status checks"),
    next_check_at=_("Next status check"),
)

name_model(
    Notification,
    _("webhook"),
    _("webhooks"),
    provider=_("Payment provider"),
    live=_("Live mode"),
    method=_("HTTP method"),
    headers=_("Headers"),
    query=_("Query string"),
    body=_("Body"),
    body_digest=_("Checksum of the body"),
    body_size=_("Body size (bytes)"),
    remote_addr=_("IP address"),
    received_at=_("Received"),
    verdict=_("Result"),
    reason=_("Reason"),
    attempt=_("Payment"),
)

name_model(
    ProviderAccount,
    _("payment provider account"),
    _("payment provider accounts"),
    provider=_("Payment provider"),
    live=_("Live mode"),
    enabled=_("Enabled"),
    checked_at=_("Credentials checked"),
    check_outcome=_("Result of the check"),
    check_reason=_("Reason"),
    broken_at=_("Failing since"),
    updated_at=_("Updated"),
)

name_model(
    Refund,
    _("refund"),
    _("refunds"),
    ref=_("Refund number"),
    attempt=_("Payment"),
    amount=_("Amount"),
    state=_("Status"),
    refund_id=_("Provider's refund ID"),
    reason=_("Reason"),
    problem=_("Problem"),
    created_by=_("Created by"),
    created_at=_("Created"),
    checks=_("Status checks"),
    next_check_at=_("Next status check"),
)

name_model(
    TestCharge,
    _("test payment"),
    _("test payments"),
    ref=_("Payment number"),
    result=_("Result"),
    amount=_("Amount"),
    currency=_("Currency"),
    succeeds_at=_("Succeeds at"),
    refunded_amount=_("Amount refunded"),
)
