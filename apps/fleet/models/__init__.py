from apps.fleet.models.requirement import Requirement
from apps.fleet.models.vehicle import Vehicle, VehicleAssignment

__all__ = ["Requirement", "Vehicle", "VehicleAssignment"]
