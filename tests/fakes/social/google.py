"""Google: authorization code with PKCE, an id_token from the token endpoint."""

import time
from dataclasses import dataclass, field

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from embedded.loopback import Reply
from tests.fakes.social.people import Grant, matches_challenge, rsa_key
from tests.fakes.social.server import Page, PageRequest, Provider, refusal


@dataclass
class Google(Provider):
    key: rsa.RSAPrivateKey = field(default_factory=lambda: rsa_key("google"))
    issuer: str = "https://accounts.google.com"
    audience: str = ""
    """Of the id_token, when it is to be someone else's."""

    def pages(self) -> dict[str, Page]:
        return {
            "GET accounts.google.com/o/oauth2/v2/auth": self.consent,
            "POST oauth2.googleapis.com/token": self.token,
        }

    def consent(self, request: PageRequest) -> Reply:
        self.check_app(request)
        request.require_value("response_type", "code", "unsupported_response_type")
        request.require_value("code_challenge_method", "S256")
        request.require("code_challenge")
        if len(request.params["code_challenge"]) != 43:
            raise refusal(400, "invalid_request", "code_challenge")
        params = {"state": request.params["state"]}
        if not self.consents:
            return self.redirect(params | {"error": "access_denied"})
        scope = set(request.params["scope"].split(" "))
        code = self.grants.issue(
            Grant(self.person, self.app, scope, code_challenge=request.params["code_challenge"])
        )
        params |= {"code": code, "scope": " ".join(sorted(scope)), "authuser": "0", "prompt": "consent"}
        return self.redirect(params)

    def token(self, request: PageRequest) -> Reply:
        request.require_value("client_id", self.app.client_id, "invalid_client", 401)
        request.require_value("client_secret", self.app.secret, "invalid_client", 401)
        request.require_value("grant_type", "authorization_code", "unsupported_grant_type")
        request.require("code", "redirect_uri", "code_verifier")
        # Whatever is wrong with it from here on, the code is spent.
        grant = self.grants.redeem(request.params["code"])
        if grant is None or not matches_challenge(request.params["code_verifier"], grant.code_challenge):
            raise refusal(400, "invalid_grant", "Bad Request")
        request.require_value("redirect_uri", grant.app.redirect_uri, "redirect_uri_mismatch")
        return Reply(
            200,
            {
                "access_token": "ya29.of-google",
                "expires_in": 3599,
                "scope": " ".join(sorted(grant.scope)),
                "token_type": "Bearer",
                "id_token": self.id_token(grant),
            },
        )

    def id_token(self, grant: Grant) -> str:
        person, now = grant.person, int(time.time())
        claims: dict[str, object] = {
            "iss": self.issuer,
            "azp": grant.app.client_id,
            "aud": self.audience or grant.app.client_id,
            "sub": person.id,
            "iat": now,
            "exp": now + 3600,
        }
        if "email" in grant.scope and person.email:
            claims |= {"email": person.email, "email_verified": person.email_verified}
        if "profile" in grant.scope:
            claims |= {
                "name": f"{person.first_name} {person.last_name}",
                "given_name": person.first_name,
                "family_name": person.last_name,
                "picture": "https://lh3.googleusercontent.com/a/photo",
            }
        return jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": "google-1"})
