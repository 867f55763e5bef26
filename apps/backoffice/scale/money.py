"""Benchmark ledger entries of the bookings, as settlements write them, and daily earnings."""

from collections.abc import Iterator

from apps.backoffice.scale.bookings import Bookings
from apps.backoffice.scale.people import People
from apps.backoffice.scale.rows import count_on, insert, next_id, run, without_indexes
from apps.bookings.models import DailyEarnings
from apps.payments.models import Attempt
from apps.wallet.models import Account, JournalEntry, PayoutBatch, Posting, Withdrawal

ENTRIES, LEGS = 8, 4
"""Maximum entries per booking and postings per entry; ids are derived from the booking's."""
WITHDRAWALS_A_DRIVER = 2
PER_BATCH = 50
REF = "'t' || lpad(user_id::text, 23, 'x')"
"""The reference of a user's top-up payment, in SQL."""
NAMES = "adjustments bank cash_with_drivers gateway:test promotions revenue trips withdrawals_pending"

# Entries by position: kind, and legs by account and amount.
FACTS = """
    (0, 'discount', discount), (1, 'wallet_payment', used_wallet_money),
    (2, 'card_payment', card_payment_amount), (3, 'cash_payment', cash_payment_amount),
    (4, 'driver_share', trip_cost), (5, 'cash_settlement', cash_payment_amount),
    (6, 'cancellation_fee', cancellation_fee)
"""
MOVES = """
    (0, 0, {promotions}, -discount), (0, 1, {trips}, discount),
    (1, 0, {wallets} + customer_id, -used_wallet_money), (1, 1, {trips}, used_wallet_money),
    (2, 0, {gateway_test}, -card_payment_amount), (2, 1, {trips}, card_payment_amount),
    (3, 0, {cash_with_drivers}, -cash_payment_amount), (3, 1, {trips}, cash_payment_amount),
    (4, 0, {trips}, -trip_cost), (4, 1, {wallets} + driver_id, driver_share),
    (4, 2, {revenue}, convenience_fees),
    (5, 0, {wallets} + driver_id, -cash_payment_amount), (5, 1, {cash_with_drivers}, cash_payment_amount),
    (6, 0, {wallets} + customer_id, -cancellation_fee), (6, 1, {wallets} + driver_id, cancellation_fee)
"""


