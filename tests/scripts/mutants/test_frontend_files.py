"""The front end's logic is drawn by line, and each file gets the tests nearest to it."""

from scripts.bootstrap import ROOT
from scripts.mutants.frontend_files import draw_lines, importers, logic_files, nearest_tests
from scripts.mutants.worker import tracked_files

CODE = """\
import { a } from "./a";

// A comment.
export interface Shape {
  size: number;
}
const limit = 3;
export function f() {
  return limit;
}
"""

SOURCES = {
    "src/api/money.ts": "export const cents = 100;",
    "src/api/money.test.ts": 'import { cents } from "./money";',
    "src/ui/price.tsx": 'import { cents } from "@/api/money";',
    "src/ui/price.test.tsx": 'import { Price } from "./price";',
    "src/features/trip/pay.tsx": 'const Price = lazy(() => import("../../ui/price.tsx"));',
    "src/features/trip/pay.test.tsx": 'import { Pay } from "./pay";',
    "src/api/other.test.ts": 'import { other } from "./other";',
}


def test_logic_is_code_without_markup_tests_and_generated_files() -> None:
    assert logic_files(
        [
            "src/api/money.ts",
            "src/api/money.test.ts",
            "src/api/schema.d.ts",
            "src/api/settings-form.ts",
            "src/i18n/de-first.ts",
            "src/i18n/format.ts",
            "src/map/palette.ts",
            "src/service-worker.ts",
            "src/testing/fake-push.ts",
            "src/ui/money.tsx",
            "vite.config.ts",
        ]
    ) == ["src/api/money.ts", "src/i18n/format.ts"]


def test_checkout_has_logic_in_every_part() -> None:
    tracked = [path.removeprefix("frontend/") for path in tracked_files()]
    parts = {path.split("/")[1] for path in logic_files(tracked)}
    assert {"api", "features", "i18n", "map", "realtime", "ui", "worker"} <= parts


def test_only_lines_with_code_are_drawn_and_a_seed_draws_the_same() -> None:
    drawn = draw_lines({"src/a.ts": CODE}, 100, seed=1)
    assert [CODE.splitlines()[line - 1].strip() for _, line in drawn] == [
        "size: number;",
        "const limit = 3;",
        "export function f() {",
        "return limit;",
    ]
    assert draw_lines({"src/a.ts": CODE}, 2, seed=5) == draw_lines({"src/a.ts": CODE}, 2, seed=5)
    assert len({tuple(draw_lines({"src/a.ts": CODE}, 2, seed=seed)) for seed in range(20)}) > 1


def test_nearest_tests_come_first_and_unrelated_ones_not_at_all() -> None:
    assert nearest_tests("src/api/money.ts", importers(SOURCES)) == [
        "src/api/money.test.ts",
        "src/ui/price.test.tsx",
        "src/features/trip/pay.test.tsx",
    ]


def test_a_file_that_no_test_reaches_has_none() -> None:
    assert nearest_tests("src/api/unused.ts", importers(SOURCES)) == []


def test_a_file_has_at_most_eight_tests() -> None:
    many = {f"src/a{number}.test.ts": 'import "./a";' for number in range(20)}
    assert len(nearest_tests("src/a.ts", importers({"src/a.ts": "", **many}))) == 8


def test_circular_imports_end() -> None:
    circle = {"src/a.ts": 'import "./b";', "src/b.ts": 'import "./a";', "src/b.test.ts": 'import "./b";'}
    assert nearest_tests("src/a.ts", importers(circle)) == ["src/b.test.ts"]


def test_tool_is_installed_apart_from_the_application() -> None:
    package = (ROOT / "frontend/package.json").read_text()
    assert "stryker" not in package
    assert "tools/mutants" not in package
