"""The first use of the tokens of a renewal, which proves that a device received them."""

from apps.accounts.models import DeviceSession


def confirm_renewal(*, family: str, token_id: str) -> None:
    """Record that tokens issued with this refresh token are in use.

    One conditional statement: later renewals stay unconfirmed, and of concurrent requests one writes.
    """
    DeviceSession.objects.filter(family=family, unconfirmed_token_id=token_id).update(unconfirmed_token_id="")
