"""Every proof of `make prove` names a test of the soak suite that takes its size."""

import ast

import pytest

from scripts.bootstrap import ROOT
from scripts.proofs import PROOFS, Proof


@pytest.mark.parametrize("proof", PROOFS.values(), ids=PROOFS)
def test_proof_is_a_soak_test_with_a_size(proof: Proof) -> None:
    path, _, name = proof.test.partition("::")
    source = (ROOT / path).read_text()
    assert "pytest.mark.soak" in source
    tests = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith(name or "test_")
    ]
    assert [[one.arg for one in test.args.args][-1] for test in tests] == ["proof"]
