"""Random operations of riders, drivers, admins and gateways."""

import hashlib
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

import httpx

from apps.payments.providers.test.adapter import SIGNATURE_HEADER, sign
from tests.payments.stress.virtual_user import API, VirtualUser

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


def top_up(user: VirtualUser) -> str:
    rider = user.rng.choice(user.run.data.riders)
    return _record_attempt(
        user, rider, user.post("me/wallet/top-ups/", rider, {"provider": "test", "amount": user.amount(60)})
    )


def pay_by_card(user: VirtualUser) -> str:
    booking, rider, _ = user.rng.choice(user.rng.choice((user.run.data.unpaid, user.run.data.orders)))
    body = {"provider": "test", "use_wallet": user.rng.random() < 0.5}
    return _record_attempt(user, rider, user.post(f"payments/bookings/{booking}/", rider, body))


def _record_attempt(user: VirtualUser, rider: int, reply: httpx.Response) -> str:
    if reply.status_code == 201:
        with user.run.lock:
            user.run.attempts.append((reply.json()["ref"], rider, reply.json()["amount"]))
    return _result(reply)


def decide_at_gateway(user: VirtualUser) -> str:
    """The payer decides on the gateway's page, which notifies the platform."""
    ref, rider, _ = _attempt(user)
    (button,) = user.rng.choices(list(BUTTONS), list(BUTTONS.values()))
    reply = user.post(f"payments/test/pages/{ref}/", rider, {"button": button})
    if reply.status_code == 200 and button in ("approve", "duplicate"):
        with user.run.lock:
            user.run.approved.add(ref)
    return f"{button} {_result(reply)}"


def notify(user: VirtualUser) -> str:
    """Send a repeated, changed, old or forged webhook."""
    ref, _, amount = _attempt(user)
    kind = user.rng.choice(("repeated", "wrong amount", "forged", "old"))
    fields = {
        "ref": ref,
        "amount": f"{Decimal(amount) + (kind == 'wrong amount'):.2f}",
        "currency": "USD",
        "result": "success",
    }
    sent_at = int(time.time()) - (3600 if kind == "old" else 0)
    key = hashlib.sha256(b"hansom.payments.test\0" + user.run.secret_key.encode()).digest()
    headers = {SIGNATURE_HEADER: sign(b"mine" if kind == "forged" else key, ts=sent_at, **fields)}
    body = "|".join((*fields.values(), str(sent_at)))
    return f"{kind} {_result(user.request('POST', f'{GATEWAY}/webhook/', headers=headers, content=body))}"


def come_back(user: VirtualUser) -> str:
    ref, _, _ = _attempt(user)
    return _result(user.request("GET", f"{GATEWAY}/return/{ref}/?status=success"))


def give(user: VirtualUser) -> str:
    """Credit a wallet as an admin, sometimes with a repeated request."""
    run, key = user.run, user.key()
    person = user.rng.choice((*run.data.riders, *run.data.drivers))
    amount = user.amount(30)
    for _ in range(user.rng.choice((1, 1, 1, 2))):
        reply = user.post(f"users/{person}/wallet/credit/", run.data.admin, {"amount": amount}, key=key)
        assert reply.status_code == 201, reply.text
    with run.lock:
        run.credits[key] = (person, Decimal(amount))
    return _result(reply)


def refund(user: VirtualUser) -> str:
    """Refund an attempt, mostly a paid one."""
    ref, _, amount = _attempt(user)
    with user.run.lock:
        paid = [attempt for attempt in user.run.attempts[-200:] if attempt[0] in user.run.approved]
    if paid and user.rng.random() < 0.7:
        ref, _, amount = user.rng.choice(paid)
    part = Decimal(amount) if user.rng.random() < 0.3 else round(Decimal(amount) / 3, 2)
    if not part:
        return "nothing"
    body = {"amount": str(part), "reason": "Stress test"}
    reply = user.post(f"payments/checkouts/{ref}/refund/", user.run.data.admin, body)
    if reply.status_code in (200, 201):
        with user.run.lock:
            user.run.refunds[len(user.run.refunds)] = (ref, part)
    return _result(reply)


