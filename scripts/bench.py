"""`make bench`: runs the benchmarks of tests/bench on separate servers."""

import runpy

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.bench", "requirements-dev.txt", node=False)
    runpy.run_module("tests.bench", run_name="__main__", alter_sys=True)
