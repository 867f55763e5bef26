"""Rides paid in advance (`prepaid`): the difference to the measured fare is charged or refunded."""

from typing import Any, Final

from tests.worked.table import PREPAID, USUAL, USUAL_FROM_WALLET, USUAL_IN_CASH, Trip

PREPAID_RIDE: Final[dict[str, Any]] = USUAL | {"settings": {"prepaid": True}, "prepaid": True}
LONGER: Final[dict[str, Any]] = PREPAID_RIDE | {
    "quoted": ("8.200", 1800),
    "km": "10.000",
    "bill": "base_fare 10, distance 50, time 2.50, convenience_fee 9.38",
    "share": "62.50",
    "fee": "9.38",
    "cost": "71.88",
}
"""Quoted 61.53; driven 10 km: 10 + 50 + 2.50 = 62.50; 15 % is 9.375: 9.38; 71.88, which is 10.35 more."""
SHORTER: Final[dict[str, Any]] = PREPAID_RIDE | {"quoted": ("10.000", 1800), "estimate": "71.88"}
"""Quoted 71.88; driven 8.2 km: 61.53, which is 10.35 less."""
REFUNDED: Final = """
    wallet_payment: rider -71.88, trips +71.88
    driver_share: trips -61.53, driver +53.50, revenue +8.03
    refund: trips -10.35, rider +10.35
"""
"""The ledger of the shorter ride."""
CHARGED_AGAIN: Final = """
    wallet_payment: rider -61.53, trips +61.53
    wallet_payment: rider -10.35, trips +10.35
    driver_share: trips -71.88, driver +62.50, revenue +9.38
"""
"""The ledger of the longer ride."""

PREPAID_RIDES: Final = [
    Trip(
        name="a prepaid ride that costs what was quoted",
        sums="61.53 held, 53.50 + 8.03 paid out. Rider 38.47, driver 153.50",
        story=PREPAID,
        **PREPAID_RIDE,
        wallet="61.53",
        ledger=USUAL_FROM_WALLET,
        rider=("100", "38.47"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="a prepaid ride that costs less",
        sums="71.88 held, 61.53 paid out, 10.35 back. Rider 100 - 71.88 + 10.35 = 38.47",
        story=PREPAID,
        **SHORTER,
        wallet="61.53",
        ledger=REFUNDED,
        rider=("100", "38.47"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="a prepaid ride that costs more, from a wallet that holds the difference",
        sums="61.53 held, 10.35 more. Rider 100 - 71.88 = 28.12, driver 162.50",
        story=PREPAID,
        **LONGER,
        wallet="71.88",
        ledger=CHARGED_AGAIN,
        rider=("100", "28.12"),
        driver=("100", "162.50"),
    ),
    Trip(
        name="a prepaid ride that costs more than the wallet holds leaves the difference to pay",
        sums="61.53 held of 70; 8.47 is less than 10.35, so the trip waits; 8.47 + 5 - 10.35 = 3.12",
        story=f"{PREPAID}; pay -> low_balance; gift 5; pay",
        **LONGER,
        wallet="71.88",
        ledger=CHARGED_AGAIN,
        rider=("70", "3.12"),
        driver=("100", "162.50"),
    ),
    Trip(
        name="half off a prepaid ride: the discount is that of the measured fare",
        sums="71.88 / 2 = 35.94 held; 61.53 / 2 = 30.765: 30.77 off, 30.76 due, 5.18 back. Rider 69.24",
        story="book with promo; pay; accept; arrive; start; reach",
        **SHORTER,
        promo={
            "promo_discount_type": "percentage",
            "promo_discount_value": "50",
            "max_promo_discount_value": "100",
        },
        discount="30.77",
        wallet="30.76",
        ledger="""
            wallet_payment: rider -35.94, trips +35.94
            discount: promotions -30.77, trips +30.77
            driver_share: trips -61.53, driver +53.50, revenue +8.03
            refund: trips -5.18, rider +5.18
        """,
        rider=("100", "69.24"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="a promo lapses when the prepaid ride falls below its minimum order",
        sums="71.88 - 10 = 61.88 held; 61.53 is below 65, so nothing is off: 0.35 back",
        story="book with promo; pay; accept; arrive; start; reach",
        **SHORTER | {"bill": "base_fare 10, distance 41, time 2.50, convenience_fee 8.03, promo_min_order 0"},
        promo={"promo_discount_value": "10", "min_order": "65"},
        wallet="61.53",
        ledger="""
            wallet_payment: rider -61.88, trips +61.88
            driver_share: trips -61.53, driver +53.50, revenue +8.03
            refund: trips -0.35, rider +0.35
        """,
        rider=("100", "38.47"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="a prepaid ride that an admin ends",
        sums="71.88 held, 61.53 for what was driven, 10.35 back",
        story="book; pay; accept; arrive; start; admin ends",
        **SHORTER,
        wallet="61.53",
        ledger=REFUNDED,
        rider=("100", "38.47"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="a prepaid ride and cancelled before a driver accepts",
        sums="61.53 held and refunded",
        story="book; pay; rider cancels",
        **PREPAID_RIDE,
        ends="CANCELLED",
        wallet="61.53",
        refund="61.53",
        ledger="""
            wallet_payment: rider -61.53, trips +61.53
            refund: trips -61.53, rider +61.53
        """,
    ),
    Trip(
        name="an admin's ride is not prepaid",
        sums="61.53 in cash at the end, as without the setting",
        story="book by admin; accept; arrive; start; reach; cash",
        **PREPAID_RIDE | {"prepaid": False},
        cash="61.53",
        ledger=USUAL_IN_CASH,
        driver=("100", "91.97"),
    ),
]

PREPAID_BY_CARD: Final = [
    Trip(
        name="a prepaid ride by card that costs less",
        sums="the gateway holds 71.88; 10.35 is refunded to the rider's wallet: 110.35",
        story="book; card; accept; arrive; start; reach",
        **SHORTER,
        card="61.53",
        ledger="""
            card_payment: gateway:test -71.88, trips +71.88
            driver_share: trips -61.53, driver +53.50, revenue +8.03
            refund: trips -10.35, rider +10.35
        """,
        rider=("100", "110.35"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="a prepaid ride by card whose difference is paid by card as well",
        sums="61.53 and 10.35 through the gateway; the wallet stays empty",
        story="book; card; accept; arrive; start; reach; card",
        **LONGER,
        card="71.88",
        ledger="""
            card_payment: gateway:test -61.53, trips +61.53
            card_payment: gateway:test -10.35, trips +10.35
            driver_share: trips -71.88, driver +62.50, revenue +9.38
        """,
        rider=("0", "0"),
        driver=("100", "162.50"),
    ),
]
