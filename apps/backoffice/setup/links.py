"""The link with which the browser may set up an empty platform: only the server's operator can create one."""

from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.utils.translation import gettext_lazy as _

from apps.core.errors import Forbidden

HOURS: Final = 2
_SIGNER: Final = TimestampSigner(salt="hansom.setup")


def setup_link() -> str:
    """Return the link. The key is in the fragment, which no server or proxy logs."""
    return f"{settings.PUBLIC_URL}/setup#{new_key()}"


def new_key() -> str:
    return _SIGNER.sign("setup")


def check_key(key: str) -> None:
    """Raises Forbidden setup_link_invalid for a key that is forged or expired."""
    try:
        _SIGNER.unsign(key, max_age=HOURS * 3600)
    except BadSignature as error:
        raise Forbidden(
            "setup_link_invalid", _("This link has expired. Run “hansom setup --link” for a new one.")
        ) from error
