"""Shards of the outbox: which relay delivers which topics.

A topic belongs to one of eight slots by its hash, and slot s to shard s modulo the number of shards. A relay
holds an advisory lock for each slot of its shards, so relays with different numbers of shards exclude each
other too. A row names the slots of its topics as bits; writers split the events of a transaction into a row
for each shard.
"""

import zlib
from typing import Final

from django.conf import settings

from apps.core.postgres import Connection

SLOTS: Final = 8
ALL_SLOTS: Final = (1 << SLOTS) - 1
"""The bits of all slots: the default of rows, with which one relay delivers everything."""

LEADER_LOCK: Final = 0x48414E534F4D
"""Held exclusively by a relay without shards, of an earlier release, and shared by all relays with shards."""
MEMBER_LOCK: Final = 0x52454C59
"""Held shared by each relay, with its number of shards as the second half of the key."""
SLOT_LOCK: Final = 0x534C4F54
"""Held by the relay that delivers a slot, with the slot as the second half of the key."""

# A lock of two 32-bit keys has objsubid 2. Relays with another number of shards are not counted, because they
# may not be able to take what this one leaves.
MEMBERS: Final = """
SELECT pid, pid = pg_backend_pid(), count(*) FILTER (WHERE classid::bigint = %(slot)s)
FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
    AND classid::bigint IN (%(member)s, %(slot)s)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
GROUP BY pid HAVING bool_or(classid::bigint = %(member)s AND objid::bigint = %(shards)s)
"""
TAKE: Final = "SELECT slot FROM unnest(%s::int[]) AS slot WHERE pg_try_advisory_lock(%s, slot)"
JOB_IS_OURS: Final = f"(1 << (id & {SLOTS - 1})::int) & %(bits)s::smallint <> 0"
"""Jobs have no topic; their ids spread them over the slots."""
LEAVE: Final = "SELECT pg_advisory_unlock(%s, slot) FROM unnest(%s::int[]) AS slot"


def slot_of(topic: str) -> int:
    """Return the slot of a topic; the same in each process and release."""
    return zlib.crc32(topic.encode()) % SLOTS


def slots_of(shard: int, shards: int) -> list[int]:
    return list(range(shard, SLOTS, shards))


def bits_of(shard: int, shards: int) -> int:
    """Return the slots of a shard as bits."""
    return sum(1 << slot for slot in slots_of(shard, shards))


class ShardLocks:
    """The shards that this process delivers; its locks belong to one connection.

    Each process computes from the same list of locks how many shards it should hold, so all agree within a
    second without a coordinator.
    """

    def __init__(self, shards: int | None = None) -> None:
        self.shards: int = shards or settings.RELAY_SHARDS
        self.held: set[int] = set()

    @property
    def bits(self) -> int:
        return sum(bits_of(shard, self.shards) for shard in self.held)

    async def join(self, connection: Connection) -> None:
        """Wait until no relay without shards delivers, and be counted from then on."""
        await connection.execute("SELECT pg_advisory_lock_shared(%s)", [LEADER_LOCK])
        await connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", [MEMBER_LOCK, self.shards])

    async def share(self, connection: Connection) -> int:
        """Return how many shards this process should hold."""
        values = {"member": MEMBER_LOCK, "slot": SLOT_LOCK, "shards": self.shards}
        members = await (await connection.execute(MEMBERS, values)).fetchall()
        # Those with more shards retain more, so no shard moves without need.
        members.sort(key=lambda member: (-member[2], member[0]))
        rank = next(rank for rank, (_, is_self, _) in enumerate(members) if is_self)
        return self.shards // len(members) + (rank < self.shards % len(members))

    async def take(self, connection: Connection, *, share: int) -> bool:
        """Take free shards until the share is held; returns whether there was one."""
        before = len(self.held)
        for shard in range(self.shards):
            if len(self.held) >= share:
                break
            if shard not in self.held and await self._take(connection, shard):
                self.held.add(shard)
        return len(self.held) > before

    async def leave(self, connection: Connection, shards: set[int]) -> None:
        """Release shards for other processes."""
        slots = [slot for shard in shards for slot in slots_of(shard, self.shards)]
        await connection.execute(LEAVE, [SLOT_LOCK, slots])

    async def _take(self, connection: Connection, shard: int) -> bool:
        """Take all slots of a shard or none; another number of shards divides them differently."""
        slots = slots_of(shard, self.shards)
        taken = [row[0] for row in await (await connection.execute(TAKE, [slots, SLOT_LOCK])).fetchall()]
        if len(taken) < len(slots):
            if taken:
                await connection.execute(LEAVE, [SLOT_LOCK, taken])
            return False
        return True
