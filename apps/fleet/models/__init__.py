from apps.fleet.models.demand import PastDemand
from apps.fleet.models.rank import Rank, RankQueueEntry
from apps.fleet.models.requirement import Requirement
from apps.fleet.models.shift import Shift, ShiftBreak
from apps.fleet.models.vehicle import Vehicle, VehicleAssignment

__all__ = [
    "PastDemand",
    "Rank",
    "RankQueueEntry",
    "Requirement",
    "Shift",
    "ShiftBreak",
    "Vehicle",
    "VehicleAssignment",
]
