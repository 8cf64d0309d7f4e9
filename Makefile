# linkpolicy: `make demo` shows it at work, `make test` runs all tests. Both install what is missing.

SWIFT ?= swift
# A static binary starts three times faster than a dynamic one; glibc and libyaml are linked in (on Linux).
release release-tests web: export LINKPOLICY_RELEASE := 1
# No path of the machine that builds reaches the binary: two folders give the same bytes. Clang takes the last
# prefix that fits, the Swift compiler the first.
PACKAGE ?= $(CURDIR)
SCRATCH ?= $(PACKAGE)/.build
PATHLESS := $(foreach map,$(PACKAGE)=. $(SCRATCH)=./.build,-Xcc -ffile-prefix-map=$(map) -Xcxx -ffile-prefix-map=$(map)) \
  $(foreach map,$(SCRATCH)=./.build $(PACKAGE)=.,-Xswiftc -file-prefix-map -Xswiftc $(map))
# Modules are written by the job that compiles them, not by one more that reads all sources again (a twentieth less).
ONCE := -Xswiftc -no-emit-module-separately-wmo
# Types are asked for by their functions and not by their names, which the runtime would take apart at each start; each
# function has a section, so that those of a start stand together (Package.swift).
START := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
  $(if $(filter Linux,$(shell uname -s)),-Xswiftc -Xfrontend -Xswiftc -function-sections)
# The binary keeps no symbols: what a debugger reads is not made at all (and with it a million bytes of tables for
# unwinding).
LEAN := -debug-info-format none
TOOLS ?= .build/tools
# SwiftPM would build the tool a second time for the plug-ins; .ci/example proves them.
export LINKPOLICY_SKIP_PLUGINS := 1

.DEFAULT_GOAL := demo

PREFIX ?= /usr/local
DIST ?= .build/dist

.PHONY: demo test test-full test-full-built release release-tests release-flags web install install-built dist reproduce man site format format-check check fuzz fuzz-smoke tools toolchains setup bench order clean

## Validate, generate and simulate with the policies of this repository.
demo: setup
	@$(SWIFT) build --product linkpolicy
	@.ci/demo .build/debug/linkpolicy

## Set up and run all tests; large and random inputs in their short form.
test: setup tools toolchains
	PATH="$(abspath $(TOOLS))/bin:$$PATH" LINKPOLICY_TOOLS="$(abspath $(TOOLS))" $(SWIFT) test $(TEST_FLAGS)
	@[ -n "$$LINKPOLICY_FULL_TESTS" ] || echo "The short form of the tests ran; make test-full is what CI runs."

## All tests in full on the code of a release, and the instructions of its binary.
test-full: release-tests
	@$(MAKE) --no-print-directory test-full-built

## The same on what is built.
test-full-built:
	LINKPOLICY_FULL_TESTS=$${LINKPOLICY_FULL_TESTS:-1} $(MAKE) test TEST_FLAGS="-c release --skip-build"

## The release and its tests: all of it is compiled once.
release-tests: setup
	$(SWIFT) build -c release --build-tests $(LEAN) $(PATHLESS) $(ONCE) $(START)
	@$(MAKE) --no-print-directory release

## A fully static binary (on Linux): .build/release/linkpolicy
release: setup
	$(SWIFT) build -c release --product linkpolicy $(LEAN) $(PATHLESS) $(ONCE) $(START)
	@.ci/pathless .build/release/linkpolicy .build/release/linkpolicy
	@cp .build/release.yaml .build/release-commands.yaml

## What `swift build -c release` takes for the binary of a release, besides LINKPOLICY_RELEASE; .ci/pre-commit-native builds
## with them.
release-flags:
	@echo $(LEAN) $(PATHLESS) $(ONCE) $(START)

