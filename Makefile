PY ?= python

.PHONY: check quick lint types walls test frames bench rulebooks docs pictures mutants truth truth-photoreal drawn-frames simulated lock

check: lint types walls test

# What to run while working: under two minutes on two free cores. All but what is marked slow of the rooms that need no
# picture, each rule case among it; the whole suite (`make test`) and the gate leave nothing out.
QUICK = tests/geometry tests/physics tests/tracking tests/incidents tests/rules tests/match tests/house

quick: lint types walls
	$(PY) -m pytest -n auto --dist worksteal -m "not slow" $(QUICK)

lint:
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types:
	$(PY) -m mypy

walls:
	$(PY) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"

test:
	$(PY) -m pytest -n auto --dist worksteal

# What the gate and an installation take, so that a fresh machine gets what was tested: whatever is newest now, tested.
LOCK ?= runs/lock

lock:
	$(PY) -m venv --clear $(LOCK) && $(LOCK)/bin/python -m pip install -q '.[test]'
	echo "# What was tested: made by \`make lock\`, taken by \`pip install -c constraints.txt\`. For Python" \
	  "$$($(LOCK)/bin/python -c 'import sys; print("%d.%d." % sys.version_info[:2])')" > constraints.txt
	$(LOCK)/bin/python -m pip freeze --exclude cuewatch >> constraints.txt

# Ten thousand random frames a game, other ones each time (the gate plays the same ones in every run).
frames:
	FRESH_FRAMES=1 $(PY) -m pytest -q tests/frames

rulebooks:
	$(PY) -m tracker.cli.rulebooks docs/rules

# The clips to measure by (models/training/truth), strokes by pooltool. TRUTH_ARGS="--count 6 --held-out" for less;
# all 144 take about 40 minutes on two free cores (reckoned from parts).
# pooltool 0.6.0 wants a build of panda3d that is not published; it needs none of it to play a stroke, so its
# own requirements are put in by hand (models/training/truth/engine.txt) and it without them. It writes to HOME.
TRUTH ?= runs/truth
ENGINE ?= runs/engine

truth: $(ENGINE)/ready
	HOME=$(abspath $(ENGINE)) $(ENGINE)/bin/python -m models.training.truth --out $(TRUTH) $(TRUTH_ARGS)

# Eight of their strokes again as Blender's Cycles sees them, beside our painter's, for bench.photoreal.
# PHOTOREAL_ARGS="--count" says how many pictures that is; seven of the eight took 27 minutes on two cores that others
# kept busy. bpy 5.0.1 is for Python 3.11; it runs
# with a newer numpy than it asks for, but for its sound, about which it complains at the start.
STUDIO ?= runs/studio

truth-photoreal: $(STUDIO)/ready
	HOME=$(abspath $(STUDIO)) $(STUDIO)/bin/python -m models.training.truth.photoreal $(PHOTOREAL_ARGS)

# Whole drawn frames, tracked as a user would: about three hours of one core for all 24 (reckoned from two), then kept.
# FRAMES_ARGS="--count 4", "--only overhead", "--again", "--write".
drawn-frames:
	$(PY) -m bench.frames $(FRAMES_ARGS)

# Whole frames of every rulebook as facts, seen by made-up eyes. SIMULATED_ARGS="--frames 180", "--rates 0 1", "--write",
# "--explain six-reds-2024 3" tells one stroke by stroke.
simulated:
	$(PY) -m bench.simulated $(SIMULATED_ARGS)

$(STUDIO)/ready: models/training/truth/engine.txt
	$(PY) -m venv $(STUDIO)
	$(STUDIO)/bin/python -m pip install bpy==5.0.1
	$(STUDIO)/bin/python -m pip install -r $<
	$(STUDIO)/bin/python -m pip install --no-deps pooltool-billiards==0.6.0
	touch $@

$(ENGINE)/ready: models/training/truth/engine.txt
	$(PY) -m venv $(ENGINE)
	$(ENGINE)/bin/python -m pip install -r $<
	$(ENGINE)/bin/python -m pip install --no-deps pooltool-billiards==0.6.0
	touch $@

# docs/ as a site in runs/site: `pip install -e '.[docs]'`. A link that leads nowhere is an error.
docs:
	$(PY) -m mkdocs build --strict

# The pictures of pages that docs/ shows, and the thumbnail of the OGraf package: Playwright and Chromium.
pictures:
	$(PY) -m bench.pictures
	$(PY) -m bench.page_pictures

# Not in the gate: takes hours; Ctrl-C ends it with what it has. mutmut is not in the extras: pip install mutmut
mutants:
	$(PY) -m mutmut run 'tracker.rules.table.*'
	$(PY) bench/mutants.py
