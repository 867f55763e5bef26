"""Estimates of riders and visitors ahead of Django; EstimatesView is the reference."""

from typing import Any

from apps.accounts.login.rider_sessions import RiderSession, rider_session
from apps.core.http.json_limits import require_bounded
from apps.core.http.quick.replies import Passed, QuickRequest
from apps.core.monitoring import log_context
from apps.core.rate_limits.rate_limit import consume
from apps.core.rate_limits.throttles import address_caller, limit_of, user_caller
from apps.core.reused_serializers import validated
from apps.core.validation.numbers import load_exact_json
from apps.fares.estimates.reply import estimate_reply
from apps.fares.estimates.shown import estimate_for
from apps.fares.serializers import EstimateQuerySerializer
from apps.geo.positions.nearest import NotProvided


def quick_estimate(request: QuickRequest) -> dict[str, Any]:
    """Return an estimate as EstimatesView does; the query for the drivers checks the login."""
    session = _session(request)
    text = request.body.decode()
    require_bounded(text)
    query = validated(EstimateQuerySerializer, load_exact_json(text))
    caller = address_caller(request.address) if session is None else user_caller(session.user_id)
    result = consume([limit_of("estimates", caller)])
    if not result.allowed:
        raise Passed
    try:
        estimated = estimate_for(
            query,
            user_id=None if session is None else session.user_id,
            provided=None if session is None else session.still_lasts(),
        )
    except BaseException as error:
        # Django counts the request.
        result.release()
        if isinstance(error, NotProvided):
            raise Passed from error
        raise
    if session is not None:
        log_context.bind(user_id=session.user_id)
    return estimate_reply(estimated)


def _session(request: QuickRequest) -> RiderSession | None:
    """Return the session; None for a visitor. Raises Passed."""
    if request.authorization is None:
        return None
    session = rider_session(request.authorization)
    if session is None:
        raise Passed
    return session