def pay_from_wallet(user: VirtualUser) -> str:
    run = user.run
    trip = user.rng.choice(user.rng.choice((run.data.unpaid, run.data.orders)))
    booking, rider, _ = trip
    reply = user.post(f"bookings/{booking}/pay/", rider, {"method": "wallet"})
    if reply.status_code == 200:
        with run.lock:
            run.settled[booking] = reply.json()["status"]
    return _result(reply)


def cancel(user: VirtualUser) -> str:
    """Cancel a paid delivery, or a ride whose driver is on the way."""
    data = user.run.data
    booking, rider, _ = user.rng.choice(user.rng.choice((data.orders, data.orders, data.on_the_way)))
    return _record_status(
        user, booking, user.post(f"bookings/{booking}/cancel/", rider, {"reason": "Stress test"})
    )


def collect_cash(user: VirtualUser) -> str:
    booking, _, driver = user.rng.choice(user.run.data.reached)
    return _record_status(user, booking, user.post(f"bookings/{booking}/collect-cash/", driver, {}))


def _record_status(user: VirtualUser, booking: int, reply: httpx.Response) -> str:
    if reply.status_code == 200:
        with user.run.lock:
            user.run.settled[booking] = reply.json()["status"]
    return _result(reply)


def withdraw(user: VirtualUser) -> str:
    run = user.run
    person = user.rng.choice((*run.data.riders, *run.data.drivers))
    amount = user.amount(80)
    reply = user.post("me/wallet/withdrawals/", person, {"amount": amount})
    if reply.status_code == 201:
        with run.lock:
            run.withdrawn[reply.json()["id"]] = (person, Decimal(amount))
            run.withdrawals.append(reply.json()["id"])
    return _result(reply)


def decide_withdrawal(user: VirtualUser) -> str:
    """An admin pays out or rejects a withdrawal, often a new one; two admins may do so at once."""
    run = user.run
    with run.lock:
        some = run.withdrawals[-20:] or [0]
    chosen, word = user.rng.choice(some), user.rng.choice(("process", "reject"))
    body: dict[str, Any] = {"reason": "Stress test"} if word == "reject" else {}
    reply = user.post(f"withdrawals/{chosen}/{word}/", run.data.admin, body)
    if reply.status_code == 200:
        with run.lock:
            assert chosen not in run.decided, "decided twice"
            run.decided[chosen] = word
    return f"{word} {_result(reply)}"


ACTIONS: Final[dict[Callable[[VirtualUser], str], int]] = {
    top_up: 16,
    decide_at_gateway: 20,
    notify: 10,
    come_back: 8,
    give: 8,
    refund: 6,
    pay_from_wallet: 9,
    pay_by_card: 8,
    cancel: 5,
    collect_cash: 2,
    withdraw: 5,
    decide_withdrawal: 5,
}


def act_once(user: VirtualUser) -> None:
    """Run one random operation and count its result."""
    action: Callable[[VirtualUser], str] = top_up
    if user.run.attempts:
        (action,) = user.rng.choices(list(ACTIONS), list(ACTIONS.values()))
    word = action(user)
    with user.run.lock:
        user.run.counts[f"{action.__name__}: {word}"] += 1


def _attempt(user: VirtualUser) -> tuple[str, int, str]:
    """Return an attempt, more often a new one."""
    attempts = user.run.attempts
    if user.rng.random() < 0.7:
        return user.rng.choice(attempts[-60:])
    return user.rng.choice(attempts)


def _result(reply: httpx.Response) -> str:
    if reply.status_code < 400:
        return "done"
    assert reply.status_code in (400, 403, 404, 409), f"{reply.status_code} {reply.text[:300]}"
    code: str = reply.json()["code"]
    return code