## The program of `linkpolicy serve`, static on Linux, on the objects of the release: .build/release/linkpolicy-web
web: setup
	$(SWIFT) build -c release --package-path Web --scratch-path $(SCRATCH) --product linkpolicy-web $(LEAN) $(PATHLESS) $(ONCE) $(START)
	@.ci/pathless .build/release/linkpolicy-web .build/release/linkpolicy-web

## Install the program (and that of `serve`, where `make web` has built it), its manual, the bundle for SwiftPM and completions for bash, zsh and fish below PREFIX; DESTDIR is for packagers.
install: release install-built

## The same without a build: what .ci/dist packs.
install-built:
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" "$(DESTDIR)$(PREFIX)/share/linkpolicy"
	install -m 755 .build/release/linkpolicy "$(DESTDIR)$(PREFIX)/bin/linkpolicy"
	@if [ -x .build/release/linkpolicy-web ]; then \
	  install -m 755 .build/release/linkpolicy-web "$(DESTDIR)$(PREFIX)/bin/linkpolicy-web"; \
	fi
	@.ci/bundle "$(DESTDIR)$(PREFIX)/share/linkpolicy/linkpolicy.artifactbundle" .build/release/linkpolicy ../../../../bin/linkpolicy
	install -m 644 Manual/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1"
	@for completion in bash:bash-completion/completions/linkpolicy zsh:zsh/site-functions/_linkpolicy \
	    fish:fish/vendor_completions.d/linkpolicy.fish; do \
	  file="$(DESTDIR)$(PREFIX)/share/$${completion#*:}"; \
	  install -d "$$(dirname "$$file")" && \
	  .build/release/linkpolicy --generate-completion-script "$${completion%%:*}" > "$$file" && \
	  chmod 644 "$$file" && echo "$$file" || exit 1; \
	done

## Archives of a release for this platform in DIST, byte for byte the same from every folder; needs GNU tar (TAR=gtar elsewhere).
dist:
	LINKPOLICY_EXACT_DEPENDENCIES=1 $(MAKE) --no-print-directory release web
	@.ci/dist "$(DIST)"

## Build the release a second time, in pre-commit's folder, and compare: the same bytes.
reproduce: tools
	LINKPOLICY_EXACT_DEPENDENCIES=1 $(MAKE) --no-print-directory release
	LINKPOLICY_EXACT_DEPENDENCIES=1 .ci/pre-commit-native "$(TOOLS)"

## Write the manual pages anew from the command line; `make check` says where they are stale.
man: setup
	$(SWIFT) run linkpolicy-dev manual

## The documentation site, into .build/site/html; looked at for links, loads and accessibility.
site: setup
	@SWIFT="$(SWIFT)" .ci/site

## Install libyaml and pkg-config where they are missing.
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

## Generated files are fresh, and our own policies are clean.
check: setup format-check
	$(SWIFT) run linkpolicy-dev all --check
	$(SWIFT) run linkpolicy validate --fail-on note Policies

## Inputs that nobody wrote, FUZZ_SECONDS (60) for each target, on Linux; fuzz-smoke is the short form of CI.
fuzz: setup
	@.ci/fuzz

## Every seed and FUZZ_RUNS (2000) inputs of each target, the same on every machine.
fuzz-smoke: setup
	@FUZZ_SEED=$${FUZZ_SEED:-1} .ci/fuzz

## Compare start-up, validation and simulation with a bare libyaml scan.
bench: release
	Benchmarks/run .build/release/linkpolicy

## Make the list of the functions and variables of a start anew: Benchmarks/start-order.txt (needs valgrind).
order: setup
	LINKPOLICY_RELEASE=symbols $(SWIFT) build -c release --product linkpolicy $(LEAN) $(PATHLESS) $(ONCE) $(START)
	strip --strip-debug -o .build/linkpolicy-with-symbols .build/release/linkpolicy
	Benchmarks/order .build/linkpolicy-with-symbols .build/linkpolicy.map >.build/start-order.txt
	mv .build/start-order.txt Benchmarks/start-order.txt

clean:
	rm -rf .build