class Books:
    """Numbers accounts, entries and postings; call `write` once."""

    def __init__(self, people: People, bookings: Bookings) -> None:
        self.people, self.bookings = people, bookings
        run(
            "INSERT INTO wallet_account (kind, name) "
            f"SELECT 'platform', unnest(string_to_array('{NAMES}', ' ')) ON CONFLICT DO NOTHING"
        )
        self.accounts = {
            account.name.replace(":", "_"): account.pk for account in Account.objects.filter(kind="platform")
        }
        self.accounts["wallets"] = next_id(Account) - people.first_driver
        """The id of a user's wallet is this plus the user's id."""
        # Opening balances first, then bookings, then withdrawals.
        self.first_entry = next_id(JournalEntry)
        wanted = people.end - people.first_driver
        self.first_of_bookings = self.first_entry + wanted
        self.first_of_withdrawals = self.first_of_bookings + bookings.count * ENTRIES
        self.posting_base = next_id(Posting) - self.first_entry * LEGS
        self.settled = (
            f"SELECT * FROM bookings_booking WHERE id >= {bookings.first} AND id < {bookings.end}"
            " AND settled_at IS NOT NULL"
        )

    def write(self) -> Iterator[str]:
        """Insert the rows and report progress."""
        self._withdrawals()
        run(
            "CREATE TEMP TABLE legs (id bigint, entry_id bigint, account_id bigint, amount numeric, "
            "at timestamptz) ON COMMIT DROP"
        )
        run("SET LOCAL work_mem = '128MB'")
        self._legs()
        with without_indexes(JournalEntry, Posting, Attempt):
            self._openings()
            yield "entries ..."
            self._entries()
            yield "postings ..."
            self._post()
            self._attempts()
            yield "their indexes ..."
        for model in (Account, JournalEntry, Posting, Withdrawal, PayoutBatch, Attempt):
            count_on(model)
        yield "daily earnings ..."
        self._daily()
        run("SELECT bookings_close_days()")
        run("SELECT bookings_rebuild_months()")

    def _withdrawals(self) -> None:
        """Insert withdrawals of the last four months; most are paid, in bank files or singly."""
        people = self.people
        count = people.drivers * WITHDRAWALS_A_DRIVER
        self.first_withdrawal, first_batch = next_id(Withdrawal), next_id(PayoutBatch)
        batches = max(1, count // PER_BATCH)
        admin = f"{people.first} + n % {people.admins}"
        insert(
            PayoutBatch,
            {
                "id": f"{first_batch} + n",
                "created_by_id": admin,
                "created_at": f"now() - interval '120 days' * ({batches} - n) / {batches}",
            },
            f"SELECT generate_series(0, {batches - 1}) n",
        )
        insert(
            Withdrawal,
            {
                "id": f"{self.first_withdrawal} + n",
                "user_id": "user_id",
                "amount": "20 + n * 7919 % 8000 / 100.0",
                "reference": "'0' || lpad((n + " + str(self.first_withdrawal) + ")::text, 12, '0')",
                "name": "owner",
                "bank_name": "bank_name",
                "bank_code": "bank_code",
                "bank_account": "bank_account",
                "state": "state",
                "requested_at": "at",
                "process_date": "CASE WHEN state = 'processed' THEN at::date + 1 END",
                "decided_at": "CASE WHEN state <> 'requested' THEN at + interval '1 hour' END",
                "decided_by_id": f"CASE WHEN state <> 'requested' THEN {admin} END",
                "reason": "CASE WHEN state = 'rejected' THEN 'The account is closed.' ELSE '' END",
                "batch_id": f"CASE WHEN state = 'processed' AND n % 3 > 0"
                f" THEN {first_batch} + n / {PER_BATCH} % {batches} END",
            },
            f"""
                SELECT n, u.id AS user_id, u.first_name || ' ' || u.last_name AS owner,
                    u.bank_name, u.bank_code, u.bank_account,
                    CASE WHEN n > {count} * 0.95 THEN 'requested' WHEN n % 12 = 5 THEN 'rejected'
                    ELSE 'processed' END AS state,
                    now() - interval '2 hours' - interval '120 days' * ({count} - n) / {count} AS at
                FROM generate_series(0, {count - 1}) n
                JOIN accounts_user u ON u.id = {people.first_driver} + n * 17 % {people.drivers}
            """,
        )

    def _legs(self) -> None:
        moves = MOVES.format(**self.accounts)
        run(f"""
            INSERT INTO legs
            SELECT {self.posting_base} + entry * {LEGS} + place, entry, account, amount, at
            FROM (
                SELECT {self.first_of_bookings} + (b.id - {self.bookings.first}) * {ENTRIES} + k AS entry,
                    place, account, amount, settled_at AS at
                FROM ({self.settled}) b
                CROSS JOIN LATERAL (VALUES {moves}) AS legs (k, place, account, amount)
                WHERE amount <> 0 AND (status <> 'CANCELLED' OR k = 6)
            ) facts
        """)
        run(
            f"""
            INSERT INTO legs
            SELECT {self.posting_base} + entry * {LEGS} + place, entry, account, amount, at
            FROM (
                SELECT {self.first_of_withdrawals} + (w.id - {self.first_withdrawal}) * 2 + k AS entry, place,
                    account, amount * sign AS amount,
                    CASE k WHEN 0 THEN requested_at ELSE decided_at END AS at
                FROM wallet_withdrawal w
                CROSS JOIN LATERAL (VALUES
                    (0, 0, {{wallets}} + user_id, -1, true), (0, 1, {{withdrawals_pending}}, 1, true),
                    (1, 0, {{withdrawals_pending}}, -1, state <> 'requested'),
                    (1, 1, {{bank}}, 1, state = 'processed'),
                    (1, 1, {{wallets}} + user_id, 1, state = 'rejected')
                ) AS legs (k, place, account, sign, wanted)
                WHERE w.id >= {self.first_withdrawal} AND wanted
            ) facts
        """.format(**self.accounts)
        )

    def _openings(self) -> None:
        """Give users slightly more than they will spend; half of the riders topped up."""
        first = f"SELECT min(created_at) FROM bookings_booking WHERE id >= {self.bookings.first}"
        run(f"""
            CREATE TEMP TABLE openings ON COMMIT DROP AS
            SELECT u.id AS user_id, {self.first_entry} + u.id - {self.people.first_driver} AS entry_id,
                coalesce(spent.amount, 0) + 10 + u.id % 90 AS amount,
                u.user_type = 'rider' AND u.id % 2 = 0 AS topped_up,
                ({first}) - interval '2 days' AS at
            FROM accounts_user u
            LEFT JOIN (SELECT account_id, -sum(amount) AS amount FROM legs WHERE amount < 0 GROUP BY 1) spent
                ON spent.account_id = {self.accounts["wallets"]} + u.id
            WHERE u.id >= {self.people.first_driver} AND u.id < {self.people.end}
        """)
        run(
            f"""
            INSERT INTO legs
            SELECT {self.posting_base} + entry_id * {LEGS} + place, entry_id, account, amount * sign, at
            FROM openings CROSS JOIN LATERAL (VALUES
                (0, CASE WHEN topped_up THEN {{gateway_test}} ELSE {{adjustments}} END, -1),
                (1, {{wallets}} + user_id, 1)
            ) AS legs (place, account, sign)
        """.format(**self.accounts)
        )

    def _entries(self) -> None:
        insert(
            JournalEntry,
            {
                "id": "entry_id",
                "key": f"CASE WHEN topped_up THEN 'payment:' || {REF} ELSE 'admin_credit:s:' || user_id END",
                "kind": "CASE WHEN topped_up THEN 'top_up' ELSE 'admin_credit' END",
                "reference": "'wallet-' || user_id || '-0'",
                "created_at": "at",
                "created_by_id": f"CASE WHEN NOT topped_up THEN {self.people.first} END",
            },
            "SELECT * FROM openings",
        )
        insert(
            JournalEntry,
            {
                "id": f"{self.first_of_bookings} + (id - {self.bookings.first}) * {ENTRIES} + k",
                "key": "format('booking:%s:%s', id, kind)",
                "kind": "kind",
                "booking_id": "id",
                "reference": "reference",
                "created_at": "settled_at",
            },
            f"""
                SELECT b.*, k, kind FROM ({self.settled}) b
                CROSS JOIN LATERAL (VALUES {FACTS}) AS facts (k, kind, moved)
                WHERE moved <> 0 AND (status <> 'CANCELLED' OR k = 6)
            """,
        )
        insert(
            JournalEntry,
            {
                "id": f"{self.first_of_withdrawals} + (id - {self.first_withdrawal}) * 2 + k",
                "key": "format('withdrawal:%s%s', reference, CASE k WHEN 1 THEN ':' || state ELSE '' END)",
                "kind": "CASE WHEN k = 0 THEN 'withdrawal' WHEN state = 'processed' THEN 'withdrawal_paid'"
                " ELSE 'withdrawal_rejected' END",
                "reference": "reference",
                "created_at": "CASE k WHEN 0 THEN requested_at ELSE decided_at END",
                "created_by_id": "CASE k WHEN 1 THEN decided_by_id END",
            },
            f"""
                SELECT w.*, k FROM wallet_withdrawal w, generate_series(0, 1) k
                WHERE w.id >= {self.first_withdrawal} AND (k = 0 OR state <> 'requested')
            """,
        )

    def _post(self) -> None:
        wallets, people = self.accounts["wallets"], self.people
        run(f"""
            INSERT INTO wallet_account (id, kind, user_id, name, balance) OVERRIDING SYSTEM VALUE
            SELECT {wallets} + user_id, 'user', user_id, '', (SELECT 0.0) FROM openings
        """)
        run(f"""
            INSERT INTO wallet_posting (id, entry_id, account_id, amount, balance_after, created_at)
            OVERRIDING SYSTEM VALUE
            SELECT * FROM (
                SELECT id, entry_id, account_id, amount,
                    sum(amount) OVER (PARTITION BY account_id ORDER BY id), at
                FROM legs WHERE account_id >= {wallets + people.first_driver}
                UNION ALL
                SELECT id, entry_id, account_id, amount, NULL, at
                FROM legs WHERE account_id < {wallets + people.first_driver}
            ) postings ORDER BY id
        """)
        run(f"""
            UPDATE wallet_account a SET balance = held.amount
            FROM (SELECT account_id, sum(amount) AS amount FROM legs GROUP BY 1) held
            WHERE a.id = held.account_id AND a.id >= {wallets + people.first_driver}
        """)

    def _attempts(self) -> None:
        first = next_id(Attempt)
        same = {
            "provider": "'test'",
            "live": "false",
            "currency": "(SELECT code FROM core_platformsettings)",
            "state": "'paid'",
            "created_at": "at - interval '1 minute'",
            "updated_at": "at",
            "expires_at": "at + interval '1 hour'",
            "paid_at": "at",
        }
        insert(
            Attempt,
            same
            | {
                "id": f"{first} + user_id - {self.people.first_rider}",
                "ref": REF,
                "user_id": "user_id",
                "purpose": "'top_up'",
                "reference": "'wallet-' || user_id || '-0'",
                "amount": "amount",
                "payment_id": "'scale-t' || user_id",
                "credited_to": "'wallet'",
            },
            "SELECT * FROM openings WHERE topped_up",
        )
        insert(
            Attempt,
            same
            | {
                "id": f"{first} + {self.people.riders} + id - {self.bookings.first}",
                "ref": "'b' || lpad(id::text, 23, 'x')",
                "user_id": "customer_id",
                "purpose": "'booking'",
                "booking_id": "id",
                "reference": "reference",
                "amount": "card_payment_amount",
                "payment_id": "'scale-b' || id",
                "credited_to": "'booking'",
            },
            f"SELECT *, settled_at AS at FROM ({self.settled}) b WHERE card_payment_amount > 0",
        )

    def _daily(self) -> None:
        """Insert the totals that the trigger would have counted per booking."""
        paid = "CASE WHEN status <> 'CANCELLED' THEN {} ELSE 0 END"
        sums = ("trip_cost", "driver_share", "convenience_fees", "discount")
        insert(
            DailyEarnings,
            {
                name: name
                for name in (
                    "day",
                    "driver_id",
                    "fleet_admin_id",
                    "vehicle_number",
                    "rides",
                    *sums,
                    "cancellation_fees",
                )
            },
            f"""
                SELECT (settled_at AT TIME ZONE zone.name)::date AS day,
                    driver_id, fleet_admin_id, max(vehicle_number) AS vehicle_number,
                    count(*) FILTER (WHERE status <> 'CANCELLED') AS rides,
                    {", ".join(f"sum({paid.format(name)}) AS {name}" for name in sums)},
                    sum(cancellation_fee) AS cancellation_fees
                FROM ({self.settled}) b, bookings_earnings_zone() AS zone (name)
                GROUP BY 1, 2, 3
            """,
        )
