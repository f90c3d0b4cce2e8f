PY ?= python

.PHONY: check lint types walls test bench rulebooks

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
