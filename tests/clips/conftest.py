"""What got better is told at the end: the baseline is to be written anew in the same commit."""

import pytest

from bench.samples import REMEDY

BETTER = pytest.StashKey[list[str]]()


@pytest.fixture
def better(request: pytest.FixtureRequest) -> list[str]:
    """Collect sentences about what got better."""
    return request.config.stash.setdefault(BETTER, [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for sentence in config.stash.get(BETTER, []):
        terminalreporter.write_line(f"better than the baseline, {sentence}: keep it with `{REMEDY}`")
