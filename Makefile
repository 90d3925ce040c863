# Two targets do all the set-up: `make run` and `make test`.

SHELL := /bin/bash
PREFIX ?= /usr/local
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# Debian's and Ubuntu's packages: what the programs need, and what the tests need besides.
PACKAGES := libzmq3-dev libyaml-dev libsqlite3-dev libgeographiclib-dev
TEST_PACKAGES := python3 python3-venv
# PyPI's: other people's clients, reference values and validators, for the tests, and what installs the client in Python.
PYTHON_PACKAGES := pyzmq pygeomag geographiclib jsonschema pyubx2 setuptools wheel
# What the examples in other languages need; a JDK and a cargo that are there already will do, wherever they come from.
EXAMPLE_PACKAGES := gcc g++ make cppzmq-dev nlohmann-json3-dev libjeromq-java librust-zmq-dev octave-zeromq libzmq-ffi-perl php-cli php-zmq \
	$(if $(shell command -v javac),,default-jdk-headless) $(if $(shell command -v cargo),,cargo)

# The peers that the benchmarks always run beside the bus.
BENCH_PACKAGES := gcc libc6-dev iproute2 liblcm-dev liblcm-bin cyclonedds-dev cyclonedds-tools nats-server libnats-dev

FORMATTED := Package.swift Sources Plugins Tests Benchmarks/Package.swift Benchmarks/Sources \
	Fuzz/Package.swift Fuzz/Sources Fuzz/Entries

SYSTEM_TESTS = BINNACLE_PYTHON=$(CURDIR)/.venv/bin/python swift test --skip-build --disable-xctest
# What waits for others, and would have to wait for what computes as well if they ran at once.
WAITING := ^(Binnacle|Broker|GPS|Keys|Launch|Magnetometer|Platform|Playback|ZMTP|ZeroMQ)Tests\.
# What computes for long on simulated trips, while others' limits of time would run.
COMPUTING := ^(Fusion|Navigation|Simulation)Tests\.
# What runs compilers of other languages, and would slow down those that measure time.
COMPILING := SystemTests\.(ExampleLanguage|Install|Plugin|PythonClient)
# What puts a load on the bus, and would starve what runs beside it.
HEAVY := SystemTests\.(Fault|Soak)

# Packed relocations spare each program 1 MiB of memory; the C library can read them from 2.36 on.
PACKED := $(if $(shell getconf GNU_LIBC_VERSION | awk '{ split($$2, v, "."); if (v[1] > 2 || v[2] >= 36) print "yes" }'), \
	-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs)
RELEASE := swift build -c release --static-swift-stdlib $(PACKED)
BINARIES = $(shell $(RELEASE) --show-bin-path)

.PHONY: help run build install uninstall test sanitize fuzz bench bench-decoder bench-receivers accuracy constants lint format packages test-packages example-packages \
	python clean

help: ## Lists the targets.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: build ## Installs what is missing, builds, and walks away from a pin and back.
	@$(BINARIES)/binnacle launch --watch Config/demo.yaml

build: packages ## Builds the programs in release mode.
	@$(RELEASE)

# Built as who calls it, installed as root: `make build && sudo make install`.
install: PROGRAMS ?= $(CURDIR)/.build/release
install: ## Installs what was built under PREFIX (/usr/local), below DESTDIR where one is given.
	@programs="$(PROGRAMS)"; \
	if [ ! -x "$$programs/binnacle" ]; then echo "nothing is built yet: run 'make build' first" >&2; exit 1; fi; \
	Packaging/install.sh "$$programs" "$(PREFIX)" "$(DESTDIR)"

uninstall: ## Removes what 'make install' has put there, and nothing else.
	@Packaging/uninstall.sh "$(PREFIX)" "$(DESTDIR)"

test: packages test-packages example-packages python ## Builds and runs all tests.
	swift build --build-tests
	swift test --skip-build --disable-xctest --skip 'SystemTests|$(WAITING)|$(COMPUTING)'
	swift test --skip-build --disable-xctest --filter '$(COMPUTING)'
	swift test --skip-build --disable-xctest --filter '$(WAITING)'
	$(SYSTEM_TESTS) --filter SystemTests --skip '$(HEAVY)|$(COMPILING)'
	$(SYSTEM_TESTS) --filter '$(COMPILING)'
	$(SYSTEM_TESTS) --filter '$(HEAVY)' --no-parallel

sanitize: packages test-packages example-packages python ## Runs the tests under the thread sanitizer, then the address sanitizer.
	BINNACLE_PYTHON=$(CURDIR)/.venv/bin/python Fuzz/sanitize.sh thread
	BINNACLE_PYTHON=$(CURDIR)/.venv/bin/python Fuzz/sanitize.sh address

fuzz: packages ## Fuzzes every target in turn, SECONDS each (60).
	@$(MAKE) --no-print-directory -C Fuzz SECONDS=$(or $(SECONDS),60)

bench: build test-packages ## Measures the bus and its peers side by side, five rounds (ROUNDS=10 for more).
	@$(call install,$(BENCH_PACKAGES))
	@$(MAKE) --no-print-directory -C Benchmarks run

bench-decoder: packages test-packages ## Measures the decoder of receivers beside other parsers, five rounds.
	@$(call install,gcc libc6-dev gpsd-clients)
	@$(MAKE) --no-print-directory -C Benchmarks decoder

accuracy: packages test-packages ## Measures the heading on recordings with a reference (DATA=folder, JSON=, PLOT=trial, SVG=).
	@$(call install,gcc libc6-dev)
	@$(MAKE) --no-print-directory -C Benchmarks accuracy DATA=$(abspath $(or $(DATA),../shared/data/imu)) \
	    $(if $(JSON),JSON=$(abspath $(JSON))) $(if $(PLOT),PLOT=$(PLOT)) SVG=$(abspath $(or $(SVG),accuracy.svg))

constants: packages test-packages ## Says what each constant of the heading is worth, on the same recordings (DATA=folder).
	@$(MAKE) --no-print-directory -C Benchmarks constants DATA=$(abspath $(or $(DATA),../shared/data/imu))

bench-receivers: build test-packages ## Measures the plugin gps beside gpsd, from a receiver's bytes to a subscriber's fix, five rounds.
	@$(call install,gpsd)
	@$(MAKE) --no-print-directory -C Benchmarks receivers

lint: ## Checks the format of all Swift files.
	swift format lint --strict --recursive --parallel $(FORMATTED)

format: ## Formats all Swift files.
	swift format format --in-place --recursive --parallel $(FORMATTED)

packages:
	@$(call install,$(PACKAGES))

test-packages:
	@$(call install,$(TEST_PACKAGES))

# The tests say which examples they pass over, and what is missing for them.
example-packages:
	@( $(call install,$(EXAMPLE_PACKAGES)) ) || true

python: .venv/complete

.venv/complete: Makefile
	python3 -m venv .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check $(PYTHON_PACKAGES)
	@touch $@

clean: ## Removes what was built.
	rm -rf .build .venv Benchmarks/.build

# Installs those of some Debian packages that are missing; does nothing when all are there.
define install
	missing=""; \
	for package in $(1); do \
	    dpkg-query -W -f='$${db:Status-Status}' $$package 2>/dev/null | grep -qx installed || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	    echo "Installing the missing Debian packages:$$missing"; \
	    $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null \
	        || { $(SUDO) apt-get update -qq && $(SUDO) env DEBIAN_FRONTEND=noninteractive \
	             apt-get install -y -qq --no-install-recommends $$missing >/dev/null; } \
	        || { echo "Could not install$$missing; install them and run make again." >&2; exit 1; }; \
	fi
endef
