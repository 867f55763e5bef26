"""Random bookings over the REST API: `machine` sends requests, `checks` and `replay` verify them."""
