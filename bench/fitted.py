"""The files of parameters that a command fitted (`tracker.domain.parameters`), as it writes them."""

from dataclasses import fields
from datetime import date
from typing import Any


def head(command: str, count: str, about: str) -> list[str]:
    """Return the first lines of a file: how it was made, when, and on how much."""
    return [f"# {about}", f'fitted = "{date.today().isoformat()}"', f'command = "{command}"', count, ""]


def table(name: str, part: Any) -> list[str]:
    """Return the lines of a table: each parameter with its unit and what it means."""
    lines = [f"[{name}]"]
    for one in fields(part):
        value, unit, means = float(f"{getattr(part, one.name):.4g}"), one.metadata["unit"], one.metadata["means"]
        lines.append(f'{one.name} = {{ value = {value}, unit = "{unit}", means = "{means}" }}')
    return [*lines, ""]
