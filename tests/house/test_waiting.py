"""Tests of pages wait for what they say: Playwright's own wait for a function is taken by none of them.

`wait_for_function` takes a promise for true, and a string that is not true at once for a breach of the pages' policy
(it is evaluated anew within the page): such a test passes or fails by luck.
"""

from pathlib import Path

TESTS = Path(__file__).parents[1]
CALL = "." + "wait_for_function("


def test_no_test_waits_by_what_takes_a_promise_for_true() -> None:
    assert [path.name for path in TESTS.rglob("*.py") if CALL in path.read_text("utf-8")] == []
