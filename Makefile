PY ?= python

.PHONY: check lint types walls test frames bench rulebooks mutants truth

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

# Ten thousand random frames a game, other ones each time (the gate plays the same ones in every run).
frames:
	FRESH_FRAMES=1 $(PY) -m pytest -q tests/frames

rulebooks:
	$(PY) -m tracker.app.rulebooks docs/rules

# The clips to measure by (models/training/truth), strokes by pooltool. TRUTH_ARGS="--count 6 --held-out" for less;
# all take about 25 minutes on two free cores (reckoned from a part).
# pooltool 0.6.0 wants a build of panda3d that is not published; it needs none of it to play a stroke, so its
# own requirements are put in by hand (models/training/truth/engine.txt) and it without them. It writes to HOME.
TRUTH ?= runs/truth
ENGINE ?= runs/engine

truth: $(ENGINE)/ready
	HOME=$(abspath $(ENGINE)) $(ENGINE)/bin/python -m models.training.truth --out $(TRUTH) $(TRUTH_ARGS)

$(ENGINE)/ready: models/training/truth/engine.txt
	$(PY) -m venv $(ENGINE)
	$(ENGINE)/bin/python -m pip install -r $<
	$(ENGINE)/bin/python -m pip install --no-deps pooltool-billiards==0.6.0
	touch $@

# Not in the gate: takes hours; Ctrl-C ends it with what it has. mutmut is not in the extras: pip install mutmut
mutants:
	$(PY) -m mutmut run 'tracker.rules.table.*'
	$(PY) bench/mutants.py
