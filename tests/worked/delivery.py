"""Deliveries: the quoted fare does not change, and a rider pays before drivers get offers."""

from typing import Any, Final

from tests.worked.table import BIKE, PREPAID, VAN, Trip

SENT: Final[dict[str, Any]] = {
    "quoted": ("5.000", 600),
    "km": "9.000",
    "seconds": 1200,
}
"""Quoted at 5 km in ten minutes; driven 9 km in twenty, which is not charged."""

BOX: Final[dict[str, Any]] = SENT | {
    "car": BIKE,
    "settings": {"app_category": "delivery"},
    "parcel": "Box",
    "option": "With care",
    "bill": "base_fare 4, distance 10, time 1, parcel 3, option 1.50, convenience_fee 1.95",
    "estimate": "21.45",
    "share": "19.50",
    "fee": "1.95",
    "cost": "21.45",
}
"""4 + 5 x 2 + 1/6 x 6 + 3 + 1.50 = 4 + 10 + 1 + 3 + 1.50 = 19.50; 10 % is 1.95; 21.45."""
PAID_FIRST: Final[dict[str, Any]] = BOX | {"prepaid": True, "wallet": "21.45"}
HELD_AND_PAID_OUT: Final = """
    wallet_payment: rider -21.45, trips +21.45
    driver_share: trips -21.45, driver +19.50, revenue +1.95
"""
PAID_AND_REFUNDED: Final = """
    wallet_payment: rider -21.45, trips +21.45
    refund: trips -21.45, rider +21.45
"""

