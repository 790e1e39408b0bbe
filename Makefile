# privtool. `make demo` and `make test` set up what is missing.

PYTHON ?= python3
# Where the virtual environments live: one for each lock, outside the checkout when asked, so that
# a fresh clone with the same lock starts at once.
VENV_CACHE ?=
LOCK_KEY := $(shell cat pyproject.toml requirements.lock | sha256sum | cut -c1-16)
BIN := .venv/bin

# For `make fuzz` and `make chaos`: where to begin, and for how long.
SEED ?= 1
SECONDS ?= 300

# For `make gpu`: the device, full or tiny, where results go, and wheels for a machine without
# network; for `make gpu-wheels`: the version of Python and the processor of that machine.
DEVICE ?= cuda
SIZE ?= full
GPU_OUT ?= build/gpu
WHEELS ?= build/gpu-wheels
GPU_PYTHON ?= $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
GPU_ARCH ?= $(shell uname -m)

.PHONY: help setup demo safe-corpus test test-fast test-transformers5 check fuzz chaos bench figures \
	against gpu gpu-wheels lock clean
.DEFAULT_GOAL := help

help:
	@echo 'make setup      make the virtual environment .venv with what requirements.lock names'
	@echo 'make demo       mask and fill data/sample, show before and after, make a report'
	@echo 'make safe-corpus DATA=manifest.jsonl OUT=folder   put surrogates into recordings, audit them'
	@echo 'make test       run all tests'
	@echo 'make test-fast  run the tests of core, text and stages, in seconds'
	@echo 'make test-transformers5   run the tests of models with transformers 5'
	@echo 'make check      lint and types'
	@echo 'make fuzz       feed commands broken lines and audio, look for leaks; SEED=1 SECONDS=300'
	@echo 'make chaos      kill commands and run them again, make all of their errors; SEED=1 SECONDS=300'
	@echo 'make bench      measure speed side by side with other tools (minutes)'
	@echo 'make figures    write the figures of tools/figures.tsv into the docs; MACHINE=B ONLY=startup'
	@echo 'make against    measure the speed of each command against an older commit; OLD=HEAD~50 SHORT=1'
	@echo 'make gpu        run tests and benchmarks of GPUs; DEVICE=cuda SIZE=full or tiny'
	@echo 'make gpu-wheels collect what make gpu needs on a machine without network; GPU_PYTHON=3.12'
	@echo 'make lock       choose the newest versions that pyproject.toml allows'
	@echo 'make clean      remove what was built'

setup: .venv/$(LOCK_KEY)

.venv/$(LOCK_KEY):
	@PYTHON='$(PYTHON)' VENV_CACHE='$(VENV_CACHE)' LOCK_KEY='$(LOCK_KEY)' sh tools/setup.sh

demo: setup
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh tools/demo.sh

safe-corpus: setup
	@$(MAKE) --no-print-directory -C recipes/safe_corpus DATA='$(abspath $(DATA))' \
		OUT='$(abspath $(or $(OUT),build/safe-corpus))'

test: setup
	$(BIN)/python -m pytest

SLOW := core/test_device.py core/test_parallel.py stages/test_audit_model.py text/test_languages.py \
	text/rules/test_files.py text/surrogates/test_in_languages.py
test-fast: setup
	PRIVTOOL_TESTS=fast $(BIN)/python -m pytest tests/core tests/text tests/stages tests/test_layers.py \
		$(addprefix --ignore tests/,$(SLOW))

test-transformers5:
	@PYTHON='$(PYTHON)' sh tools/test_transformers5.sh

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

fuzz: setup
	$(BIN)/python -m tests.chaos.fuzz --seed $(SEED) --seconds $(SECONDS)
	$(BIN)/python -m tests.chaos.leaks --seed $(SEED) --seconds $(SECONDS)

chaos: setup
	$(BIN)/python -m tests.chaos.kills --seed $(SEED) --seconds $(SECONDS)
	$(BIN)/python -m tests.chaos.ray_kills --seed $(SEED)
	$(BIN)/python -m tests.chaos.messages --seed $(SEED) --seconds $(SECONDS)

against: setup
	@sh tools/against.sh $(BIN)/python '$(OLD)' $(if $(SHORT),--short)

figures: setup
	$(BIN)/python tools/figures.py --machine '$(or $(MACHINE),this machine)' $(ONLY)

bench: setup
	$(BIN)/python -m benchmarks

# Where there is neither .venv nor wheels, .venv is made.
gpu:
	@[ -x $(BIN)/python ] || ls $(WHEELS)/*.whl >/dev/null 2>&1 || $(MAKE) --no-print-directory setup
	@PYTHON='$(PYTHON)' WHEELS='$(WHEELS)' sh tools/gpu.sh --device $(DEVICE) --size $(SIZE) \
		--seed $(SEED) --out $(GPU_OUT)

gpu-wheels:
	@PYTHON='$(PYTHON)' GPU_PYTHON='$(GPU_PYTHON)' GPU_ARCH='$(GPU_ARCH)' WHEELS='$(WHEELS)' \
		sh tools/gpu_wheels.sh

lock: setup
	$(BIN)/pip install -q uv
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.10 --extra dev pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.10 --extra dev pyproject.toml \
		--override tools/transformers5.txt -o requirements-transformers5.lock

clean:
	rm -rf .venv build dist runs .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
