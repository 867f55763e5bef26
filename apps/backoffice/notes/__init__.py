"""Notes and flags of staff about people and bookings."""
