"""CPU seconds and memory of process trees, as Linux counts them."""

import os
import resource
from collections.abc import Mapping
from pathlib import Path

PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 2**20
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def cpu_of_tree(pid: int) -> float:
    """Return user and system seconds of a process, its living descendants, and those that it waited for."""
    total = 0.0
    for member in [pid, *_descendants(pid)]:
        fields = _stat(member)
        if fields:
            # utime, stime, cutime, cstime: proc(5), counted from after the name.
            total += sum(int(ticks) for ticks in fields[11:15]) / TICKS_A_SECOND
    return total


def thread_times(pid: int) -> dict[str, int]:
    """Return the CPU time in ns of each living thread of a process and its descendants, which ticks are too
    coarse for.
    """
    times = {}
    for member in [pid, *_descendants(pid)]:
        for thread in Path(f"/proc/{member}/task").glob("*"):
            try:
                times[thread.name] = int((thread / "schedstat").read_text().split()[0])
            except OSError:
                continue
    return times


def spent_between(before: Mapping[str, int], after: Mapping[str, int]) -> float:
    """Return the CPU seconds between two `thread_times` of the threads that are still alive."""
    return sum(time - before.get(thread, 0) for thread, time in after.items()) / 1e9


def memory_of_tree(pid: int) -> float:
    """Return the resident MB of a process and its living descendants."""
    return sum(_pages(member) for member in [pid, *_descendants(pid)]) * PAGE_MB


def _pages(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0


def own_cpu() -> float:
    """Return user and system seconds of this process, all its threads."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _descendants(pid: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        fields = _stat(int(entry.name)) if entry.name.isdigit() else []
        if fields:
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found: list[int] = []
    waiting = list(parents.get(pid, ()))
    while waiting:
        member = waiting.pop()
        found.append(member)
        waiting.extend(parents.get(member, ()))
    return found
