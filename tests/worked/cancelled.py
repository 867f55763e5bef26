"""Cancelled rides, below, at and above each slab: 10 past 2 minutes, 15 past 4."""

from typing import Any, Final

from tests.worked.table import USUAL, Trip

OFF: Final[dict[str, Any]] = USUAL | {"ends": "CANCELLED"}
"""The usual ride as quoted."""

CANCELLED: Final = [
    Trip(
        name="cancelled before anybody came",
        sums="no driver is on the way: nothing",
        story="book; rider cancels",
        **OFF,
    ),
    Trip(
        name="cancelled after a minute and 59 seconds",
        sums="119 s < 120 s: nothing",
        story="book; accept; wait 119; rider cancels",
        **OFF,
    ),
    Trip(
        name="cancelled after two minutes sharp",
        sums="120 s do not exceed 2 minutes: nothing",
        story="book; accept; wait 120; rider cancels",
        **OFF,
    ),
    Trip(
        name="cancelled a second past two minutes",
        sums="121 s > 120 s: 10 to the driver who was on the way; 90 and 110",
        story="book; accept; wait 121; rider cancels",
        **OFF,
        cancellation_fee="10",
        ledger="cancellation_fee: rider -10, driver +10",
        rider=("100", "90"),
        driver=("100", "110"),
    ),
    Trip(
        name="cancelled after four minutes sharp",
        sums="240 s do not exceed 4 minutes: the slab of 2, 10",
        story="book; accept; wait 240; rider cancels",
        **OFF,
        cancellation_fee="10",
        ledger="cancellation_fee: rider -10, driver +10",
        rider=("100", "90"),
        driver=("100", "110"),
    ),
    Trip(
        name="cancelled a second past four minutes",
        sums="241 s > 240 s: 15; 85 and 115",
        story="book; accept; wait 241; rider cancels",
        **OFF,
        cancellation_fee="15",
        ledger="cancellation_fee: rider -15, driver +15",
        rider=("100", "85"),
        driver=("100", "115"),
    ),
    Trip(
        name="cancelled late with a wallet that holds too little",
        sums="15 asked, 7.25 there: 7.25 paid, 7.75 owed",
        story="book; accept; wait 241; rider cancels",
        **OFF,
        cancellation_fee="7.25",
        ledger="cancellation_fee: rider -7.25, driver +7.25\nfee_owed: receivable -7.75, fees_owed +7.75",
        rider=("7.25", "0"),
        driver=("100", "107.25"),
    ),
    Trip(
        name="cancelled late with nothing in the wallet",
        sums="15 asked, 0 there: 0 paid, 15 owed, and the cancellation stands",
        story="book; accept; wait 241; rider cancels",
        **OFF,
        ledger="fee_owed: receivable -15, fees_owed +15",
        rider=("0", "0"),
    ),
    Trip(
        name="cancelled late by an admin",
        sums="the operator's own decision: nothing",
        story="book; accept; wait 241; admin cancels",
        **OFF,
    ),
    Trip(
        name="given back by its driver, then cancelled",
        sums="nobody is on the way any more: nothing",
        story="book; accept; wait 241; driver gives back; rider cancels",
        **OFF,
    ),
    Trip(
        name="cancelled late with a promo",
        sums="15 for the time; a promo is off the fare, not off the fee, and the booking shows what it was",
        story="book with promo; accept; wait 241; rider cancels",
        **OFF,
        promo={"promo_discount_value": "10"},
        discount="10",
        cancellation_fee="15",
        ledger="cancellation_fee: rider -15, driver +15",
        rider=("100", "85"),
        driver=("100", "115"),
    ),
    Trip(
        name="nobody took it for half an hour",
        sums="called off by the platform after 1801 s: nothing",
        story="book; wait 1801; housekeeping",
        **OFF,
    ),
    Trip(
        name="cancelled at the door",
        sums="241 s > 240 s: 15, as on the way; 85 and 115",
        story="book; accept; wait 241; arrive; rider cancels",
        **OFF,
        cancellation_fee="15",
        ledger="cancellation_fee: rider -15, driver +15",
        rider=("100", "85"),
        driver=("100", "115"),
    ),
]
