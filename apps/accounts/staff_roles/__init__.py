"""Staff roles: what an admin may see and change in the back office."""
