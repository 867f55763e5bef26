"""The relying party of WebAuthn: what browsers get, and the verification of what they return, by fido2.

The relying party's id and the only accepted origin come from PUBLIC_URL.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from fido2 import cbor
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorData,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from apps.accounts.models import Passkey, User
from apps.core.errors import BadInput
from apps.core.platform import platform_settings

ALGORITHMS: Final = (-8, -7, -257)
"""EdDSA, ES256 and RS256, which all authenticators of phones and computers include."""
DEFAULT_PORTS: Final = {"https": 443, "http": 80}
TRANSPORTS: Final = frozenset(transport.value for transport in AuthenticatorTransport)

State = dict[str, Any]
"""A challenge and its conditions, to be stored until the reply."""


@dataclass(frozen=True, slots=True)
class NewCredential:
    """A verified credential."""

    credential_id: bytes
    public_key: bytes
    sign_count: int
    transports: list[str]


@dataclass(frozen=True, slots=True)
class Assertion:
    """A verified use of a passkey."""

    passkey: Passkey
    sign_count: int


def creation_options(
    user: User, *, user_handle: bytes, passkeys: Iterable[Passkey]
) -> tuple[dict[str, Any], State]:
    """Return the options to create a passkey, one on each authenticator, and the state to verify it."""
    options, state = _server().register_begin(
        PublicKeyCredentialUserEntity(
            id=user_handle, name=user.email or user.mobile or str(user), display_name=str(user)
        ),
        credentials=[_descriptor(passkey) for passkey in passkeys],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return dict(options.public_key), state


def verify_creation(state: State, credential: dict[str, Any]) -> NewCredential:
    """Return the new credential. Raises BadInput passkey_failed."""
    try:
        response = RegistrationResponse.from_dict(credential)
        data = _server().register_complete(state, response)
        _check_context(data, cross_origin=response.response.client_data.cross_origin)
        created = _credential_data(data)
        if created.credential_id != response.raw_id or len(created.credential_id) > 1023:
            raise ValueError("another id in the authenticator's data")
        if created.public_key.get(3) not in ALGORITHMS:
            raise ValueError("an algorithm that was not offered")
        return NewCredential(
            credential_id=created.credential_id,
            public_key=cbor.encode(dict(created.public_key)),
            sign_count=data.counter,
            transports=_known_transports(credential),
        )
    except Exception as error:
        # The library raises many types for malformed values: KeyError, TypeError, struct.error and others.
        raise failed() from error


def request_options() -> tuple[dict[str, Any], State]:
    """Return the options to use any passkey of this platform, and the state to verify it."""
    options, state = _server().authenticate_begin(user_verification=UserVerificationRequirement.REQUIRED)
    return dict(options.public_key), state


def verify_assertion(state: State, credential: dict[str, Any]) -> Assertion:
    """Return the passkey that signed the challenge; the caller compares the counter.

    Raises BadInput passkey_failed, the same for an unknown passkey and a wrong signature.
    """
    try:
        response = AuthenticationResponse.from_dict(credential)
        passkey = Passkey.objects.select_related("user").filter(credential_id=response.raw_id).first()
        if passkey is None or response.response.user_handle != bytes(passkey.user_handle):
            raise ValueError("not a passkey of this user")
        stored = AttestedCredentialData.create(bytes(16), bytes(passkey.credential_id), _key_of(passkey))
        _server().authenticate_complete(state, [stored], response)
        data = response.response.authenticator_data
        _check_context(data, cross_origin=response.response.client_data.cross_origin)
        return Assertion(passkey, data.counter)
    except Exception as error:
        raise failed() from error


def failed() -> BadInput:
    return BadInput("passkey_failed", _("This passkey doesn't work here. Log in another way."))


def _server() -> Fido2Server:
    url = urlsplit(settings.PUBLIC_URL)
    port = "" if url.port in (None, DEFAULT_PORTS[url.scheme]) else f":{url.port}"
    origin = f"{url.scheme}://{url.hostname}{port}"
    server = Fido2Server(
        PublicKeyCredentialRpEntity(id=url.hostname or "", name=platform_settings().app_name),
        attestation=AttestationConveyancePreference.NONE,
        # By default subdomains would be accepted too.
        verify_origin=lambda claimed: claimed == origin,
    )
    server.allowed_algorithms = [
        PublicKeyCredentialParameters(type=PublicKeyCredentialType.PUBLIC_KEY, alg=algorithm)
        for algorithm in ALGORITHMS
    ]
    return server


def _check_context(data: AuthenticatorData, *, cross_origin: bool) -> None:
    if cross_origin:
        raise ValueError("used inside a frame of another origin")
    if data.flags & data.FLAG.BS and not data.flags & data.FLAG.BE:
        raise ValueError("backed up, but not eligible for it")


def _credential_data(data: AuthenticatorData) -> AttestedCredentialData:
    if data.credential_data is None:
        raise ValueError("no credential")
    return data.credential_data


def _known_transports(credential: dict[str, Any]) -> list[str]:
    claimed = credential["response"].get("transports") or []
    return sorted(TRANSPORTS.intersection(each for each in claimed if isinstance(each, str)))


def _descriptor(passkey: Passkey) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(
        type=PublicKeyCredentialType.PUBLIC_KEY,
        id=bytes(passkey.credential_id),
        transports=[AuthenticatorTransport(each) for each in passkey.transports] or None,
    )


def _key_of(passkey: Passkey) -> CoseKey:
    stored = cbor.decode(bytes(passkey.public_key))
    if not isinstance(stored, Mapping):
        raise ValueError("not a key")
    return CoseKey.parse(stored)
