"""PayU Latam: hashes, retries after a decline, and refunds under review."""

import json
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal as D
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.payments.choices import State
from apps.payments.models import Refund
from apps.payments.port import (
    Account,
    AutoPost,
    Forged,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    RefundOutcome,
)
from apps.payments.providers.payulatam.adapter import PayuLatamProvider, digest, new_value
from apps.payments.providers.payulatam.sandbox import (
    ACCOUNT_ID,
    API_KEY,
    API_LOGIN,
    MERCHANT_ID,
    PayuLatam,
    response_value,
)
from apps.payments.services.refunding import request_refund
from apps.wallet.selectors import balance_of
from embedded.gateways.sandbox import SandboxGateways
from embedded.loopback import NO_ANSWER, Reply, Request
from tests.payments.gateways.orders import inbound, make_order, make_refund
from tests.payments.gateways.shop import Shop
from tests.payments.gateways.test_contract import settle_refunds

ORDER = make_order(
    currency="PEN", payment_id="charge-1", expires_at=timezone.now() + timedelta(days=900), language="es"
)
CONFIRMATION = {
    "merchant_id": MERCHANT_ID,
    "reference_sale": "ord-1001",
    "value": "150.00",
    "currency": "COP",
    "state_pol": "4",
    "transaction_id": "charge-1",
    "reference_pol": "7",
    "response_code_pol": "1",
}


@pytest.fixture
def shop(make_shop: Any) -> Shop:
    made: Shop = make_shop("payulatam")
    return made


@pytest.fixture
def provider(sandbox: SandboxGateways) -> PayuLatamProvider:
    return PayuLatamProvider(Account(PayuLatam.credentials, live=False))


def deal(
    state: str, *, kind: str = "AUTHORIZATION_AND_CAPTURE", name: str = "charge-1", value: float = 25.5
) -> Any:
    return {
        "id": name,
        "type": kind,
        "transactionResponse": {"state": state},
        "additionalValues": {"TX_VALUE": {"value": value, "currency": "PEN"}},
    }


def found(*deals: Any, **more: Any) -> Any:
    return {
        "id": 7,
        "accountId": int(ACCOUNT_ID),
        "referenceCode": ORDER.ref,
        "transactions": list(deals),
        "additionalValues": {"TX_VALUE": {"value": 25.5, "currency": "PEN"}},
    } | more


def report(*orders: Any) -> Reply:
    return Reply(200, {"code": "SUCCESS", "error": None, "result": {"payload": list(orders)}})


def reviewed(state: str, **more: Any) -> Reply:
    return Reply(200, {"code": "SUCCESS", "error": None, "transactionResponse": {"state": state} | more})


def confirmation(algorithm: str = "md5", key: str = API_KEY, **changes: str) -> bytes:
    fields = CONFIRMATION | changes
    parts = [fields["reference_sale"], new_value(fields["value"]), fields["currency"], fields["state_pol"]]
    sign = digest(algorithm, key, fields["merchant_id"], *parts)
    return urlencode(fields | {"sign": sign}).encode()


@pytest.mark.parametrize(
    ("algorithm", "text", "expected"),
    [
        ("md5", "4Vj8eK4rloUd272L48hsrarnUA~508029~TestPayU~20000~COP", "7ee7cf808ce6a39b17481c54f2c57acc"),
        ("md5", "demoApiKey~508029~ord-1001~150.00~COP", "3a947dc1179fb27d7d3bf9248e589830"),
        (
            "sha256",
            "demoApiKey~508029~ord-1001~150.00~COP",
            "abefe274701fc16ba0ed12428483c72e83d6188f5040bca89474c2504692c3d2",
        ),
        ("md5", "demoApiKey~508029~ord-1001~150.0~COP~4", "344916484955c36df0779aa84f95a45b"),
        (
            "sha256",
            "demoApiKey~508029~ord-1001~150.0~COP~4",
            "5798981a4821e4a7609377a7dee3801253198b7e378a8e4c88c953f69d0eb8df",
        ),
        ("md5", "demoApiKey~508029~ord-1001~150.26~COP~4", "3fcf4ba79340a9ca51e2d5b9a5e45d13"),
    ],
)
def test_hashes_match_the_reference(algorithm: str, text: str, expected: str) -> None:
    assert digest(algorithm, *text.split("~")) == expected


def test_amounts_are_formatted_as_signed() -> None:
    values = {"150.00": "150.0", "150.26": "150.26", "150.20": "150.2", "150": "150.0", "20000.00": "20000.0"}
    assert {value: new_value(value) for value in values} == values
    assert [response_value(D(value)) for value in ("150.25", "150.35", "150.00")] == [
        "150.2",
        "150.4",
        "150.0",
    ]


