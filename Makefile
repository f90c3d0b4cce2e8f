PY ?= python

.PHONY: check lint types walls test bench rulebooks mutants

check: lint types walls test

lint:
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types:
	$(PY) -m mypy

walls:
	lint-imports

test:
	$(PY) -m pytest

rulebooks:
	$(PY) -m tracker.app.rulebooks docs/rules

# Not in the gate: takes hours; stop it at any time, it goes on where it was. mutmut is not in the extras: pip install mutmut
mutants:
	$(PY) -m mutmut run
	$(PY) bench/mutants.py
