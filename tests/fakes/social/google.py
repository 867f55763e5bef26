"""Google: authorization code with PKCE, an id_token from the token endpoint."""

import time
from dataclasses import dataclass, field

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from embedded.loopback import Reply
from tests.fakes.social.people import Grant, fits_challenge, rsa_key
from tests.fakes.social.server import Asked, Page, Provider, refusal


@dataclass
class Google(Provider):
    key: rsa.RSAPrivateKey = field(default_factory=rsa_key)
    issuer: str = "https://accounts.google.com"
    audience: str = ""
    """Of the id_token, when it is to be someone else's."""

    def pages(self) -> dict[str, Page]:
        return {
            "GET accounts.google.com/o/oauth2/v2/auth": self.consent,
            "POST oauth2.googleapis.com/token": self.token,
        }

    def consent(self, asked: Asked) -> Reply:
        self.check_app(asked)
        asked.only("response_type", "code", "unsupported_response_type")
        asked.only("code_challenge_method", "S256")
        asked.need("code_challenge")
        if len(asked.params["code_challenge"]) != 43:
            raise refusal(400, "invalid_request", "code_challenge")
        back = {"state": asked.params["state"]}
        if not self.consents:
            return self.back(back | {"error": "access_denied"})
        scope = set(asked.params["scope"].split(" "))
        code = self.grants.give(
            Grant(self.person, self.app, scope, code_challenge=asked.params["code_challenge"])
        )
        back |= {"code": code, "scope": " ".join(sorted(scope)), "authuser": "0", "prompt": "consent"}
        return self.back(back)

    def token(self, asked: Asked) -> Reply:
        asked.only("client_id", self.app.client_id, "invalid_client", 401)
        asked.only("client_secret", self.app.secret, "invalid_client", 401)
        asked.only("grant_type", "authorization_code", "unsupported_grant_type")
        asked.need("code", "redirect_uri", "code_verifier")
        # Whatever is wrong with it from here on, the code is spent.
        grant = self.grants.take(asked.params["code"])
        if grant is None or not fits_challenge(asked.params["code_verifier"], grant.code_challenge):
            raise refusal(400, "invalid_grant", "Bad Request")
        asked.only("redirect_uri", grant.app.redirect_uri, "redirect_uri_mismatch")
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
