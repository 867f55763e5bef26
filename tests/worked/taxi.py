"""Rides without promos: rates, rounding, units, the minimum fare, and payment modes."""

from typing import Final

from tests.worked.table import (
    COMFORT,
    ECONOMY,
    FREE_OF_FEES,
    MINI,
    USUAL,
    USUAL_FROM_WALLET,
    USUAL_IN_CASH,
    WALLET,
    Trip,
)

RIDES: Final = [
    Trip(
        name="the usual ride, in cash",
        sums="10 + 8.2 x 5 + 0.5 x 5 = 53.50; 15 % is 8.025: 8.03; 61.53. Driver 100 + 53.50 - 61.53 = 91.97",
        **USUAL,
        cash="61.53",
        ledger=USUAL_IN_CASH,
        driver=("100", "91.97"),
    ),
    Trip(
        name="the usual ride, from the wallet",
        sums="61.53 as before. Rider 100 - 61.53 = 38.47, driver 100 + 53.50",
        story=WALLET,
        **USUAL,
        wallet="61.53",
        ledger=USUAL_FROM_WALLET,
        rider=("100", "38.47"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="the wallet holds exactly the fare",
        sums="61.53 - 61.53 = 0",
        story=WALLET,
        **USUAL,
        wallet="61.53",
        ledger=USUAL_FROM_WALLET,
        rider=("61.53", "0"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="the wallet holds a cent too little, then a gift of it",
        sums="61.52 < 61.53: refused; with one cent more 61.53 - 61.53 = 0",
        story="book; accept; arrive; start; reach; request; pay -> low_balance; gift 0.01; pay",
        **USUAL,
        wallet="61.53",
        ledger=USUAL_FROM_WALLET,
        rider=("61.52", "0"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="a flat fee, in cash",
        sums="12 + 10 x 3.25 + 20/60 x 18 = 12 + 32.50 + 6 = 50.50; 2.50; 53. Driver 97.50",
        car=COMFORT,
        km="10.000",
        seconds=1200,
        bill="base_fare 12, distance 32.50, time 6, convenience_fee 2.50",
        estimate="53",
        share="50.50",
        fee="2.50",
        cost="53",
        cash="53",
        ledger="""
            cash_payment: cash_with_drivers -53, trips +53
            driver_share: trips -53, driver +50.50, revenue +2.50
            cash_settlement: driver -53, cash_with_drivers +53
        """,
        driver=("100", "97.50"),
    ),
    Trip(
        name="no fee at all, from the wallet",
        sums="5 + 7.5 x 1 = 12.50, the whole of it the driver's; 100 - 12.50 = 87.50",
        story=WALLET,
        car=FREE_OF_FEES,
        km="7.500",
        seconds=900,
        bill="base_fare 5, distance 7.50, time 0",
        estimate="12.50",
        share="12.50",
        fee="0",
        cost="12.50",
        wallet="12.50",
        ledger="""
            wallet_payment: rider -12.50, trips +12.50
            driver_share: trips -12.50, driver +12.50
        """,
        rider=("100", "87.50"),
        driver=("100", "112.50"),
    ),
    Trip(
        name="under the minimum fare",
        sums="1.2 x 2 = 2.40 < 8: 5.60 more; fee 1; 9. Driver 100 + 8 - 9 = 99",
        car=MINI,
        km="1.200",
        seconds=300,
        bill="distance 2.40, time 0, minimum 5.60, convenience_fee 1",
        estimate="9",
        share="8",
        fee="1",
        cost="9",
        cash="9",
        ledger="""
            cash_payment: cash_with_drivers -9, trips +9
            driver_share: trips -9, driver +8, revenue +1
            cash_settlement: driver -9, cash_with_drivers +9
        """,
        driver=("100", "99"),
    ),
    Trip(
        name="six thousandths under the minimum fare",
        sums="3.997 x 2 = 7.994 < 8: raised to 8; the last cent goes to the line with the larger rest, 0.006",
        car=MINI,
        km="3.997",
        seconds=300,
        bill="distance 7.99, time 0, minimum 0.01, convenience_fee 1",
        estimate="9",
        share="8",
        fee="1",
        cost="9",
        cash="9",
        ledger="""
            cash_payment: cash_with_drivers -9, trips +9
            driver_share: trips -9, driver +8, revenue +1
            cash_settlement: driver -9, cash_with_drivers +9
        """,
        driver=("100", "99"),
    ),
    Trip(
        name="exactly the minimum fare",
        sums="4 x 2 = 8: nothing to add; fee 1; 9",
        car=MINI,
        km="4.000",
        seconds=300,
        bill="distance 8, time 0, convenience_fee 1",
        estimate="9",
        share="8",
        fee="1",
        cost="9",
        cash="9",
        ledger="""
            cash_payment: cash_with_drivers -9, trips +9
            driver_share: trips -9, driver +8, revenue +1
            cash_settlement: driver -9, cash_with_drivers +9
        """,
        driver=("100", "99"),
    ),
    Trip(
        name="a cent above the minimum fare",
        sums="4.005 x 2 = 8.01; fee 1; 9.01. Driver 100 + 8.01 - 9.01 = 99",
        car=MINI,
        km="4.005",
        seconds=300,
        bill="distance 8.01, time 0, convenience_fee 1",
        estimate="9.01",
        share="8.01",
        fee="1",
        cost="9.01",
        cash="9.01",
        ledger="""
            cash_payment: cash_with_drivers -9.01, trips +9.01
            driver_share: trips -9.01, driver +8.01, revenue +1
            cash_settlement: driver -9.01, cash_with_drivers +9.01
        """,
        driver=("100", "99"),
    ),
    Trip(
        name="half a cent of distance is rounded up",
        sums="10 + 1.001 x 5 + 0.2 x 5 = 10 + 5.005 + 1 = 16.005: 16.01; 15 % is 2.4015: 2.40; 18.41",
        car=ECONOMY,
        km="1.001",
        seconds=720,
        bill="base_fare 10, distance 5.01, time 1, convenience_fee 2.40",
        estimate="18.41",
        share="16.01",
        fee="2.40",
        cost="18.41",
        cash="18.41",
        ledger="""
            cash_payment: cash_with_drivers -18.41, trips +18.41
            driver_share: trips -18.41, driver +16.01, revenue +2.40
            cash_settlement: driver -18.41, cash_with_drivers +18.41
        """,
        driver=("100", "97.60"),
    ),
    Trip(
        name="driven farther than quoted",
        sums="quoted 10 + 7.5 x 5 + 0.25 x 5 = 48.75, 7.3125: 7.31, 56.06; driven the usual 61.53",
        quoted=("7.500", 900),
        **USUAL | {"estimate": "56.06"},
        cash="61.53",
        ledger=USUAL_IN_CASH,
        driver=("100", "91.97"),
    ),
    Trip(
        name="a detour, measured along its points",
        sums="quoted 56.06; three points are 12.4 km: 10 + 62 + 2.50 = 74.50; 11.175: 11.18; 85.68",
        story="book; accept; arrive; start; via 600; reach; cash",
        car=ECONOMY,
        quoted=("7.500", 900),
        km="12.400",
        seconds=1800,
        bill="base_fare 10, distance 62, time 2.50, convenience_fee 11.18",
        estimate="56.06",
        share="74.50",
        fee="11.18",
        cost="85.68",
        cash="85.68",
        ledger="""
            cash_payment: cash_with_drivers -85.68, trips +85.68
            driver_share: trips -85.68, driver +74.50, revenue +11.18
            cash_settlement: driver -85.68, cash_with_drivers +85.68
        """,
        driver=("100", "88.82"),
    ),
    Trip(
        name="driven less far than quoted",
        sums="10 + 3 x 5 + 600/3600 x 5 = 25.8333: 25.83; 15 % is 3.8745: 3.87; 29.70. Rider 70.30",
        story=WALLET,
        car=ECONOMY,
        quoted=("7.500", 900),
        km="3.000",
        seconds=600,
        bill="base_fare 10, distance 15, time 0.83, convenience_fee 3.87",
        estimate="56.06",
        share="25.83",
        fee="3.87",
        cost="29.70",
        wallet="29.70",
        ledger="""
            wallet_payment: rider -29.70, trips +29.70
            driver_share: trips -29.70, driver +25.83, revenue +3.87
        """,
        rider=("100", "70.30"),
        driver=("100", "125.83"),
    ),
    Trip(
        name="an admin ends the trip; the rates had been raised on the way",
        sums="the usual 61.53: the rates at booking apply",
        story="book; accept; rates x 10; arrive; start; admin ends; cash",
        **USUAL,
        cash="61.53",
        ledger=USUAL_IN_CASH,
        driver=("100", "91.97"),
    ),
]

UNITS: Final = [
    Trip(
        name="no decimals, a percentage",
        sums="53.5: 54, rounded up in the time line; 15 % of 54 is 8.1: 8; 62. Driver 92",
        **USUAL
        | {
            "bill": "base_fare 10, distance 41, time 3, convenience_fee 8",
            "estimate": "62",
            "share": "54",
            "fee": "8",
            "cost": "62",
        },
        settings={"decimal": 0},
        cash="62",
        ledger="""
            cash_payment: cash_with_drivers -62, trips +62
            driver_share: trips -62, driver +54, revenue +8
            cash_settlement: driver -62, cash_with_drivers +62
        """,
        driver=("100", "92"),
    ),
    Trip(
        name="no decimals, a flat fee of two and a half",
        sums="12 + 32.5 + 6 = 50.5: 51; the fee 2.5: 3; 54. Rider 46, driver 151",
        story=WALLET,
        car=COMFORT,
        km="10.000",
        seconds=1200,
        settings={"decimal": 0},
        bill="base_fare 12, distance 33, time 6, convenience_fee 3",
        estimate="54",
        share="51",
        fee="3",
        cost="54",
        wallet="54",
        ledger="""
            wallet_payment: rider -54, trips +54
            driver_share: trips -54, driver +51, revenue +3
        """,
        rider=("100", "46"),
        driver=("100", "151"),
    ),
    Trip(
        name="three decimals",
        sums="53.500; 15 % is 8.025, and nothing to round; 61.525. Rider 38.475",
        story=WALLET,
        **USUAL
        | {
            "bill": "base_fare 10, distance 41, time 2.5, convenience_fee 8.025",
            "estimate": "61.525",
            "fee": "8.025",
            "cost": "61.525",
        },
        settings={"decimal": 3},
        wallet="61.525",
        ledger="""
            wallet_payment: rider -61.525, trips +61.525
            driver_share: trips -61.525, driver +53.500, revenue +8.025
        """,
        rider=("100", "38.475"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="three decimals and a thousand seconds",
        sums="10 + 3.333 x 5 = 16.665, + 1000/3600 x 5 = 1.38888: 28.05388: 28.054; 4.2081; 32.262",
        car=ECONOMY,
        km="3.333",
        seconds=1000,
        settings={"decimal": 3},
        bill="base_fare 10, distance 16.665, time 1.389, convenience_fee 4.208",
        estimate="32.262",
        share="28.054",
        fee="4.208",
        cost="32.262",
        cash="32.262",
        ledger="""
            cash_payment: cash_with_drivers -32.262, trips +32.262
            driver_share: trips -32.262, driver +28.054, revenue +4.208
            cash_settlement: driver -32.262, cash_with_drivers +32.262
        """,
        driver=("100", "95.792"),
    ),
    Trip(
        name="a hundred and twenty-five miles to the metre",
        sums="201.168 / 1.609344 = 125; 10 + 625 + 2 x 5 = 645; 96.75; 741.75. Driver 3.25",
        car=ECONOMY,
        km="201.168",
        seconds=7200,
        settings={"convert_to_mile": True},
        bill="base_fare 10, distance 625, time 10, convenience_fee 96.75",
        estimate="741.75",
        share="645",
        fee="96.75",
        cost="741.75",
        cash="741.75",
        ledger="""
            cash_payment: cash_with_drivers -741.75, trips +741.75
            driver_share: trips -741.75, driver +645, revenue +96.75
            cash_settlement: driver -741.75, cash_with_drivers +741.75
        """,
        driver=("100", "3.25"),
    ),
    Trip(
        name="slightly less than ten miles",
        sums="16.093 / 1.609344 = 9.99973, x 5 = 49.99863; 62.49863: 62.50; 9.375: 9.38; 71.88. Rider 28.12",
        story=WALLET,
        car=ECONOMY,
        km="16.093",
        seconds=1800,
        settings={"convert_to_mile": True},
        bill="base_fare 10, distance 50, time 2.50, convenience_fee 9.38",
        estimate="71.88",
        share="62.50",
        fee="9.38",
        cost="71.88",
        wallet="71.88",
        ledger="""
            wallet_payment: rider -71.88, trips +71.88
            driver_share: trips -71.88, driver +62.50, revenue +9.38
        """,
        rider=("100", "28.12"),
        driver=("100", "162.50"),
    ),
    Trip(
        name="miles, no decimals, the minimum fare",
        sums="2 miles x 2 = 4 < 8: 4 more; fee 1; 9. 3.219 km are 2.00019 miles: 4.00039: 4",
        car=MINI,
        km="3.219",
        seconds=300,
        settings={"convert_to_mile": True, "decimal": 0},
        bill="distance 4, time 0, minimum 4, convenience_fee 1",
        estimate="9",
        share="8",
        fee="1",
        cost="9",
        cash="9",
        ledger="""
            cash_payment: cash_with_drivers -9, trips +9
            driver_share: trips -9, driver +8, revenue +1
            cash_settlement: driver -9, cash_with_drivers +9
        """,
        driver=("100", "99"),
    ),
]
