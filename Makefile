# linkpolicy: `make demo` shows it at work, `make test` runs all tests. Both install what is missing.

SWIFT ?= swift
# Package.swift makes a release from this: static, stripped, from exact versions of the packages.
release release-build test-full web man: export LINKPOLICY_RELEASE := 1
# No path of the build machine is in the binary. Clang takes the last prefix that fits, the Swift compiler the first.
SCRATCH := $(CURDIR)/.build
RELEASE_FLAGS := -c release -debug-info-format none --scratch-path $(SCRATCH) \
  $(foreach map,$(CURDIR)=. $(SCRATCH)=./.build,-Xcc -ffile-prefix-map=$(map) -Xcxx -ffile-prefix-map=$(map)) \
  $(foreach map,$(SCRATCH)=./.build $(CURDIR)=.,-Xswiftc -file-prefix-map -Xswiftc $(map))
TOOLS ?= .build/tools
# Without the plug-ins, for which SwiftPM would compile the tool a second time (Package.swift).
export LINKPOLICY_DEVELOPMENT ?= 1

.DEFAULT_GOAL := demo

PREFIX ?= /usr/local
DIST ?= .build/dist

.PHONY: demo test test-full release release-build web install install-built dist reproduce man site format format-check check runtimes fuzz fuzz-smoke tools toolchains setup bench clean

## Validate, generate and simulate with the policies of this repository.
demo: setup
	@$(SWIFT) build --product linkpolicy
	@.ci/demo "$$($(SWIFT) build --show-bin-path)/linkpolicy"

## Set up and run all tests; large and random inputs in their short form.
test: setup tools toolchains
	PATH="$(abspath $(TOOLS))/bin:$$PATH" LINKPOLICY_TOOLS="$(abspath $(TOOLS))" $(SWIFT) test $(TEST_FLAGS)
	@[ -n "$$LINKPOLICY_FULL_TESTS" ] || echo "The short form of the tests ran; make test-full is what CI runs."

## All tests in full on the code of a release, and the instructions of its binary.
test-full: release-build
	LINKPOLICY_FULL_TESTS=$${LINKPOLICY_FULL_TESTS:-1} $(MAKE) --no-print-directory test TEST_FLAGS="-c release --skip-build"

## The release and its tests, which share all objects.
release-build: setup
	$(SWIFT) build $(RELEASE_FLAGS) --build-tests
	@$(MAKE) --no-print-directory release

## A static binary (on Linux): .build/release/linkpolicy
release: setup
	$(SWIFT) build $(RELEASE_FLAGS) --product linkpolicy

## The program of `linkpolicy serve`, static on Linux, from the objects of the release: .build/release/linkpolicy-web
web: setup
	$(SWIFT) build $(RELEASE_FLAGS) --package-path Web --product linkpolicy-web

## Install the program (and that of `serve`, if `make web` has built it), its manual pages and completions for bash, zsh and fish below PREFIX; DESTDIR is for packagers.
install: release man install-built

## The same without a build: what .ci/dist packs.
install-built:
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 755 .build/release/linkpolicy "$(DESTDIR)$(PREFIX)/bin/linkpolicy"
	@if [ -x .build/release/linkpolicy-web ]; then \
	  install -m 755 .build/release/linkpolicy-web "$(DESTDIR)$(PREFIX)/bin/linkpolicy-web"; \
	fi
	install -m 644 .build/man/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1"
	@for completion in bash:bash-completion/completions/linkpolicy zsh:zsh/site-functions/_linkpolicy \
	    fish:fish/vendor_completions.d/linkpolicy.fish; do \
	  file="$(DESTDIR)$(PREFIX)/share/$${completion#*:}"; \
	  install -d "$$(dirname "$$file")" && \
	  .build/release/linkpolicy --generate-completion-script "$${completion%%:*}" > "$$file" && \
	  chmod 644 "$$file" && echo "$$file" || exit 1; \
	done

## Archives of a release for this platform in DIST, byte for byte the same from every folder; needs GNU tar (TAR=gtar elsewhere).
dist: release web man
	@.ci/dist "$(DIST)"

## Build the archives of a release again, from a clone in another folder, and compare: the same bytes. Before a release.
reproduce: dist
	rm -rf .build/reproduce && git clone --quiet . .build/reproduce/a-longer-name
	$(MAKE) --no-print-directory -C .build/reproduce/a-longer-name dist DIST="$(abspath .build/reproduce/dist)"
	diff -r "$(DIST)" .build/reproduce/dist

## Write the manual pages from the command line into .build/man. LINKPOLICY_DEV names a linkpolicy-dev that is already built.
man: setup
	@rm -rf .build/man
	@export SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null)}; \
	if [ -n "$(LINKPOLICY_DEV)" ]; then "$(LINKPOLICY_DEV)" man >/dev/null; else $(SWIFT) run $(RELEASE_FLAGS) linkpolicy-dev man >/dev/null; fi

## The documentation site, into .build/site/html; checked for links, loads and accessibility.
site: setup
	@SWIFT="$(SWIFT)" .ci/site

## Install libyaml and pkg-config if they are missing.
setup:
	@.ci/setup

## Python tools that some tests use: check-jsonschema, pre-commit, firebase-admin.
tools:
	@.ci/tools "$(TOOLS)"

## Compilers and servers that prove generated files (Debian packages).
toolchains:
	@.ci/toolchains

## Format the sources in place; format-check only complains.
format:
	$(SWIFT) format format --in-place --parallel --recursive Package.swift Sources Plugins Examples Web/Package.swift Web/Sources Tests/*Tests Tests/*TestSupport Tests/Fuzz
format-check:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Plugins Examples Web/Package.swift Web/Sources Tests/*Tests Tests/*TestSupport Tests/Fuzz

## Check that generated files are up to date, and that our own policies are clean.
check: setup format-check
	$(SWIFT) run linkpolicy-dev schemas --check
	$(SWIFT) run linkpolicy validate --fail-on note Policies

## Format checks, linters, type checkers and unit tests of the projects in Runtimes/.
runtimes: tools toolchains
	@.ci/runtimes "$(TOOLS)"

## Fuzz each target for FUZZ_SECONDS (60), on Linux; fuzz-smoke is the short form that CI runs.
fuzz: setup
	@.ci/fuzz

## Every seed and FUZZ_RUNS (2000) inputs of each target, the same on every machine.
fuzz-smoke: setup
	@FUZZ_SEED=$${FUZZ_SEED:-1} .ci/fuzz

## Measure start-up, validation and replay against bare programs in C.
bench: release
	Benchmarks/run .build/release/linkpolicy

clean:
	rm -rf .build
