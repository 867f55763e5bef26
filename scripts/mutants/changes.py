"""Finds what a mutation changed in a file."""

from __future__ import annotations

from difflib import SequenceMatcher

from scripts.mutants.mutant import Change


def change_between(file: str, original: str, mutated: str, name: str) -> Change:
    """Return the changed lines and the number of the first of them."""
    old, new = original.splitlines(), mutated.splitlines()
    blocks = [
        block for block in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes() if block[0] != "equal"
    ]
    if not blocks:
        raise ValueError(f"{name} changed nothing in {file}")
    start, end = blocks[0][1], blocks[-1][2]
    new_start, new_end = blocks[0][3], blocks[-1][4]
    return Change(file, start + 1, _plain(old[start:end]), _plain(new[new_start:new_end]), name)


def _plain(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines)
