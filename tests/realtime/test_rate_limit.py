"""The rate limit of client frames."""

from apps.realtime.sockets.rate_limit import BURST, MAX_REFUSED, PER_SECOND, FrameLimit


def test_burst_is_allowed_and_then_a_steady_rate() -> None:
    limit = FrameLimit()
    assert sum(limit.allows(100.0) for _ in range(BURST + 50)) == BURST
    assert sum(limit.allows(101.0) for _ in range(BURST)) == PER_SECOND


def test_continuous_abuse_is_recognised() -> None:
    limit = FrameLimit()
    for _ in range(BURST + MAX_REFUSED):
        limit.allows(100.0)
    assert not limit.is_abused
    limit.allows(100.0)
    assert limit.is_abused
