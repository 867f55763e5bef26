"""A company's OpenID Connect provider: discovery, authorization code with PKCE, userinfo and an id_token."""

import time
from dataclasses import dataclass, field
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from embedded.loopback import Reply
from tests.fakes.social.people import Grant, matches_challenge, rsa_key
from tests.fakes.social.server import Page, PageRequest, Provider, refusal

HOST: Final = "login.company.example"
ISSUER: Final = f"https://{HOST}/realms/staff"


@dataclass
class Company(Provider):
    key: rsa.RSAPrivateKey = field(default_factory=lambda: rsa_key("company"))
    issuer: str = ISSUER
    """Of the id_token, when it is to be someone else's."""
    audience: str = ""

    def pages(self) -> dict[str, Page]:
        at = f"{HOST}/realms/staff"
        return {
            f"GET {at}/.well-known/openid-configuration": self.configuration,
            f"GET {at}/auth": self.consent,
            f"POST {at}/token": self.token,
            f"GET {at}/userinfo": self.userinfo,
        }

    def configuration(self, request: PageRequest) -> Reply:
        names = ("token", "userinfo")
        return Reply(
            200,
            {
                "issuer": ISSUER,
                "authorization_endpoint": f"{ISSUER}/auth",
                "jwks_uri": f"{ISSUER}/certs",
                "token_endpoint_auth_methods_supported": ["client_secret_post"],
                **{f"{name}_endpoint": f"{ISSUER}/{name}" for name in names},
            },
        )

    def consent(self, request: PageRequest) -> Reply:
        self.check_app(request)
        request.require_value("response_type", "code", "unsupported_response_type")
        request.require_value("code_challenge_method", "S256")
        request.require("code_challenge")
        params = {"state": request.params["state"]}
        if not self.consents:
            return self.redirect(params | {"error": "access_denied"})
        scope = set(request.params["scope"].split(" "))
        if "openid" not in scope:
            raise refusal(400, "invalid_scope", "openid is missing")
        grant = Grant(self.person, self.app, scope, code_challenge=request.params["code_challenge"])
        return self.redirect(params | {"code": self.grants.issue(grant)})

    def token(self, request: PageRequest) -> Reply:
        request.require_value("client_id", self.app.client_id, "invalid_client", 401)
        request.require_value("client_secret", self.app.secret, "invalid_client", 401)
        request.require_value("grant_type", "authorization_code", "unsupported_grant_type")
        request.require("code", "redirect_uri", "code_verifier")
        grant = self.grants.redeem(request.params["code"])
        if grant is None or not matches_challenge(request.params["code_verifier"], grant.code_challenge):
            raise refusal(400, "invalid_grant", "Code not valid")
        request.require_value("redirect_uri", grant.app.redirect_uri, "invalid_grant")
        return Reply(
            200,
            {
                "access_token": f"of-{grant.person.id}",
                "expires_in": 300,
                "token_type": "Bearer",
                "id_token": self.id_token(grant),
            },
        )

    def userinfo(self, request: PageRequest) -> Reply:
        if request.authorization != f"Bearer of-{self.person.id}":
            raise refusal(401, "invalid_token", "no token")
        return Reply(200, {"sub": self.person.id, **self._claims()})

    def id_token(self, grant: Grant) -> str:
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": self.audience or grant.app.client_id,
            "sub": grant.person.id,
            "iat": now,
            "exp": now + 300,
            **self._claims(),
        }
        return jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": "company-1"})

    def _claims(self) -> dict[str, Any]:
        return {
            "email": self.person.email,
            "email_verified": self.person.email_verified,
            "given_name": self.person.first_name,
            "family_name": self.person.last_name,
            "name": f"{self.person.first_name} {self.person.last_name}",
        }