def test_checkout_form_has_all_fields(settings: Any) -> None:
    settings.PAYMENTS_SANDBOX_URL = ""
    for live, host, test in ((True, "checkout", "0"), (False, "sandbox.checkout", "1")):
        action = PayuLatamProvider(Account(PayuLatam.credentials, live=live)).start(ORDER).action
        assert isinstance(action, AutoPost)
        assert action.url == f"https://{host}.payulatam.com/ppp-web-gateway-payu/"
        assert action.fields == {
            "merchantId": MERCHANT_ID,
            "accountId": ACCOUNT_ID,
            "referenceCode": ORDER.ref,
            "description": ORDER.description,
            "amount": "25.50",
            "tax": "0",
            "taxReturnBase": "0",
            "currency": "PEN",
            "signature": digest("sha256", API_KEY, MERCHANT_ID, ORDER.ref, "25.50", "PEN"),
            "algorithmSignature": "SHA256",
            "buyerEmail": "ada@example.com",
            "buyerFullName": "Ada Lovelace",
            "telephone": ORDER.payer.mobile,
            "test": test,
            "lng": "es",
            "extra1": "7",
            "responseUrl": ORDER.return_url,
            "confirmationUrl": ORDER.webhook_url,
        }


def test_amounts_have_the_currencys_decimals(provider: PayuLatamProvider) -> None:
    for currency in ("ARS", "BRL", "MXN", "PEN", "USD", "CLP", "COP"):
        assert provider.supports_currency(currency)
        whole = currency in ("CLP", "COP")
        action = provider.start(replace(ORDER, amount=D("20000.00"), currency=currency, language="ar")).action
        assert isinstance(action, AutoPost)
        assert action.fields["amount"] == ("20000" if whole else "20000.00")
        signed = (API_KEY, MERCHANT_ID, ORDER.ref, action.fields["amount"], currency)
        assert action.fields["signature"] == digest("sha256", *signed)
        assert action.fields["lng"] == "en"
        if whole:
            with pytest.raises(ValueError, match="decimals"):
                provider.start(replace(ORDER, currency=currency))
    assert not provider.supports_currency("EUR")


def test_payer_without_an_email_gets_an_invalid_one(provider: PayuLatamProvider) -> None:
    action = provider.start(replace(ORDER, payer=replace(ORDER.payer, email=""))).action
    assert isinstance(action, AutoPost)
    assert action.fields["buyerEmail"] == "rider-7@no-mail.invalid"


def test_state_maps_to_its_outcome(provider: PayuLatamProvider, sandbox: SandboxGateways) -> None:
    late = replace(ORDER, expires_at=timezone.now() - timedelta(seconds=1))
    outcomes = {
        "APPROVED": (Outcome.PAID, Outcome.PAID),
        "DECLINED": (Outcome.PENDING, Outcome.FAILED),
        "EXPIRED": (Outcome.PENDING, Outcome.FAILED),
        "ERROR": (Outcome.PENDING, Outcome.FAILED),
        "PENDING": (Outcome.PENDING, Outcome.PENDING),
        "SUBMITTED": (Outcome.PENDING, Outcome.PENDING),
    }
    for state, expected in outcomes.items():
        sandbox.scripted += [report(found(deal(state)))] * 2
        assert (provider.fetch(ORDER).outcome, provider.fetch(late).outcome) == expected, state
    sent = json.loads(sandbox.seen[-1].body)
    assert sent == {
        "test": True,
        "language": "en",
        "command": "ORDER_DETAIL_BY_REFERENCE_CODE",
        "merchant": {"apiLogin": API_LOGIN, "apiKey": API_KEY},
        "details": {"referenceCode": ORDER.ref},
    }


def test_payment_after_a_decline_is_paid(provider: PayuLatamProvider, sandbox: SandboxGateways) -> None:
    again = deal("APPROVED", name="charge-2")
    for orders in (
        [found(deal("DECLINED"), again)],
        [found(again, deal("DECLINED"))],
        [found(deal("DECLINED")), found(again)],
    ):
        sandbox.scripted.append(report(*orders))
        snapshot = provider.fetch(ORDER)
        assert (snapshot.outcome, snapshot.payment_id, snapshot.amount) == (
            Outcome.PAID,
            "charge-2",
            D("25.50"),
        )
        assert (snapshot.ref, snapshot.currency, snapshot.live) == (ORDER.ref, "PEN", None)


