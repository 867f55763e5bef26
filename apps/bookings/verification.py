"""Checks of bookings against the ledger, run by `manage.py verify_ledger`."""

from typing import Final

from apps.wallet.verification import Check

MONEY_HELD: Final = Check(
    "the account trips holds exactly the prepayments of bookings that are not settled",
    """
    SELECT format('booking %s holds %s of %s', coalesce(held.booking_id, due.id), coalesce(held.amount, 0),
                  coalesce(due.amount, 0))
    FROM (
        SELECT e.booking_id, sum(p.amount) AS amount
        FROM wallet_posting p
        JOIN wallet_account a ON a.id = p.account_id AND a.kind = 'platform' AND a.name = 'trips'
        JOIN wallet_journalentry e ON e.id = p.entry_id
        GROUP BY e.booking_id
    ) held
    FULL JOIN (
        SELECT id, cash_payment_amount + card_payment_amount + used_wallet_money AS amount
        FROM bookings_booking
        WHERE prepaid AND status IN ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING')
    ) due ON due.id = held.booking_id
    WHERE coalesce(held.amount, 0) <> coalesce(due.amount, 0)
    """,
)

DAILY_EARNINGS: Final = Check(
    "the daily earnings equal the ledger",
    """
    SELECT format('%s, driver %s: %s is %s in the ledger and %s in the report', day,
                  coalesce(nullif(driver, 0)::text, 'no driver'), part.name, part.ledger, part.report)
    FROM (
        SELECT day, coalesce(driver_id, 0) AS driver, sum(rides) AS rides, sum(trip_cost) AS trip_cost,
               sum(driver_share) AS driver_share, sum(convenience_fees) AS convenience_fees,
               sum(discount) AS discount, sum(cancellation_fees) AS cancellation_fees,
               sum(tips) AS tips
        FROM bookings_earnings_of_ledger() GROUP BY 1, 2
    ) l
    FULL JOIN (
        SELECT day, coalesce(driver_id, 0) AS driver, sum(rides) AS rides, sum(trip_cost) AS trip_cost,
               sum(driver_share) AS driver_share, sum(convenience_fees) AS convenience_fees,
               sum(discount) AS discount, sum(cancellation_fees) AS cancellation_fees,
               sum(tips) AS tips
        FROM bookings_dailyearnings GROUP BY 1, 2
    ) r USING (day, driver)
    CROSS JOIN LATERAL (VALUES
        ('rides', coalesce(l.rides, 0)::numeric, coalesce(r.rides, 0)::numeric),
        ('trip_cost', coalesce(l.trip_cost, 0), coalesce(r.trip_cost, 0)),
        ('driver_share', coalesce(l.driver_share, 0), coalesce(r.driver_share, 0)),
        ('convenience_fees', coalesce(l.convenience_fees, 0), coalesce(r.convenience_fees, 0)),
        ('discount', coalesce(l.discount, 0), coalesce(r.discount, 0)),
        ('cancellation_fees', coalesce(l.cancellation_fees, 0), coalesce(r.cancellation_fees, 0)),
        ('tips', coalesce(l.tips, 0), coalesce(r.tips, 0))
    ) AS part (name, ledger, report)
    WHERE part.ledger <> part.report
    ORDER BY day, driver
    """,
)

EARNINGS_TRIGGERS: Final = Check(
    "the triggers of the daily earnings are enabled",
    """
    SELECT format('trigger %s is %s', expected, CASE WHEN t.oid IS NULL THEN 'not there' ELSE 'off' END)
    FROM unnest('{bookings_booking_earns, bookings_booking_settles, bookings_booking_adjusts,
                  bookings_fee_earns, bookings_fee_settles, bookings_tip_earns, bookings_zone_changed,
                  bookings_zone_set, bookings_day_opened, bookings_day_changed, bookings_day_gone,
                  bookings_month_added, bookings_month_changed, bookings_month_gone}'::text[]) AS expected
    LEFT JOIN pg_trigger t ON t.tgname = expected AND t.tgrelid IN (
        'bookings_booking'::regclass, 'core_platformsettings'::regclass, 'bookings_dailyearnings'::regclass
    )
    WHERE t.oid IS NULL OR t.tgenabled NOT IN ('O', 'A')
    """,
)

MONTHS: Final = Check(
    "the monthly totals of drivers are the sums of their days",
    """
    SELECT format('%s, driver %s, fleet %s: %s rides, %s and %s tips instead of %s, %s and %s', month,
                  driver_id, fleet, coalesce(m.rides, 0), coalesce(m.driver_share, 0), coalesce(m.tips, 0),
                  coalesce(d.rides, 0), coalesce(d.driver_share, 0), coalesce(d.tips, 0))
    FROM bookings_drivermonths m
    FULL JOIN (
        SELECT driver_id, date_trunc('month', day::timestamp)::date AS month, f.fleet,
               sum(rides) AS rides, sum(driver_share) AS driver_share, sum(tips) AS tips
        FROM bookings_dailyearnings CROSS JOIN LATERAL (VALUES (0::bigint), (fleet_admin_id)) AS f (fleet)
        WHERE driver_id IS NOT NULL AND f.fleet IS NOT NULL
        GROUP BY 1, 2, 3
    ) d USING (driver_id, month, fleet)
    WHERE coalesce(m.rides, 0) <> coalesce(d.rides, 0)
        OR coalesce(m.driver_share, 0) <> coalesce(d.driver_share, 0)
        OR coalesce(m.tips, 0) <> coalesce(d.tips, 0)
    ORDER BY month, driver_id, fleet
    """,
)

FEES_SHOWN: Final = Check(
    "every booking shows the state of the fee owed for it",
    """
    SELECT format('booking %s shows %s owed and %s written off instead of %s and %s', b.id,
                  b.cancellation_fee_owed, b.cancellation_fee_written_off,
                  f.amount - f.paid - f.written_off, f.written_off)
    FROM bookings_booking b LEFT JOIN wallet_owedfee f ON f.booking_id = b.id
    WHERE b.cancellation_fee_owed <> coalesce(f.amount - f.paid - f.written_off, 0)
        OR b.cancellation_fee_written_off <> coalesce(f.written_off, 0)
    """,
)

TIPS_SHOWN: Final = Check(
    "every booking shows the tip that its rider paid to its driver, and no one else received a part",
    """
    SELECT format('booking %s shows a tip of %s, the ledger has %s', coalesce(b.id, t.booking_id),
                  coalesce(b.tip_amount, 0), coalesce(t.amount, 0))
    FROM (SELECT id, driver_id, customer_id, tip_amount FROM bookings_booking WHERE tip_amount > 0) b
    FULL JOIN (
        SELECT e.booking_id, p.amount, a.user_id,
               (SELECT array_agg(a2.user_id) FROM wallet_posting p2
                JOIN wallet_account a2 ON a2.id = p2.account_id
                WHERE p2.entry_id = e.id AND p2.amount < 0) AS payers
        FROM wallet_journalentry e
        JOIN wallet_posting p ON p.entry_id = e.id AND p.amount > 0
        JOIN wallet_account a ON a.id = p.account_id
        WHERE e.kind = 'tip'
    ) t ON t.booking_id = b.id
    WHERE b.tip_amount IS DISTINCT FROM t.amount OR b.driver_id IS DISTINCT FROM t.user_id
        OR ARRAY[b.customer_id] IS DISTINCT FROM t.payers
    """,
)

CHECKS: Final = (MONEY_HELD, FEES_SHOWN, TIPS_SHOWN, DAILY_EARNINGS, EARNINGS_TRIGGERS, MONTHS)
