"""The card page: its content, its Content-Security-Policy, and one charge per attempt."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal as D
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.core.errors import Conflict
from apps.payments.choices import State, Verdict
from apps.payments.gateways.registry import adapter_of
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.providers.culqi.sandbox import PUBLIC_KEY
from apps.payments.services.checking import submit
from apps.wallet.selectors import balance_of
from embedded.gateways.base import CardGateway
from embedded.gateways.registry import sandbox_gateways
from tests.payments.gateways.shop import Shop

MakeShop = Callable[[str], Shop]
CARD_GATEWAYS = [name for name, kind in sandbox_gateways().items() if issubclass(kind, CardGateway)]


@pytest.fixture(params=CARD_GATEWAYS)
def shop(request: pytest.FixtureRequest, make_shop: MakeShop) -> Shop:
    return make_shop(request.param)


@pytest.fixture
def browser() -> Client:
    """A browser without a login, with CSRF checks."""
    return Client(enforce_csrf_checks=True)


def address(attempt: Attempt) -> str:
    return f"/api/v1/payments/{attempt.provider}/card/{attempt.ref}/"


def policy(page: Any) -> dict[str, list[str]]:
    directives = [part.split() for part in page["Content-Security-Policy"].split(";")]
    return {name: sources for name, *sources in directives}


def send(browser: Client, attempt: Attempt, page: Any, **fields: str) -> Any:
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.content.decode())
    assert found
    return browser.post(address(attempt), {"csrfmiddlewaretoken": found[1], **fields})


def now(attempt: Attempt) -> Attempt:
    return Attempt.objects.get(pk=attempt.pk)


def test_page_shows_the_stored_amount(shop: Shop, browser: Client) -> None:
    attempt = shop.begin()
    page = browser.get(address(attempt), {"amount": "0.01"})
    text = page.content.decode()
    assert page.status_code == 200
    assert "25.50" in text
    assert attempt.reference in text
    assert (page["Cache-Control"], page["Referrer-Policy"]) == ("no-store", "same-origin")
    assert shop.payer.email not in text or shop.gateway.name == "culqi"


@pytest.mark.parametrize("language", ["en", "ar"])
def test_page_uses_the_payers_language(
    make_shop: MakeShop, browser: Client, ada: User, language: str
) -> None:
    shop = make_shop("braintree")
    User.objects.filter(pk=ada.pk).update(language=language)
    page = browser.get(address(shop.begin()), headers={"Accept-Language": "en"})
    text = page.content.decode()
    direction, words = {"en": ("ltr", "Card number"), "ar": ("rtl", "رقم البطاقة")}[language]
    assert f'<html lang="{language}" dir="{direction}">' in text
    assert words in text
    assert page["Content-Language"] == language


def test_page_has_every_message_that_its_script_shows(shop: Shop, browser: Client) -> None:
    page = browser.get(address(shop.begin())).content.decode()
    shown = set(re.findall(r"\bwords\.(\w+)", page))
    assert {"busy", "unauthenticated", "failed"} <= shown <= set(re.findall(r"\bdata-(\w+)=\"[^\"]", page))


def test_policy_allows_only_the_sandbox(shop: Shop, browser: Client) -> None:
    found = policy(browser.get(address(shop.begin())))
    assert found["default-src"] == ["'none'"]
    assert [source for source in found["script-src"] if not source.startswith("'nonce-")] == [
        shop.sandbox.url
    ]
    assert found["connect-src"] == [shop.sandbox.url]
    assert found["form-action"] == ["'self'"]
    assert "frame-src" not in found
    assert found["frame-ancestors"] == ["'none'"]


@pytest.mark.parametrize(
    ("name", "script", "strangers"),
    [
        ("braintree", "https://js.braintreegateway.com/web/3.144.0/js/hosted-fields.min.js", "culqi"),
        ("culqi", "https://js.culqi.com/checkout-js", "braintree"),
    ],
)
def test_policy_without_a_sandbox_allows_the_gateways_hosts(
    make_shop: MakeShop, browser: Client, settings: Any, name: str, script: str, strangers: str
) -> None:
    attempt = make_shop(name).begin()
    settings.PAYMENTS_SANDBOX_URL = ""
    page = browser.get(address(attempt))
    found = policy(page)
    assert script in page.content.decode()
    assert not [source for some in found.values() for source in some if strangers in source]
    too_wide = {"*", "https:", "'unsafe-inline'", "'unsafe-eval'"}
    assert not too_wide & {*found["script-src"], *found["connect-src"]}


def test_page_contains_no_secret(shop: Shop, browser: Client) -> None:
    text = browser.get(address(shop.begin())).content.decode()
    account = ProviderAccount.objects.get()
    secret = [c.name for c in adapter_of(account).credentials if c.secret]
    assert not [name for name in secret if account.credentials[name] in text]
    assert (PUBLIC_KEY in text) == (shop.gateway.name == "culqi")


def test_card_payment_redirects_to_the_payments_page(shop: Shop, browser: Client) -> None:
    attempt = shop.begin()
    page = browser.get(address(attempt))
    reply = send(browser, attempt, page, **shop.gateway.token("approve"))  # type: ignore[attr-defined]
    assert (reply.status_code, reply["Location"]) == (303, f"http://localhost:8000/payments/{attempt.ref}")
    assert now(attempt).state == State.PAID
    assert balance_of(shop.payer.pk) == D("25.50")
    for later in (browser.get(address(attempt)), send(browser, attempt, page, token="another")):
        assert later.status_code == 303
    assert balance_of(shop.payer.pk) == D("25.50")


def test_missing_csrf_token_charges_nothing(shop: Shop, browser: Client) -> None:
    attempt = shop.begin()
    browser.get(address(attempt))
    token = shop.gateway.token("approve")  # type: ignore[attr-defined]
    assert browser.post(address(attempt), token).status_code == 403
    assert not shop.gateway.payments
    assert now(attempt).state == State.REDIRECTED


def test_rejected_token_allows_another(shop: Shop, browser: Client) -> None:
    attempt = shop.begin()
    page = browser.get(address(attempt))
    for fields in ({"token": "nonsense"}, {}):
        refused = send(browser, attempt, page, **fields)
        assert refused.status_code == 409
        assert "You weren't charged" in refused.content.decode()
        assert (now(attempt).state, now(attempt).session_id) == (State.REDIRECTED, "")
    send(browser, attempt, refused, **shop.gateway.token("approve"))  # type: ignore[attr-defined]
    assert now(attempt).state == State.PAID


def test_declined_card_fails_the_attempt(shop: Shop, browser: Client) -> None:
    attempt = shop.begin()
    page = browser.get(address(attempt))
    reply = send(browser, attempt, page, **shop.gateway.token("decline"))  # type: ignore[attr-defined]
    assert reply.status_code == 303
    assert now(attempt).state == State.FAILED
    assert balance_of(shop.payer.pk) == 0


def test_no_second_token_is_accepted_while_the_first_is_unknown(shop: Shop, browser: Client) -> None:
    attempt = shop.begin()
    page = browser.get(address(attempt))
    send(browser, attempt, page, **shop.gateway.token("timeout"))  # type: ignore[attr-defined]
    requests = len(shop.sandbox.seen)
    assert now(attempt).state == State.PENDING
    send(browser, attempt, page, **shop.gateway.token("approve"))  # type: ignore[attr-defined]
    assert len(shop.sandbox.seen) == requests
    for _again in range(3):
        shop.check(attempt)
    assert balance_of(shop.payer.pk) == D("25.50")


def test_three_d_secure_submits_the_token_again(make_shop: MakeShop, browser: Client) -> None:
    shop = make_shop("culqi")
    attempt = shop.begin()
    token = shop.gateway.token("pending")  # type: ignore[attr-defined]
    page = send(browser, attempt, browser.get(address(attempt)), **token)
    assert page.status_code == 200
    assert token["token"] in page.content.decode()
    assert not shop.gateway.payments
    proven = '{"eci":"05","xid":"x","cavv":"c","protocolVersion":"2","directoryServerTransactionId":"d"}'
    assert send(browser, attempt, page, **token, authentication=proven).status_code == 303
    assert now(attempt).state == State.PAID


def test_forged_webhook_of_a_pending_card_credits_nothing(shop: Shop, browser: Client) -> None:
    attempt = shop.begin()
    send(browser, attempt, browser.get(address(attempt)), **shop.gateway.token("bad_signature"))  # type: ignore[attr-defined]
    [notice] = shop.deliver()
    assert notice.verdict == Verdict.FORGED
    shop.check(attempt)
    assert now(attempt).state == State.PENDING
    assert balance_of(shop.payer.pk) == 0


def test_test_mode_webhook_pays_no_live_card(shop: Shop, browser: Client) -> None:
    attempt = shop.begin()
    send(browser, attempt, browser.get(address(attempt)), **shop.gateway.token("approve_late"))  # type: ignore[attr-defined]
    live = ProviderAccount(provider=shop.gateway.name, live=True)
    live.credentials = {name: f"live-{value}" for name, value in shop.gateway.credentials.items()}
    live.save()
    Attempt.objects.filter(pk=attempt.pk).update(live=True)
    shop.sandbox.advance(61)
    assert {notice.verdict for notice in shop.deliver()} == {Verdict.UNKNOWN}
    assert now(attempt).state == State.PENDING
    assert balance_of(shop.payer.pk) == 0


def test_expired_attempt_accepts_no_card(shop: Shop, browser: Client) -> None:
    attempt = shop.begin()
    page = browser.get(address(attempt))
    Attempt.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    for reply in (browser.get(address(attempt)), send(browser, attempt, page, token="x")):
        assert reply.status_code == 303
    with pytest.raises(Conflict):
        submit(attempt=now(attempt), data=shop.gateway.token("approve"))  # type: ignore[attr-defined]
    assert not shop.gateway.payments


def test_unknown_references_redirect_to_the_unknown_page(shop: Shop, browser: Client) -> None:
    attempt = shop.begin()
    other = "braintree" if shop.gateway.name == "culqi" else "culqi"
    for path in (f"/api/v1/payments/{other}/card/{attempt.ref}/", "/api/v1/payments/culqi/card/nothing/"):
        assert browser.get(path)["Location"] == "/payments/unknown"


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_cards_charge_once(shop: Shop) -> None:
    attempt = shop.begin()
    together = Barrier(2)

    def pay(token: dict[str, str]) -> str:
        together.wait()
        try:
            submit(attempt=Attempt.objects.get(pk=attempt.pk), data=token)
        except Conflict as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "paid"

    tokens = [shop.gateway.token("approve") for _ in range(2)]  # type: ignore[attr-defined]
    with ThreadPoolExecutor(2) as pool:
        outcomes = sorted(pool.map(pay, tokens))
    assert outcomes == ["paid", "wrong_status"]
    assert balance_of(shop.payer.pk) == D("25.50")
    assert len(shop.gateway.used) == 1  # type: ignore[attr-defined]
