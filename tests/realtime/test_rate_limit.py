"""How fast a client may talk."""

from apps.realtime.sockets.rate_limit import BURST, MAX_REFUSED, PER_SECOND, FrameLimit


def test_a_burst_is_allowed_and_then_a_steady_rate() -> None:
    pace = FrameLimit()
    assert sum(pace.allows(100.0) for _ in range(BURST + 50)) == BURST
    assert sum(pace.allows(101.0) for _ in range(BURST)) == PER_SECOND


def test_who_never_stops_is_told_from_who_stumbles() -> None:
    pace = FrameLimit()
    for _ in range(BURST + MAX_REFUSED):
        pace.allows(100.0)
    assert not pace.is_abused
    pace.allows(100.0)
    assert pace.is_abused
