"""Other benchmark rows: promos, audit entries, notifications, chats and SOS alerts."""

from apps.backoffice.scale.bookings import Bookings
from apps.backoffice.scale.people import People
from apps.backoffice.scale.rows import insert, next_id
from apps.bookings.models import SosAlert
from apps.chat.models import ChatMessage
from apps.core.models import AuditEntry
from apps.fares.models import Promo
from apps.notifications.models import InboxMessage

PROMOS = 200
ALARMS = 10
BOOKINGS_AN_AUDIT_ENTRY = 5
NOTICES_A_RIDER = 2
CHATS = 2000
LINES = 5


def make_admin_data(people: People, bookings: Bookings, *, days: int) -> None:
    first_promo = next_id(Promo)
    insert(
        Promo,
        {
            "promo_name": "'SCALE' || n",
            "promo_description": "'A tenth off, number ' || n",
            "promo_discount_type": "'percentage'",
            "promo_discount_value": "10",
            "promo_validity": "current_date + (n % 60)::int - 20",
            "promo_usage_limit": "1000",
        },
        f"SELECT generate_series({first_promo}::bigint, {first_promo + PROMOS - 1}) n",
    )
    insert(AuditEntry, AUDIT, _changes(people, bookings.count // BOOKINGS_AN_AUDIT_ENTRY, days))
    insert(
        InboxMessage,
        {
            "user_id": f"{people.first_rider} + n % {people.riders}",
            "key": "'scale:' || n",
            "occasion": "'completed_please_pay'",
            "title": "'Your trip'",
            "msg": "'Your trip number ' || n || ' has ended.'",
            "screen": "'BookedCab'",
            "created_at": "at",
            "read_at": "CASE WHEN n % 3 > 0 THEN at + interval '1 hour' END",
        },
        _times(people.riders * NOTICES_A_RIDER, days),
    )
    insert(
        ChatMessage,
        {
            "booking_id": "id",
            "driver_id": "driver_id",
            "source": "CASE line % 2 WHEN 0 THEN 'rider' ELSE 'driver' END",
            "message": "'Line ' || line",
            "client_id": "'scale-' || line",
            "created_at": "accepted_at + interval '10 seconds' * line",
            "delivered_at": "accepted_at + interval '10 seconds' * line",
            "read_at": "accepted_at + interval '15 seconds' * line",
        },
        f"""
            SELECT b.*, line FROM (
                SELECT id, driver_id, accepted_at FROM bookings_booking
                WHERE id >= {bookings.first} AND driver_id IS NOT NULL ORDER BY id DESC LIMIT {CHATS}
            ) b, generate_series(1, {LINES}) line
        """,
    )
    insert(
        SosAlert,
        {"booking_id": "id", "by_id": "customer_id", "lat": "pickup_lat", "lng": "pickup_lng"},
        "SELECT * FROM bookings_booking WHERE status IN ('STARTED', 'REACHED')"
        f" AND id >= {bookings.first} ORDER BY id DESC LIMIT {ALARMS}",
    )


AUDIT = {
    "at": "at",
    "actor_id": "actor",
    "actor_name": "actor_name",
    "action": "(ARRAY['changed', 'changed', 'changed', 'added', 'deleted', 'approved'])[1 + n % 6]",
    "kind": "kind",
    "target_id": "target",
    "label": "kind || ' ' || target",
    "before": "jsonb_build_object('approved', false)",
    "after": "jsonb_build_object('approved', true)",
}


def _changes(people: People, count: int, days: int) -> str:
    """Generate changes by all admins, mostly to users."""
    kinds = "ARRAY['user', 'user', 'user', 'booking', 'withdrawal', 'promo', 'settings', 'car_type']"
    return f"""
        SELECT t.*, u.id AS actor, u.first_name || ' ' || u.last_name AS actor_name,
            ({kinds})[1 + n / 7 % 8] AS kind,
            {people.first} + n * 7919 % {people.end - people.first} AS target
        FROM ({_times(count, days)}) t JOIN accounts_user u ON u.id = {people.first} + n % {people.admins}
        ORDER BY n
    """


def _times(count: int, days: int) -> str:
    return (
        f"SELECT n, now() - interval '{days} days' * ({count} - n) / {count} AS at "
        f"FROM generate_series(0::bigint, {count - 1}) n"
    )