DELIVERED: Final = [
    Trip(
        name="a box with care, paid first",
        sums="19.50 + 1.95 = 21.45, held until it is there. Rider 78.55, driver 119.50",
        story=PREPAID,
        **PAID_FIRST,
        ledger=HELD_AND_PAID_OUT,
        rider=("100", "78.55"),
        driver=("100", "119.50"),
    ),
    Trip(
        name="a letter without options",
        sums="4 + 10 + 1 + 0.50 = 15.50; 1.55; 17.05. Rider 82.95, driver 115.50",
        story=PREPAID,
        **PAID_FIRST
        | {
            "parcel": "Letter",
            "option": "",
            "bill": "base_fare 4, distance 10, time 1, parcel 0.50, convenience_fee 1.55",
            "estimate": "17.05",
            "share": "15.50",
            "fee": "1.55",
            "cost": "17.05",
            "wallet": "17.05",
        },
        ledger="""
            wallet_payment: rider -17.05, trips +17.05
            driver_share: trips -17.05, driver +15.50, revenue +1.55
        """,
        rider=("100", "82.95"),
        driver=("100", "115.50"),
    ),
    Trip(
        name="neither parcel type nor option, from a wallet that holds exactly the fare",
        sums="4 + 10 + 1 = 15; 1.50; 16.50 - 16.50 = 0",
        story=PREPAID,
        **PAID_FIRST
        | {
            "parcel": "",
            "option": "",
            "bill": "base_fare 4, distance 10, time 1, convenience_fee 1.50",
            "estimate": "16.50",
            "share": "15",
            "fee": "1.50",
            "cost": "16.50",
            "wallet": "16.50",
        },
        ledger="""
            wallet_payment: rider -16.50, trips +16.50
            driver_share: trips -16.50, driver +15, revenue +1.50
        """,
        rider=("16.50", "0"),
        driver=("100", "115"),
    ),
    Trip(
        name="photos and codes at pickup and drop-off",
        sums="21.45 unchanged; each photo is required before its transition",
        story="""book; pay; accept; arrive; start -> image_required; photo pickup;
            driver cancels -> too_late_to_cancel; start; drive; reach -> image_required;
            photo deliver; reach""",
        **PAID_FIRST
        | {
            "settings": {
                "app_category": "delivery",
                "otp_secure": True,
                "allow_delivery_pickup_image_capture": True,
                "allow_final_delivery_image_capture": True,
            }
        },
        ledger=HELD_AND_PAID_OUT,
        rider=("100", "78.55"),
        driver=("100", "119.50"),
    ),
    Trip(
        name="an admin ends a delivery that was paid first",
        sums="21.45 was held, and is paid out as usual",
        story="book; pay; accept; arrive; start; admin ends",
        **PAID_FIRST,
        ledger=HELD_AND_PAID_OUT,
        rider=("100", "78.55"),
        driver=("100", "119.50"),
    ),
    Trip(
        name="an admin sends a box, and the driver collects cash at the drop-off",
        sums="nothing is held; 21.45 in cash. Driver 100 + 19.50 - 21.45 = 98.05",
        story="book by admin; accept; arrive; start; reach; cash",
        **BOX,
        cash="21.45",
        ledger="""
            cash_payment: cash_with_drivers -21.45, trips +21.45
            driver_share: trips -21.45, driver +19.50, revenue +1.95
            cash_settlement: driver -21.45, cash_with_drivers +21.45
        """,
        driver=("100", "98.05"),
    ),
    Trip(
        name="an admin sends a box, and the rider's wallet pays afterwards",
        sums="100 - 21.45 = 78.55, charged at the end",
        story="book by admin; accept; arrive; start; reach; request; pay",
        **BOX,
        wallet="21.45",
        ledger=HELD_AND_PAID_OUT,
        rider=("100", "78.55"),
        driver=("100", "119.50"),
    ),
    Trip(
        name="a sofa under the minimum fare",
        sums="3 x 4 + 1/6 x 12 + 7.25 = 12 + 2 + 7.25 = 21.25 < 30: 8.75 more; 2.50; 32.50",
        story=PREPAID,
        car=VAN,
        settings={"app_category": "delivery"},
        parcel="Sofa",
        km="3.000",
        seconds=600,
        bill="distance 12, time 2, parcel 7.25, minimum 8.75, convenience_fee 2.50",
        estimate="32.50",
        share="30",
        fee="2.50",
        cost="32.50",
        wallet="32.50",
        prepaid=True,
        ledger="""
            wallet_payment: rider -32.50, trips +32.50
            driver_share: trips -32.50, driver +30, revenue +2.50
        """,
        rider=("100", "67.50"),
        driver=("100", "130"),
    ),
    Trip(
        name="a sofa at exactly the minimum fare",
        sums="5 x 4 + 825/3600 x 12 + 7.25 = 20 + 2.75 + 7.25 = 30: nothing to lift; 32.50",
        story=PREPAID,
        car=VAN,
        settings={"app_category": "delivery"},
        parcel="Sofa",
        km="5.000",
        seconds=825,
        bill="distance 20, time 2.75, parcel 7.25, convenience_fee 2.50",
        estimate="32.50",
        share="30",
        fee="2.50",
        cost="32.50",
        wallet="32.50",
        prepaid=True,
        ledger="""
            wallet_payment: rider -32.50, trips +32.50
            driver_share: trips -32.50, driver +30, revenue +2.50
        """,
        rider=("100", "67.50"),
        driver=("100", "130"),
    ),
    Trip(
        name="a box with no decimals",
        sums="19.5: 20, rounded up in the option line; 2; 22",
        story=PREPAID,
        **PAID_FIRST
        | {
            "settings": {"app_category": "delivery", "decimal": 0},
            "bill": "base_fare 4, distance 10, time 1, parcel 3, option 2, convenience_fee 2",
            "estimate": "22",
            "share": "20",
            "fee": "2",
            "cost": "22",
            "wallet": "22",
        },
        ledger="""
            wallet_payment: rider -22, trips +22
            driver_share: trips -22, driver +20, revenue +2
        """,
        rider=("100", "78"),
        driver=("100", "120"),
    ),
    Trip(
        name="a box by the mile with three decimals",
        sums="5 / 1.609344 = 3.106856, x 2 = 6.213712; 15.713712: 15.714; 1.5714: 1.571; 17.285",
        story=PREPAID,
        **PAID_FIRST
        | {
            "settings": {"app_category": "delivery", "decimal": 3, "convert_to_mile": True},
            "bill": "base_fare 4, distance 6.214, time 1, parcel 3, option 1.5, convenience_fee 1.571",
            "estimate": "17.285",
            "share": "15.714",
            "fee": "1.571",
            "cost": "17.285",
            "wallet": "17.285",
        },
        ledger="""
            wallet_payment: rider -17.285, trips +17.285
            driver_share: trips -17.285, driver +15.714, revenue +1.571
        """,
        rider=("100", "82.715"),
        driver=("100", "115.714"),
    ),
]

