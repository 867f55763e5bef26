"""Fake Apple login: the browser posts the reply, and the client secret is a token that the app signs."""

import json
import time
from dataclasses import dataclass, field
from html import escape
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from embedded.loopback import Reply
from tests.fakes.social.people import Grant, p256_key, rsa_key
from tests.fakes.social.server import Page, PageRequest, Provider, refusal

ISSUER = "https://appleid.apple.com"
KEY_ID = "apple-1"
HALF_A_YEAR = 15_777_000


@dataclass
class Apple(Provider):
    team_id: str = "TEAM123456"
    key_id: str = "KEY1234567"
    app_key: ec.EllipticCurvePrivateKey = field(default_factory=p256_key)
    """The key that Apple issued to the app's developers."""
    key: rsa.RSAPrivateKey = field(default_factory=lambda: rsa_key("apple"))
    signing_key: rsa.RSAPrivateKey | None = None
    """Signs id_tokens instead of Apple's key, to test a wrong signature."""
    issuer: str = ISSUER
    name_was_sent: bool = False
    """Apple sends the name once, at the first consent."""

    def pages(self) -> dict[str, Page]:
        return {
            "GET appleid.apple.com/auth/authorize": self.authorize,
            "POST appleid.apple.com/auth/token": self.token,
            "GET appleid.apple.com/auth/keys": self.keys,
        }

    def authorize(self, request: PageRequest) -> Reply:
        self.check_app(request)
        request.require_value("response_type", "code id_token")
        # Apple sends names and addresses only with form_post.
        request.require_value("response_mode", "form_post")
        answer = {"state": request.params["state"]}
        if not self.consents:
            return self._form(answer | {"error": "user_cancelled_authorize"})
        scope = set(request.params["scope"].split(" "))
        grant = Grant(self.person, self.app, scope)
        answer |= {"code": self.grants.issue(grant), "id_token": self.id_token(grant)}
        if not self.name_was_sent and "name" in scope:
            name = {"firstName": self.person.first_name, "lastName": self.person.last_name}
            answer["user"] = json.dumps({"name": name, "email": self.person.email})
            self.name_was_sent = True
        return self._form(answer)

    def token(self, request: PageRequest) -> Reply:
        request.require_value("client_id", self.app.client_id, "invalid_client")
        request.require_value("grant_type", "authorization_code", "unsupported_grant_type")
        request.require("client_secret", "code", "redirect_uri")
        self.check_assertion(request.params["client_secret"])
        grant = self.grants.redeem(request.params["code"])
        if grant is None:
            raise refusal(400, "invalid_grant", "The code has expired or has been revoked.")
        request.require_value("redirect_uri", grant.app.redirect_uri, "invalid_grant")
        return Reply(
            200,
            {
                "access_token": "a-token-of-apple",
                "expires_in": 3600,
                "id_token": self.id_token(grant),
                "refresh_token": "r-token-of-apple",
                "token_type": "Bearer",
            },
        )

    def keys(self, request: PageRequest) -> Reply:
        jwk: dict[str, Any] = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return Reply(200, {"keys": [{**jwk, "kid": KEY_ID, "use": "sig", "alg": "RS256", "key_ops": None}]})

    def check_assertion(self, assertion: str) -> None:
        """Check the client secret: ES256, the app's key, its team, valid for six months at most."""
        try:
            header = jwt.get_unverified_header(assertion)
            claims = jwt.decode(
                assertion,
                self.app_key.public_key(),
                algorithms=["ES256"],
                audience=ISSUER,
                issuer=self.team_id,
                options={"require": ["iss", "iat", "exp", "aud", "sub"]},
            )
        except jwt.PyJWTError as error:
            raise refusal(400, "invalid_client", f"{error}") from error
        if header.get("kid") != self.key_id or claims["sub"] != self.app.client_id:
            raise refusal(400, "invalid_client", "kid or sub")
        if claims["exp"] - time.time() > HALF_A_YEAR:
            raise refusal(400, "invalid_client", "exp")

    def id_token(self, grant: Grant) -> str:
        person, now = grant.person, int(time.time())
        claims: dict[str, Any] = {
            "iss": self.issuer,
            "aud": grant.app.client_id,
            "sub": person.id,
            "iat": now,
            "exp": now + 86400,
            "auth_time": now,
            "nonce_supported": True,
        }
        if "email" in grant.scope and person.email:
            # Apple sends this as a string or, in newer versions, as a boolean.
            claims |= {"email": person.email, "email_verified": "true" if person.email_verified else "false"}
        key = self.signing_key or self.key
        return jwt.encode(claims, key, algorithm="RS256", headers={"kid": KEY_ID})

    def _form(self, answer: dict[str, str]) -> Reply:
        fields = "".join(
            f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in answer.items()
        )
        page = f'<form method="post" action="{escape(self.app.redirect_uri)}">{fields}</form>'
        content = f"<body>{page}<script>document.forms[0].submit()</script></body>"
        return Reply(200, content.encode(), {"Content-Type": "text/html; charset=utf-8"})
