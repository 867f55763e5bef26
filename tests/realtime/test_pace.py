"""How fast a client may talk."""

from apps.realtime.pace import A_SECOND, AT_ONCE, PATIENCE, Pace


def test_a_burst_is_allowed_and_then_a_steady_rate() -> None:
    pace = Pace()
    assert sum(pace.allows(100.0) for _ in range(AT_ONCE + 50)) == AT_ONCE
    assert sum(pace.allows(101.0) for _ in range(AT_ONCE)) == A_SECOND


def test_who_never_stops_is_told_from_who_stumbles() -> None:
    pace = Pace()
    for _ in range(AT_ONCE + PATIENCE):
        pace.allows(100.0)
    assert not pace.is_abused
    pace.allows(100.0)
    assert pace.is_abused
