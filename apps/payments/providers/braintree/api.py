"""Braintree's SDK for one account: environment, timeout and mapping of exceptions."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit
from xml.parsers.expat import ExpatError

import braintree
from braintree.exceptions.authentication_error import AuthenticationError
from braintree.exceptions.authorization_error import AuthorizationError
from braintree.exceptions.braintree_error import BraintreeError
from braintree.exceptions.configuration_error import ConfigurationError
from braintree.exceptions.not_found_error import NotFoundError

from apps.payments.port import Account, BadCredentials, OutcomeUnknown, ProviderError

TIMEOUT_SECONDS: Final = 30


class LocalSandbox(braintree.Environment):  # type: ignore[misc]  # the SDK has no types
    """Hansom's sandbox in place of Braintree's: without TLS, and below a path."""

    def __init__(self, base: str) -> None:
        address = urlsplit(base)
        host, port = address.hostname or "", str(address.port or 80)
        super().__init__("local-sandbox", host, port, "", False, None)
        self._path = address.path

    @property
    def server_and_port(self) -> str:
        return f"{self.server}:{self.port}{self._path}"


@contextmanager
def open_gateway(account: Account, *, sandbox_url: str) -> Iterator[Any]:
    """Yield the SDK's gateway and close its connection. Raises ProviderError, OutcomeUnknown."""
    environment = braintree.Environment.Production if account.live else braintree.Environment.Sandbox
    configuration = braintree.Configuration(
        LocalSandbox(sandbox_url) if sandbox_url else environment,
        merchant_id=account.credentials["merchant_id"],
        public_key=account.credentials["public_key"],
        private_key=account.credentials["private_key"],
        timeout=TIMEOUT_SECONDS,
        wrap_http_exceptions=True,
    )
    try:
        yield braintree.BraintreeGateway(configuration)
    except AuthenticationError as error:
        raise BadCredentials(type(error).__name__) from error
    except (AuthorizationError, NotFoundError, ConfigurationError) as error:
        raise ProviderError(type(error).__name__) from error
    except (BraintreeError, ExpatError) as error:
        # Their messages may contain the URL with the merchant's id.
        raise OutcomeUnknown(type(error).__name__) from error
    finally:
        configuration.close()
