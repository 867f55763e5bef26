"""What people, offices and gateways do with money, by chance; each is one operation."""

import hashlib
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

import httpx

from apps.payments.providers.test import SIGNATURE_HEADER, sign
from tests.payments.play.hand import API, Hand

BUTTONS: Final = {
    "approve": 10,
    "duplicate": 3,
    "decline": 2,
    "pending": 2,
    "approve_late": 1,
    "wrong_amount": 1,
    "bad_signature": 1,
}
GATEWAY: Final = f"{API}/payments/test"


def top_up(hand: Hand) -> str:
    rider = hand.dice.choice(hand.table.town.riders)
    return _begun(
        hand, rider, hand.post("me/wallet/top-ups/", rider, {"provider": "test", "amount": hand.amount(60)})
    )


def pay_by_card(hand: Hand) -> str:
    booking, rider, _ = hand.dice.choice(hand.dice.choice((hand.table.town.unpaid, hand.table.town.orders)))
    body = {"provider": "test", "use_wallet": hand.dice.random() < 0.5}
    return _begun(hand, rider, hand.post(f"payments/bookings/{booking}/", rider, body))


def _begun(hand: Hand, rider: int, reply: httpx.Response) -> str:
    if reply.status_code == 201:
        with hand.table.lock:
            hand.table.attempts.append((reply.json()["ref"], rider, reply.json()["amount"]))
    return _word(reply)


def press(hand: Hand) -> str:
    """The payer decides at the gateway, which tells us."""
    ref, rider, _ = _attempt(hand)
    (button,) = hand.dice.choices(list(BUTTONS), list(BUTTONS.values()))
    reply = hand.post(f"payments/test/pages/{ref}/", rider, {"button": button})
    if reply.status_code == 200 and button in ("approve", "duplicate"):
        with hand.table.lock:
            hand.table.told.add(ref)
    return f"{button} {_word(reply)}"


def notify(hand: Hand) -> str:
    """A notification that the gateway did not send now, or never: repeated, changed, old, or forged."""
    ref, _, amount = _attempt(hand)
    kind = hand.dice.choice(("repeated", "wrong amount", "forged", "old"))
    fields = {
        "ref": ref,
        "amount": f"{Decimal(amount) + (kind == 'wrong amount'):.2f}",
        "currency": "USD",
        "result": "success",
    }
    sent_at = int(time.time()) - (3600 if kind == "old" else 0)
    key = hashlib.sha256(b"hansom.payments.test\0" + hand.table.secret_key.encode()).digest()
    headers = {SIGNATURE_HEADER: sign(b"mine" if kind == "forged" else key, ts=sent_at, **fields)}
    body = "|".join((*fields.values(), str(sent_at)))
    return f"{kind} {_word(hand.ask('POST', f'{GATEWAY}/webhook/', headers=headers, content=body))}"


def come_back(hand: Hand) -> str:
    ref, _, _ = _attempt(hand)
    return _word(hand.ask("GET", f"{GATEWAY}/return/{ref}/?status=success"))


def give(hand: Hand) -> str:
    """An admin's credit; sometimes the same request again."""
    table, key = hand.table, hand.key()
    person = hand.dice.choice((*table.town.riders, *table.town.drivers))
    amount = hand.amount(30)
    for _ in range(hand.dice.choice((1, 1, 1, 2))):
        reply = hand.post(f"users/{person}/wallet/credit/", table.town.admin, {"amount": amount}, key=key)
        assert reply.status_code == 201, reply.text
    with table.lock:
        table.credits[key] = (person, Decimal(amount))
    return _word(reply)


def refund(hand: Hand) -> str:
    """Of what was paid, mostly."""
    ref, _, amount = _attempt(hand)
    with hand.table.lock:
        paid = [attempt for attempt in hand.table.attempts[-200:] if attempt[0] in hand.table.told]
    if paid and hand.dice.random() < 0.7:
        ref, _, amount = hand.dice.choice(paid)
    part = Decimal(amount) if hand.dice.random() < 0.3 else round(Decimal(amount) / 3, 2)
    if not part:
        return "nothing"
    body = {"amount": str(part), "reason": "Play"}
    reply = hand.post(f"payments/checkouts/{ref}/refund/", hand.table.town.admin, body)
    if reply.status_code in (200, 201):
        with hand.table.lock:
            hand.table.refunds[len(hand.table.refunds)] = (ref, part)
    return _word(reply)


