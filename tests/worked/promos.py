"""Rides with promos, at each limit of a promo: minimum order, cap, the fare itself, last day, uses."""

from typing import Any, Final

from tests.worked.table import ECONOMY, USUAL, USUAL_FROM_WALLET, USUAL_IN_CASH, WALLET, Trip

NAMED: Final = "book with promo; accept; arrive; start; reach; cash"
AT_PAYMENT: Final = "book; accept; arrive; start; reach; request; promo; pay"
TEN: Final[dict[str, Any]] = {"promo_discount_value": "10"}
FIFTH: Final[dict[str, Any]] = {"promo_discount_type": "percentage", "promo_discount_value": "20"}

PROMOS: Final = [
    Trip(
        name="ten off, named when booking, in cash",
        sums="61.53 - 10 = 51.53. Driver 100 + 53.50 - 51.53 = 101.97; the platform pays the ten",
        story=NAMED,
        **USUAL,
        promo=TEN,
        discount="10",
        cash="51.53",
        ledger="""
            cash_payment: cash_with_drivers -51.53, trips +51.53
            discount: promotions -10, trips +10
            driver_share: trips -61.53, driver +53.50, revenue +8.03
            cash_settlement: driver -51.53, cash_with_drivers +51.53
        """,
        driver=("100", "101.97"),
    ),
    Trip(
        name="ten off, taken at the payment, from the wallet",
        sums="61.53 - 10 = 51.53; rider 100 - 51.53 = 48.47",
        story=AT_PAYMENT,
        **USUAL,
        promo=TEN,
        discount="10",
        wallet="51.53",
        ledger="""
            wallet_payment: rider -51.53, trips +51.53
            discount: promotions -10, trips +10
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
        rider=("100", "48.47"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="applied and removed again",
        sums="61.53 in full",
        story="book; accept; arrive; start; reach; request; promo; drop promo; pay",
        **USUAL,
        promo=TEN,
        wallet="61.53",
        ledger=USUAL_FROM_WALLET,
        rider=("100", "38.47"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="the fare is exactly the minimum order",
        sums="61.53 >= 61.53: 20 off, 41.53; rider 58.47",
        story=AT_PAYMENT,
        **USUAL,
        promo={"promo_discount_value": "20", "min_order": "61.53"},
        discount="20",
        wallet="41.53",
        ledger="""
            wallet_payment: rider -41.53, trips +41.53
            discount: promotions -20, trips +20
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
        rider=("100", "58.47"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="the fare is a cent under the minimum order",
        sums="61.53 < 61.54: refused, and 61.53 in full",
        story="book; accept; arrive; start; reach; request; promo -> promo_min_order; pay",
        **USUAL,
        promo={"promo_discount_value": "20", "min_order": "61.54"},
        wallet="61.53",
        ledger=USUAL_FROM_WALLET,
        rider=("100", "38.47"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="quoted above the minimum order, driven under it",
        sums="quoted 10 + 51 + 2.50 = 63.50, 9.525: 9.53, 73.03 >= 61.54; driven 61.53 < 61.54: nothing off",
        story=NAMED,
        quoted=("10.200", 1800),
        **USUAL
        | {
            "estimate": "73.03",
            "bill": "base_fare 10, distance 41, time 2.50, convenience_fee 8.03, promo_min_order 0",
        },
        promo={"promo_discount_value": "20", "min_order": "61.54"},
        cash="61.53",
        ledger=USUAL_IN_CASH,
        driver=("100", "91.97"),
    ),
    Trip(
        name="a fifth off, exactly its cap",
        sums="20 % of 61.53 is 12.306 < 12.31: rounded 12.31; 49.22. Driver 100 + 53.50 - 49.22 = 104.28",
        story=NAMED,
        **USUAL,
        promo=FIFTH | {"max_promo_discount_value": "12.31"},
        discount="12.31",
        cash="49.22",
        ledger="""
            cash_payment: cash_with_drivers -49.22, trips +49.22
            discount: promotions -12.31, trips +12.31
            driver_share: trips -61.53, driver +53.50, revenue +8.03
            cash_settlement: driver -49.22, cash_with_drivers +49.22
        """,
        driver=("100", "104.28"),
    ),
    Trip(
        name="a fifth off, a cent over its cap",
        sums="12.306 > 12.30: 12.30; 49.23; rider 50.77",
        story=AT_PAYMENT,
        **USUAL,
        promo=FIFTH | {"max_promo_discount_value": "12.30"},
        discount="12.30",
        wallet="49.23",
        ledger="""
            wallet_payment: rider -49.23, trips +49.23
            discount: promotions -12.30, trips +12.30
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
        rider=("100", "50.77"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="a flat promo over its cap",
        sums="the lesser of 10 and 7.50: 54.03. Driver 100 + 53.50 - 54.03 = 99.47",
        story=NAMED,
        **USUAL,
        promo=TEN | {"max_promo_discount_value": "7.50"},
        discount="7.50",
        cash="54.03",
        ledger="""
            cash_payment: cash_with_drivers -54.03, trips +54.03
            discount: promotions -7.50, trips +7.50
            driver_share: trips -61.53, driver +53.50, revenue +8.03
            cash_settlement: driver -54.03, cash_with_drivers +54.03
        """,
        driver=("100", "99.47"),
    ),
    Trip(
        name="the discount is the fare, in cash",
        sums="61.53 - 61.53 = 0: no cash is collected, the driver gets the share",
        story=NAMED,
        **USUAL,
        promo={"promo_discount_value": "61.53"},
        discount="61.53",
        ledger="""
            discount: promotions -61.53, trips +61.53
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
        driver=("100", "153.50"),
    ),
    Trip(
        name="the discount would be more than the fare, from an empty wallet",
        sums="the lesser of 100 and 61.53: 0 to pay, so an empty wallet is enough",
        story=AT_PAYMENT,
        **USUAL,
        promo={"promo_discount_value": "100"},
        discount="61.53",
        ledger="""
            discount: promotions -61.53, trips +61.53
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
        rider=("0", "0"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="booked in the last minutes of the promo's last day, paid on the next",
        sums="19:50 UTC is 23:50 in Dubai; it ends at 00:22; the terms of the booking hold: 51.53",
        story=NAMED,
        at="2040-03-14T19:50:00+00:00",
        **USUAL,
        settings={"time_zone": "Asia/Dubai"},
        promo=TEN,
        discount="10",
        cash="51.53",
        ledger="""
            cash_payment: cash_with_drivers -51.53, trips +51.53
            discount: promotions -10, trips +10
            driver_share: trips -61.53, driver +53.50, revenue +8.03
            cash_settlement: driver -51.53, cash_with_drivers +51.53
        """,
        driver=("100", "101.97"),
    ),
    Trip(
        name="taken at the payment minutes after its last day",
        sums="booked at 23:50 in Dubai, to be paid at 00:22: refused, 61.53 in full",
        story="book; accept; arrive; start; reach; request; promo -> promo_expired; pay",
        at="2040-03-14T19:50:00+00:00",
        **USUAL,
        settings={"time_zone": "Asia/Dubai"},
        promo=TEN,
        wallet="61.53",
        ledger=USUAL_FROM_WALLET,
        rider=("100", "38.47"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="on its last day where the platform is, though UTC is a day ahead",
        sums="02:00 UTC on the 15th is 22:00 on the 14th in New York (UTC-4 by then): 51.53",
        story=AT_PAYMENT,
        at="2040-03-15T02:00:00+00:00",
        **USUAL,
        settings={"time_zone": "America/New_York"},
        promo=TEN,
        discount="10",
        wallet="51.53",
        ledger="""
            wallet_payment: rider -51.53, trips +51.53
            discount: promotions -10, trips +10
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
        rider=("100", "48.47"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="a promo of yesterday, refused when booking",
        sums="61.53 in full, after a second try without it",
        story="book with promo -> promo_expired; book; accept; arrive; start; reach; cash",
        **USUAL,
        promo=TEN | {"promo_validity": "yesterday"},
        cash="61.53",
        ledger=USUAL_IN_CASH,
        driver=("100", "91.97"),
    ),
    Trip(
        name="fifteen percent off with no decimals",
        sums="54 + 8 = 62; 15 % is 9.3: 9; 53. Driver 100 + 54 - 53 = 101",
        story=NAMED,
        **USUAL
        | {
            "bill": "base_fare 10, distance 41, time 3, convenience_fee 8",
            "estimate": "62",
            "share": "54",
            "fee": "8",
            "cost": "62",
        },
        settings={"decimal": 0},
        promo=FIFTH | {"promo_discount_value": "15"},
        discount="9",
        cash="53",
        ledger="""
            cash_payment: cash_with_drivers -53, trips +53
            discount: promotions -9, trips +9
            driver_share: trips -62, driver +54, revenue +8
            cash_settlement: driver -53, cash_with_drivers +53
        """,
        driver=("100", "101"),
    ),
    Trip(
        name="fifteen percent off with three decimals",
        sums="15 % of 61.525 is 9.22875: 9.229; 52.296; rider 47.704",
        story=AT_PAYMENT,
        **USUAL
        | {
            "bill": "base_fare 10, distance 41, time 2.5, convenience_fee 8.025",
            "estimate": "61.525",
            "fee": "8.025",
            "cost": "61.525",
        },
        settings={"decimal": 3},
        promo=FIFTH | {"promo_discount_value": "15"},
        discount="9.229",
        wallet="52.296",
        ledger="""
            wallet_payment: rider -52.296, trips +52.296
            discount: promotions -9.229, trips +9.229
            driver_share: trips -61.525, driver +53.5, revenue +8.025
        """,
        rider=("100", "47.704"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="a promo on slightly less than ten miles",
        sums="71.88, 20 off: 51.88. Driver 100 + 62.50 - 51.88 = 110.62",
        story=NAMED,
        car=ECONOMY,
        km="16.093",
        seconds=1800,
        settings={"convert_to_mile": True},
        promo={"promo_discount_value": "20"},
        bill="base_fare 10, distance 50, time 2.50, convenience_fee 9.38",
        estimate="71.88",
        share="62.50",
        fee="9.38",
        cost="71.88",
        discount="20",
        cash="51.88",
        ledger="""
            cash_payment: cash_with_drivers -51.88, trips +51.88
            discount: promotions -20, trips +20
            driver_share: trips -71.88, driver +62.50, revenue +9.38
            cash_settlement: driver -51.88, cash_with_drivers +51.88
        """,
        driver=("100", "110.62"),
    ),
    Trip(
        name="a promo that is used up",
        sums="no use is left: refused, 61.53 in full",
        story=WALLET.replace("pay", "promo -> promo_limit_reached; pay"),
        **USUAL,
        promo=TEN | {"promo_usage_limit": 0},
        wallet="61.53",
        ledger=USUAL_FROM_WALLET,
        rider=("100", "38.47"),
        driver=("100", "153.50"),
    ),
]
