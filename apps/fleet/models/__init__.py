from apps.fleet.models.requirement import Requirement
from apps.fleet.models.shift import Shift, ShiftBreak
from apps.fleet.models.vehicle import Vehicle, VehicleAssignment

__all__ = ["Requirement", "Shift", "ShiftBreak", "Vehicle", "VehicleAssignment"]