def pay_from_wallet(hand: Hand) -> str:
    table = hand.table
    trip = hand.dice.choice(hand.dice.choice((table.town.unpaid, table.town.orders)))
    booking, rider, _ = trip
    reply = hand.post(f"bookings/{booking}/pay/", rider, {"method": "wallet"})
    if reply.status_code == 200:
        with table.lock:
            table.settled[booking] = reply.json()["status"]
    return _word(reply)


def cancel(hand: Hand) -> str:
    """A paid delivery, or a ride whose driver is on the way."""
    town = hand.table.town
    booking, rider, _ = hand.dice.choice(hand.dice.choice((town.orders, town.orders, town.on_the_way)))
    return _moved(hand, booking, hand.post(f"bookings/{booking}/cancel/", rider, {"reason": "Play"}))


def collect_cash(hand: Hand) -> str:
    booking, _, driver = hand.dice.choice(hand.table.town.reached)
    return _moved(hand, booking, hand.post(f"bookings/{booking}/collect-cash/", driver, {}))


def _moved(hand: Hand, booking: int, reply: httpx.Response) -> str:
    if reply.status_code == 200:
        with hand.table.lock:
            hand.table.settled[booking] = reply.json()["status"]
    return _word(reply)


def ask_out(hand: Hand) -> str:
    table = hand.table
    person = hand.dice.choice((*table.town.riders, *table.town.drivers))
    amount = hand.amount(80)
    reply = hand.post("me/wallet/withdrawals/", person, {"amount": amount})
    if reply.status_code == 201:
        with table.lock:
            table.asked_out[reply.json()["id"]] = (person, Decimal(amount))
            table.withdrawals.append(reply.json()["id"])
    return _word(reply)


def decide(hand: Hand) -> str:
    """The office pays out or refuses, the newest more often than not; two may do it at once."""
    table = hand.table
    with table.lock:
        some = table.withdrawals[-20:] or [0]
    chosen, word = hand.dice.choice(some), hand.dice.choice(("process", "reject"))
    body: dict[str, Any] = {"reason": "Play"} if word == "reject" else {}
    reply = hand.post(f"withdrawals/{chosen}/{word}/", table.town.admin, body)
    if reply.status_code == 200:
        with table.lock:
            assert chosen not in table.decided, "decided twice"
            table.decided[chosen] = word
    return f"{word} {_word(reply)}"


DEEDS: Final[dict[Callable[[Hand], str], int]] = {
    top_up: 16,
    press: 20,
    notify: 10,
    come_back: 8,
    give: 8,
    refund: 6,
    pay_from_wallet: 9,
    pay_by_card: 8,
    cancel: 5,
    collect_cash: 2,
    ask_out: 5,
    decide: 5,
}


def play_once(hand: Hand) -> None:
    """One operation, counted with its answer."""
    deed: Callable[[Hand], str] = top_up
    if hand.table.attempts:
        (deed,) = hand.dice.choices(list(DEEDS), list(DEEDS.values()))
    word = deed(hand)
    with hand.table.lock:
        hand.table.counts[f"{deed.__name__}: {word}"] += 1


def _attempt(hand: Hand) -> tuple[str, int, str]:
    """Newer ones more often: what is decided is decided."""
    attempts = hand.table.attempts
    if hand.dice.random() < 0.7:
        return hand.dice.choice(attempts[-60:])
    return hand.dice.choice(attempts)


def _word(reply: httpx.Response) -> str:
    if reply.status_code < 400:
        return "done"
    assert reply.status_code in (400, 403, 404, 409), f"{reply.status_code} {reply.text[:300]}"
    code: str = reply.json()["code"]
    return code
