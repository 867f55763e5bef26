"""The format of a row of the table of worked trips."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

CASH: Final = "book; accept; arrive; start; reach; cash"
WALLET: Final = "book; accept; arrive; start; reach; request; pay"
PREPAID: Final = "book; pay; accept; arrive; start; reach"


@dataclass(frozen=True, kw_only=True)
class Car:
    """The rates of a car type: base fare, a unit of distance, an hour, minimum, and the fee."""

    base: str
    unit: str
    hour: str
    least: str
    fee: str
    """`15 %` of the total, or a flat `2.50`."""
    slabs: Mapping[int, str] = field(default_factory=dict)
    """Minutes after the acceptance, and the fee of a cancellation after them."""
    parcels: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Trip:
    """One worked trip. Amounts are written as by hand; the default is `0`."""

    name: str
    sums: str
    """The calculation in words, for readers only."""
    car: Car
    story: str = CASH
    """The steps; `-> code` after a step means that it is refused and changes nothing."""
    km: str
    seconds: int
    """From start to reach, as driven."""
    quoted: tuple[str, int] | None = None
    """Kilometres and seconds of the estimate, if they differ from the driven ones."""
    parcel: str = ""
    option: str = ""
    promo: Mapping[str, Any] = field(default_factory=dict)
    """Redeemed when booking, or at a step `promo`; its last day is `today` or `yesterday` of the booking."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    at: str = "2040-03-14T12:00:00+00:00"
    """The time of booking. Far in the future, because the database's own clock must not be later."""

    ends: str = "PAID"
    bill: str
    """Every line of the bill with its amount."""
    estimate: str
    share: str
    fee: str
    cost: str
    discount: str = "0"
    cash: str = "0"
    wallet: str = "0"
    card: str = "0"
    refund: str = "0"
    cancellation_fee: str = "0"
    prepaid: bool = False
    ledger: str = ""
    """Every entry of the booking in order, one a line: its kind, then the accounts with their amounts."""
    rider: tuple[str, str] = ("100", "100")
    driver: tuple[str, str] = ("100", "100")
    """The wallets before and after."""

    def __str__(self) -> str:
        return self.name


ECONOMY: Final = Car(base="10", unit="5", hour="5", least="10", fee="15 %", slabs={2: "10", 4: "15"})
"""Document 3's rates, with the slabs."""
COMFORT: Final = Car(base="12", unit="3.25", hour="18", least="20", fee="2.50")
MINI: Final = Car(base="0", unit="2", hour="0", least="8", fee="1")
FREE_OF_FEES: Final = Car(base="5", unit="1", hour="0", least="0", fee="0 %")
BIKE: Final = Car(
    base="4",
    unit="2",
    hour="6",
    least="5",
    fee="10 %",
    slabs={2: "3", 4: "6"},
    parcels={"Letter": "0.50", "Box": "3"},
    options={"With care": "1.50"},
)
VAN: Final = Car(base="0", unit="4", hour="12", least="30", fee="2.50", parcels={"Sofa": "7.25"})

HALF_AN_HOUR: Final[dict[str, Any]] = {"km": "8.200", "seconds": 1800}
USUAL: Final[dict[str, Any]] = HALF_AN_HOUR | {
    "car": ECONOMY,
    "bill": "base_fare 10, distance 41, time 2.50, convenience_fee 8.03",
    "estimate": "61.53",
    "share": "53.50",
    "fee": "8.03",
    "cost": "61.53",
}
"""Economy, 8.2 km in half an hour: 10 + 8.2 x 5 + 0.5 x 5 = 10 + 41 + 2.50 = 53.50; 15 % of it is 8.025, so
8.03; together 61.53."""
USUAL_IN_CASH: Final = """
    cash_payment: cash_with_drivers -61.53, trips +61.53
    driver_share: trips -61.53, driver +53.50, revenue +8.03
    cash_settlement: driver -61.53, cash_with_drivers +61.53
"""
USUAL_FROM_WALLET: Final = """
    wallet_payment: rider -61.53, trips +61.53
    driver_share: trips -61.53, driver +53.50, revenue +8.03
"""