def test_orders_of_another_account_are_ignored(provider: PayuLatamProvider, sandbox: SandboxGateways) -> None:
    other = [found(deal("APPROVED"), accountId=512999), found(deal("APPROVED"), referenceCode="another")]
    sandbox.scripted.append(report(*other))
    assert provider.fetch(ORDER).outcome is Outcome.PENDING
    nothing = {"code": "SUCCESS", "error": None, "result": None}
    sandbox.scripted += [Reply(200, nothing), Reply(200, nothing | {"result": {"payload": None}})]
    assert provider.fetch(ORDER).outcome is Outcome.PENDING
    assert provider.fetch(ORDER).outcome is Outcome.PENDING


def test_missing_response_decides_nothing(provider: PayuLatamProvider, sandbox: SandboxGateways) -> None:
    wrong = {"code": "ERROR", "error": "Invalid credentials"}
    for unclear in (Reply(200, wrong), Reply(200, b"<xml>"), Reply(503, wrong), NO_ANSWER):
        sandbox.scripted.append(unclear)
        with pytest.raises(OutcomeUnknown) as error:
            provider.fetch(ORDER)
        assert API_KEY not in str(error.value)


def test_confirmations_are_verified(provider: PayuLatamProvider) -> None:
    for algorithm in ("md5", "sha1", "sha256"):
        notice = provider.notice(inbound(confirmation(algorithm), {}))
        assert (notice.ref, notice.kind, notice.snapshot) == ("ord-1001", "state_pol 4", None)
    assert provider.notice(inbound(confirmation(value="150.26"), {})).ref == "ord-1001"
    genuine = confirmation()
    for forged in (
        confirmation(key="key-of-a-forger"),
        genuine.replace(b"150.00", b"999.00"),
        genuine.replace(b"ord-1001", b"ord-1002"),
        genuine.replace(b"COP", b"USD"),
        genuine.replace(b"state_pol=4", b"state_pol=6"),
    ):
        with pytest.raises(Forged, match="signature"):
            provider.notice(inbound(forged, {}))
    with pytest.raises(Forged, match="merchant"):
        provider.notice(inbound(confirmation(merchant_id="508999"), {}))
    for nonsense in (b"", b"sign=", genuine.replace(b"sign=", b"sign=0"), genuine.replace(b"150.00", b"x")):
        with pytest.raises((Forged, LookupError, ValueError, ArithmeticError)):
            provider.notice(inbound(nonsense, {}))


def test_refunds_are_pending_until_reviewed(provider: PayuLatamProvider, sandbox: SandboxGateways) -> None:
    charge = deal("APPROVED")
    sandbox.scripted += [report(found(charge)), reviewed("PENDING", transactionId=None)]
    answer = provider.refund(ORDER, make_refund("10.00"))
    assert (answer.outcome, answer.refund_id) == (RefundOutcome.PENDING, "after:0")
    assert json.loads(sandbox.seen[-1].body)["transaction"] == {
        "order": {"id": "7"},
        "type": "PARTIAL_REFUND",
        "reason": "requested",
        "parentTransactionId": "charge-1",
        "additionalValues": {"TX_VALUE": {"value": "10.00", "currency": "PEN"}},
    }
    request = make_refund("10.00", refund_id="after:0")
    sandbox.scripted.append(report(found(charge)))
    assert provider.refund_status(ORDER, request).outcome is RefundOutcome.PENDING
    yes = deal("APPROVED", kind="PARTIAL_REFUND", value=10)
    sandbox.scripted.append(report(found(yes, charge)))
    assert provider.refund_status(ORDER, request).outcome is RefundOutcome.DONE
    no = deal("DECLINED", kind="PARTIAL_REFUND", value=10)
    sandbox.scripted.append(report(found(no, charge)))
    assert provider.refund_status(ORDER, request).outcome is RefundOutcome.FAILED
    # An earlier rejection of the same amount does not count.
    sandbox.scripted += [report(found(no, charge)), reviewed("PENDING"), report(found(no, charge))]
    answer = provider.refund(ORDER, make_refund("10.00"))
    again = make_refund("10.00", refund_id=answer.refund_id)
    assert provider.refund_status(ORDER, again).outcome is RefundOutcome.PENDING


