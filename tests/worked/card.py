"""Rides and deliveries paid by card: alone, after the wallet, and with a promo."""

from tests.worked.delivery import BOX
from tests.worked.table import USUAL, Trip

CARD = "book; accept; arrive; start; reach; request; card"
CARD_FIRST = "book; card; accept; arrive; start; reach"
WITH_WALLET_FIRST = "book; card with wallet; accept; arrive; start; reach"

CARDS = [
    Trip(
        name="a whole ride by card",
        sums="the gateway holds 61.53 for us; driver 100 + 53.50; the rider's wallet is unchanged",
        story=CARD,
        **USUAL,
        card="61.53",
        ledger="""
            card_payment: gateway:test -61.53, trips +61.53
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
        driver=("100", "153.50"),
    ),
    Trip(
        name="the wallet to its last cent, the rest by card",
        sums="20 + 41.53 = 61.53; rider 0",
        story=f"{CARD} with wallet",
        **USUAL,
        wallet="20",
        card="41.53",
        ledger="""
            wallet_payment: rider -20, trips +20
            card_payment: gateway:test -41.53, trips +41.53
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
        rider=("20", "0"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="ten off, the wallet first, the rest by card",
        sums="61.53 - 10 = 51.53 = 20 + 31.53; the platform pays the ten",
        story="book; accept; arrive; start; reach; request; promo; card with wallet",
        **USUAL,
        promo={"promo_discount_value": "10"},
        discount="10",
        wallet="20",
        card="31.53",
        ledger="""
            wallet_payment: rider -20, trips +20
            card_payment: gateway:test -31.53, trips +31.53
            discount: promotions -10, trips +10
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
        rider=("20", "0"),
        driver=("100", "153.50"),
    ),
    Trip(
        name="a box with care, paid first by card",
        sums="19.50 + 1.95 = 21.45, held until it is there; driver 119.50",
        story=CARD_FIRST,
        **BOX,
        prepaid=True,
        card="21.45",
        ledger="""
            card_payment: gateway:test -21.45, trips +21.45
            driver_share: trips -21.45, driver +19.50, revenue +1.95
        """,
        driver=("100", "119.50"),
    ),
    Trip(
        name="a box with care, paid first by wallet and card",
        sums="1.45 + 20 = 21.45; rider 0, driver 119.50",
        story=WITH_WALLET_FIRST,
        **BOX,
        prepaid=True,
        wallet="1.45",
        card="20",
        ledger="""
            wallet_payment: rider -1.45, trips +1.45
            card_payment: gateway:test -20, trips +20
            driver_share: trips -21.45, driver +19.50, revenue +1.95
        """,
        rider=("1.45", "0"),
        driver=("100", "119.50"),
    ),
    Trip(
        name="a box paid by wallet and card, cancelled before a driver accepts",
        sums="1.45 + 20 = 21.45 refunded to the wallet",
        story="book; card with wallet; rider cancels",
        ends="CANCELLED",
        **BOX,
        prepaid=True,
        wallet="1.45",
        card="20",
        refund="21.45",
        ledger="""
            wallet_payment: rider -1.45, trips +1.45
            card_payment: gateway:test -20, trips +20
            refund: trips -21.45, rider +21.45
        """,
        rider=("1.45", "21.45"),
    ),
    Trip(
        name="a box cancelled three minutes after the acceptance, paid by card",
        sums="21.45 refunded; more than 2 minutes cost 3; 100 + 21.45 - 3 = 118.45; driver 103",
        story="book; card; accept; wait 181; rider cancels",
        ends="CANCELLED",
        **BOX,
        prepaid=True,
        card="21.45",
        refund="21.45",
        cancellation_fee="3",
        ledger="""
            card_payment: gateway:test -21.45, trips +21.45
            refund: trips -21.45, rider +21.45
            cancellation_fee: rider -3, driver +3
        """,
        rider=("100", "118.45"),
        driver=("100", "103"),
    ),
]