WITH_PROMOS: Final = [
    Trip(
        name="five off a box, taken before it is paid",
        sums="21.45 - 5 = 16.45 is held; the five come out of promotions when it is there",
        story="book; promo; pay; accept; arrive; start; reach",
        **PAID_FIRST | {"wallet": "16.45"},
        promo={"promo_discount_value": "5"},
        discount="5",
        ledger="""
            wallet_payment: rider -16.45, trips +16.45
            discount: promotions -5, trips +5
            driver_share: trips -21.45, driver +19.50, revenue +1.95
        """,
        rider=("100", "83.55"),
        driver=("100", "119.50"),
    ),
    Trip(
        name="a tenth off a box that is exactly the minimum order, exactly at the cap",
        sums="21.45 >= 21.45; 2.145 < 2.15: 2.15; 19.30",
        story="book with promo; pay; accept; arrive; start; reach",
        **PAID_FIRST | {"wallet": "19.30"},
        promo={
            "promo_discount_type": "percentage",
            "promo_discount_value": "10",
            "max_promo_discount_value": "2.15",
            "min_order": "21.45",
        },
        discount="2.15",
        ledger="""
            wallet_payment: rider -19.30, trips +19.30
            discount: promotions -2.15, trips +2.15
            driver_share: trips -21.45, driver +19.50, revenue +1.95
        """,
        rider=("100", "80.70"),
        driver=("100", "119.50"),
    ),
    Trip(
        name="the discount is the fare, from an empty wallet",
        sums="21.45 - 21.45 = 0 is held; the driver gets the share all the same",
        story="book; promo; pay; accept; arrive; start; reach",
        **PAID_FIRST | {"wallet": "0"},
        promo={"promo_discount_value": "21.45"},
        discount="21.45",
        ledger="""
            discount: promotions -21.45, trips +21.45
            driver_share: trips -21.45, driver +19.50, revenue +1.95
        """,
        rider=("0", "0"),
        driver=("100", "119.50"),
    ),
    Trip(
        name="a box with a promo, cancelled before a driver came",
        sums="16.45 was held, 16.45 comes back; the promotion has cost nothing",
        story="book; promo; pay; rider cancels",
        **PAID_FIRST | {"wallet": "16.45"},
        ends="CANCELLED",
        promo={"promo_discount_value": "5"},
        discount="5",
        refund="16.45",
        ledger="""
            wallet_payment: rider -16.45, trips +16.45
            refund: trips -16.45, rider +16.45
        """,
    ),
]

CANCELLED_AFTER_PAYMENT: Final = [
    Trip(
        name="paid, and cancelled before a driver came",
        sums="21.45 charged and refunded",
        story="book; pay; rider cancels",
        **PAID_FIRST,
        ends="CANCELLED",
        refund="21.45",
        ledger=PAID_AND_REFUNDED,
    ),
    Trip(
        name="paid, and cancelled exactly two minutes after the acceptance",
        sums="120 s do not exceed 2 minutes: 21.45 charged and refunded",
        story="book; pay; accept; wait 120; rider cancels",
        **PAID_FIRST,
        ends="CANCELLED",
        refund="21.45",
        ledger=PAID_AND_REFUNDED,
    ),
    Trip(
        name="paid, and cancelled a second past two minutes",
        sums="21.45 back, then 3 for the driver; 97 and 103",
        story="book; pay; accept; wait 121; rider cancels",
        **PAID_FIRST,
        ends="CANCELLED",
        refund="21.45",
        cancellation_fee="3",
        ledger=PAID_AND_REFUNDED + "    cancellation_fee: rider -3, driver +3",
        rider=("100", "97"),
        driver=("100", "103"),
    ),
    Trip(
        name="the refund pays the fee",
        sums="21.45 - 21.45 + 21.45 - 6 = 15.45, four minutes and a second after the acceptance",
        story="book; pay; accept; wait 241; rider cancels",
        **PAID_FIRST,
        ends="CANCELLED",
        refund="21.45",
        cancellation_fee="6",
        ledger=PAID_AND_REFUNDED + "    cancellation_fee: rider -6, driver +6",
        rider=("21.45", "15.45"),
        driver=("100", "106"),
    ),
    Trip(
        name="paid, and cancelled by an admin late",
        sums="21.45 charged and refunded",
        story="book; pay; accept; wait 241; admin cancels",
        **PAID_FIRST,
        ends="CANCELLED",
        refund="21.45",
        ledger=PAID_AND_REFUNDED,
    ),
    Trip(
        name="paid, cancelled by its driver, and cancelled",
        sums="no driver is on the way: 21.45 charged and refunded",
        story="book; pay; accept; wait 241; driver cancels; rider cancels",
        **PAID_FIRST,
        ends="CANCELLED",
        refund="21.45",
        ledger=PAID_AND_REFUNDED,
    ),
    Trip(
        name="paid, and no driver accepted within half an hour",
        sums="cancelled by the platform: 21.45 charged and refunded",
        story="book; pay; wait 1801; housekeeping",
        **PAID_FIRST,
        ends="CANCELLED",
        refund="21.45",
        ledger=PAID_AND_REFUNDED,
    ),
    Trip(
        name="a wallet one cent short, and called off without a word",
        sums="21.44 < 21.45: nothing is charged, and nothing to refund",
        story="book; pay -> low_balance; rider cancels without a reason",
        **BOX,
        ends="CANCELLED",
        rider=("21.44", "21.44"),
    ),
    Trip(
        name="paid in the last second of the 15 minutes",
        sums="899 s < 15 min: 21.45 is taken, and it is delivered",
        story="book; wait 899; pay; accept; arrive; start; reach",
        **PAID_FIRST,
        ledger=HELD_AND_PAID_OUT,
        rider=("100", "78.55"),
        driver=("100", "119.50"),
    ),
    Trip(
        name="not paid within 15 minutes",
        sums="900 s: too late to pay, and cancelled by the platform: nothing legs",
        story="book; wait 900; pay -> payment_expired; housekeeping",
        **BOX,
        ends="CANCELLED",
    ),
]
