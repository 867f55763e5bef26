"""Random play over the REST API: `machine` plays, `checks` holds the rules, `replay` only listens."""
