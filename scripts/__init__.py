"""The commands behind the Makefile. Python's standard library only until the virtual environment exists."""
