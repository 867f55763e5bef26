"""Visits to addresses, as a trip's end counts them."""

from django.db import connection, transaction

from apps.accounts.models import SavedAddress, User
from apps.accounts.services.addresses import visited_address


@transaction.atomic
def visit(user: User, lat: float, lng: float, *, description: str) -> SavedAddress:
    """Count a visit in one statement and return the address."""
    before = dict(SavedAddress.objects.filter(user=user).values_list("pk", "count"))
    *first, last = visited_address(user_id=user.pk, lat=lat, lng=lng, description=description)
    named = ", ".join(f"{part.name} AS ({part.statement})" for part in first)
    params = [value for part in (*first, last) for value in part.params]
    with connection.cursor() as cursor:
        cursor.execute(f"WITH {named} {last.statement}", params)
    (address,) = [
        address
        for address in SavedAddress.objects.filter(user=user)
        if before.get(address.pk) != address.count
    ]
    return address
