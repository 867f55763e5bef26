"""Cases: lost property, complaints and questions of riders and drivers, answered by staff."""
