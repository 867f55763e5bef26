"""The commands behind the Makefile; standard library only until the virtual environment exists."""
