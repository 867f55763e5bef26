from apps.fares.models.car_type import CarType

__all__ = ["CarType"]
