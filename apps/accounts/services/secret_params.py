"""Links and codes for messages, created when the message is sent and never stored in the outbox."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from apps.accounts.outgoing import EmailTemplate, Text
from apps.accounts.phone_numbers.phone_verifier import code_to_send
from apps.accounts.services.email_addresses import verification_link
from apps.accounts.services.recovery import reset_link

Maker = Callable[[Mapping[str, Any]], dict[str, str]]

MAKERS: Final[dict[str, Maker]] = {
    EmailTemplate.VERIFY_EMAIL: lambda params: {"link": verification_link(params["email_address_id"])},
    EmailTemplate.RESET_PASSWORD: lambda params: {"link": reset_link(params["user_id"])},
    Text.PHONE_CODE: lambda params: {"code": code_to_send(params["phone_code_id"])},
}
"""By template; each function takes the params of the message's job."""


def secret_params(template: str, params: Mapping[str, Any]) -> dict[str, str]:
    """Return the secret params of a message: {"link"}, {"code"} or none.

    Raises outgoing.SecretExpired if the address, the user or the code is gone.
    """
    maker = MAKERS.get(template)
    return maker(params) if maker else {}