def test_refund_results(provider: PayuLatamProvider, sandbox: SandboxGateways) -> None:
    charge = deal("APPROVED")
    sandbox.scripted += [report(found(charge)), reviewed("APPROVED")]
    assert provider.refund(ORDER, make_refund("25.50")).outcome is RefundOutcome.DONE
    transaction = json.loads(sandbox.seen[-1].body)["transaction"]
    assert (transaction["type"], "additionalValues" in transaction) == ("REFUND", False)
    for refused in (
        reviewed("DECLINED", responseMessage="too late"),
        Reply(200, {"code": "ERROR", "error": "too late"}),
    ):
        sandbox.scripted += [report(found(charge)), refused]
        with pytest.raises(ProviderError, match="too late") as said_no:
            provider.refund(ORDER, make_refund("25.50"))
        assert not isinstance(said_no.value, OutcomeUnknown)
    elsewhere = deal("APPROVED", kind="PARTIAL_REFUND", value=3)
    sandbox.scripted.append(report(found(elsewhere, charge)))
    with pytest.raises(OutcomeUnknown, match="at the gateway"):
        provider.refund(ORDER, make_refund("10.00"))
    sandbox.scripted.append(report(found(deal("APPROVED", name="another"))))
    with pytest.raises(OutcomeUnknown, match="does not know"):
        provider.refund(ORDER, make_refund("10.00"))


def test_argentina_refunds_only_whole_pesos(provider: PayuLatamProvider, sandbox: SandboxGateways) -> None:
    pesos = replace(ORDER, currency="ARS")
    sandbox.scripted += [report(found(deal("APPROVED")))] * 2
    with pytest.raises(ProviderError, match="whole pesos"):
        provider.refund(pesos, make_refund("10.50"))
    sandbox.scripted.append(reviewed("PENDING"))
    assert provider.refund(pesos, make_refund("10.00")).outcome is RefundOutcome.PENDING


def test_refund_without_a_response_is_never_repeated(shop: Shop, dora: User) -> None:
    attempt = paid(shop)

    def made_without_a_word(request: Request) -> Reply:
        shop.sandbox.answer(request)
        return NO_ANSWER

    shop.sandbox.scripted += [shop.sandbox.answer, made_without_a_word]
    request_refund(ref=attempt.ref, amount=D("10.00"), reason="requested", by=dora)
    for _again in range(3):
        settle_refunds(shop)
    attempt.refresh_from_db()
    assert (attempt.state, attempt.refunded_amount) == (State.PARTIALLY_REFUNDED, D("10.00"))
    assert list(shop.gateway.payments[attempt.ref].refunds.values()) == [D("10.00")]


def test_refund_that_was_not_sent_is_retried(
    provider: PayuLatamProvider, sandbox: SandboxGateways, settings: Any
) -> None:
    def the_last_word(request: Request) -> Reply:
        settings.PAYMENTS_SANDBOX_URL = "http://127.0.0.1:9"
        return report(found(deal("APPROVED")))

    sandbox.scripted.append(the_last_word)
    with pytest.raises(OutcomeUnknown, match="ConnectError"):
        provider.refund(ORDER, make_refund("10.00"))


def test_rejected_refund_is_credited_back(shop: Shop, dora: User) -> None:
    assert isinstance(shop.gateway, PayuLatam)
    attempt = paid(shop)
    shop.gateway.review = "DECLINED"
    request_refund(ref=attempt.ref, amount=D("10.00"), reason="requested", by=dora)
    assert balance_of(shop.payer.pk) == D("15.50")
    settle_refunds(shop)
    refund = Refund.objects.get()
    assert (refund.state, refund.problem) == ("failed", "PayU rejected it")
    assert balance_of(shop.payer.pk) == D("25.50")
    shop.gateway.review = None
    request_refund(ref=attempt.ref, amount=D("10.00"), reason="again", by=dora)
    for _again in range(2):
        settle_refunds(shop)
    assert Refund.objects.filter(state="pending", problem="under review at PayU").count() == 1
    assert balance_of(shop.payer.pk) == D("15.50")


def test_sandbox_is_as_strict_as_the_original(provider: PayuLatamProvider) -> None:
    action = provider.start(ORDER).action
    assert isinstance(action, AutoPost)

    def posted(**changes: str) -> int:
        fields = dict(action.fields) | changes
        signed = (API_KEY, MERCHANT_ID, fields["referenceCode"], fields["amount"], fields["currency"])
        fields["signature"] = changes.get("signature") or digest("sha256", *signed)
        return httpx.post(action.url, data=fields).status_code

    assert posted(signature="0" * 64) == 400
    assert posted(amount="25.505") == 400
    assert posted(currency="COP") == 400
    assert posted(currency="EUR") == 400
    assert posted(accountId="512322") == 400
    assert posted(test="0") == 400
    assert posted(unknown="1") == 400
    assert posted() == 200


def paid(shop: Shop) -> Any:
    attempt = shop.begin()
    shop.go(attempt)
    shop.decide(attempt, "approve")
    shop.deliver()
    attempt.refresh_from_db()
    assert attempt.state == State.PAID
    return attempt
