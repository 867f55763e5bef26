"""Apple: the answer is posted by the browser, and the app's secret is a token that it signs itself."""

import json
import time
from dataclasses import dataclass, field
from html import escape
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from embedded.loopback import Reply
from tests.fakes.social.people import Grant, p256_key, rsa_key
from tests.fakes.social.server import Asked, Page, Provider, refusal

ISSUER = "https://appleid.apple.com"
KEY_ID = "apple-1"
HALF_A_YEAR = 15_777_000


@dataclass
class Apple(Provider):
    team_id: str = "TEAM123456"
    key_id: str = "KEY1234567"
    app_key: ec.EllipticCurvePrivateKey = field(default_factory=p256_key)
    """The key that Apple has given to the app's makers."""
    key: rsa.RSAPrivateKey = field(default_factory=rsa_key)
    signing_key: rsa.RSAPrivateKey | None = None
    """What id_tokens are signed with, when it is not Apple's key."""
    issuer: str = ISSUER
    has_met: bool = False
    """The name is told once, at the first consent."""

    def pages(self) -> dict[str, Page]:
        return {
            "GET appleid.apple.com/auth/authorize": self.authorize,
            "POST appleid.apple.com/auth/token": self.token,
            "GET appleid.apple.com/auth/keys": self.keys,
        }

    def authorize(self, asked: Asked) -> Reply:
        self.check_app(asked)
        asked.only("response_type", "code id_token")
        # Apple refuses to give names and addresses by any other way back.
        asked.only("response_mode", "form_post")
        answer = {"state": asked.params["state"]}
        if not self.consents:
            return self._form(answer | {"error": "user_cancelled_authorize"})
        scope = set(asked.params["scope"].split(" "))
        grant = Grant(self.person, self.app, scope)
        answer |= {"code": self.grants.give(grant), "id_token": self.id_token(grant)}
        if not self.has_met and "name" in scope:
            name = {"firstName": self.person.first_name, "lastName": self.person.last_name}
            answer["user"] = json.dumps({"name": name, "email": self.person.email})
            self.has_met = True
        return self._form(answer)

    def token(self, asked: Asked) -> Reply:
        asked.only("client_id", self.app.client_id, "invalid_client")
        asked.only("grant_type", "authorization_code", "unsupported_grant_type")
        asked.need("client_secret", "code", "redirect_uri")
        self.check_assertion(asked.params["client_secret"])
        grant = self.grants.take(asked.params["code"])
        if grant is None:
            raise refusal(400, "invalid_grant", "The code has expired or has been revoked.")
        asked.only("redirect_uri", grant.app.redirect_uri, "invalid_grant")
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

    def keys(self, asked: Asked) -> Reply:
        jwk: dict[str, Any] = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return Reply(200, {"keys": [{**jwk, "kid": KEY_ID, "use": "sig", "alg": "RS256", "key_ops": None}]})

    def check_assertion(self, assertion: str) -> None:
        """The app's secret: ES256 by its own key, of its team, for Apple, for half a year at most."""
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
            # Apple has sent this as text for years, and as a boolean lately.
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
