# `make demo` builds and demonstrates linkpolicy; `make test` runs all tests. Both install missing dependencies.

SWIFT ?= swift
# `native` or `swiftbuild`; empty for the default of the toolchain (Swift Build since 6.4).
BUILD_SYSTEM ?=
BUILD_FLAGS := $(if $(BUILD_SYSTEM),--build-system $(BUILD_SYSTEM))
# Package.swift builds a static, stripped release from exact versions of the packages if this is set.
release release-build test-full web man: export LINKPOLICY_RELEASE := 1
# The binary must not contain a path of the build machine. Clang uses the last prefix that matches, Swift the first.
SCRATCH := $(CURDIR)/.build
# Two packages share the scratch directory, so the cached build plan may belong to the other one.
RELEASE_FLAGS := $(BUILD_FLAGS) -c release -debug-info-format none --scratch-path $(SCRATCH) \
  --disable-build-manifest-caching \
  $(foreach map,$(CURDIR)=. $(SCRATCH)=./.build,-Xcc -ffile-prefix-map=$(map) -Xcxx -ffile-prefix-map=$(map)) \
  $(foreach map,$(SCRATCH)=./.build $(CURDIR)=.,-Xswiftc -file-prefix-map -Xswiftc $(map))
# The directory of the release programs, which depends on the build system.
BIN = $(eval BIN := $$(shell $$(SWIFT) build $$(RELEASE_FLAGS) --show-bin-path))$(BIN)
TOOLS ?= .build/tools
# Leaves out the plug-ins, for which SwiftPM would compile the tool a second time (Package.swift).
export LINKPOLICY_DEVELOPMENT ?= 1

.DEFAULT_GOAL := demo

PREFIX ?= /usr/local
DIST ?= .build/dist

.PHONY: demo test test-full test-built release release-build web bin-path install install-built dist wheel deb bundle \
  container reproduce platforms man site format format-check check runtimes fuzz tools toolchains setup \
  bench clean

## Validate, generate and simulate with the policies of this repository.
demo: setup
	@$(SWIFT) build $(BUILD_FLAGS) --product linkpolicy
	@.ci/demo "$$($(SWIFT) build $(BUILD_FLAGS) --show-bin-path)/linkpolicy"

## Set up and run all tests; large and random inputs in their short form.
test: setup tools toolchains test-built
	@[ -n "$$LINKPOLICY_FULL_TESTS" ] || echo "The short form of the tests ran; make test-full runs the full one."

test-full: export LINKPOLICY_FULL_TESTS ?= 1
## Run all tests in full on a release build, and count the instructions of its binary.
test-full: tools toolchains release-build
	@$(MAKE) --no-print-directory test-built TEST_FLAGS="-c release --skip-build"

## Run only the tests, with the tools in TOOLS; TEST_FLAGS are passed to `swift test`.
test-built:
	PATH="$(abspath $(TOOLS))/bin:$$PATH" LINKPOLICY_TOOLS="$(abspath $(TOOLS))" \
	  $(SWIFT) test $(BUILD_FLAGS) --disable-build-manifest-caching $(TEST_FLAGS)

## Build the release and its tests, which share all objects.
release-build: setup
	$(SWIFT) build $(RELEASE_FLAGS) --build-tests

## Build the release binary, static on Linux; `make bin-path` prints its directory.
release: setup
	$(SWIFT) build $(RELEASE_FLAGS) --product linkpolicy

## Build the program of `linkpolicy serve`, static on Linux, next to the binary of `make release`.
web: setup
	$(SWIFT) build $(RELEASE_FLAGS) --package-path Web --product linkpolicy-web

## Print the directory of the release programs.
bin-path:
	@echo "$(BIN)"

## Install the program (and the program of `serve`, if `make web` has built it), manual pages and completions for bash, zsh and fish below PREFIX; DESTDIR is for packagers.
install: release man install-built

## Install the built files, which are the contents of all packages.
install-built:
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 755 "$(BIN)/linkpolicy" "$(DESTDIR)$(PREFIX)/bin/linkpolicy"
	@if [ -x "$(BIN)/linkpolicy-web" ]; then \
	  install -m 755 "$(BIN)/linkpolicy-web" "$(DESTDIR)$(PREFIX)/bin/linkpolicy-web"; \
	fi
	install -m 644 .build/man/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1"
	@for completion in bash:bash-completion/completions/linkpolicy zsh:zsh/site-functions/_linkpolicy \
	    fish:fish/vendor_completions.d/linkpolicy.fish; do \
	  file="$(DESTDIR)$(PREFIX)/share/$${completion#*:}"; \
	  install -d "$$(dirname "$$file")" && \
	  "$(BIN)/linkpolicy" completions "$${completion%%:*}" > "$$file" && \
	  chmod 644 "$$file" && echo "$$file" || exit 1; \
	done

PACK = python3 Packaging/pack --bin "$(BIN)" --output "$(DIST)"

## Build all release packages for this platform in DIST: archive, SBOM, wheels, artifact bundle and (on Debian) deb. They don't depend on the folder.
dist: release web man
	@$(PACK) archive wheel bundle $(if $(shell command -v dpkg-deb),deb) checksums

## Build Python wheels that contain the programs, for pip, uv and pre-commit; PLATFORM is the platform tag.
wheel: release web man
	@$(PACK) wheel $(if $(PLATFORM),--platform $(PLATFORM))

## Build a Debian package in DIST.
deb: release web man
	@$(PACK) deb

## Build a SwiftPM artifact bundle that contains the program, in DIST.
bundle: release web man
	@$(PACK) bundle

## Build a container image that contains only the program; needs buildah, docker or podman.
container: release
	@Packaging/container "$(BIN)"

## Before a release: build the release packages again in a clone in another folder, and check that all bytes are equal.
reproduce: dist
	rm -rf .build/reproduce && git clone --quiet . .build/reproduce/a-longer-name
	$(MAKE) --no-print-directory -C .build/reproduce/a-longer-name dist DIST="$(abspath .build/reproduce/dist)"
	diff -r "$(DIST)" .build/reproduce/dist

## Write the manual pages into .build/man. LINKPOLICY_DEV names a linkpolicy-dev that is already built.
man: setup
	@rm -rf .build/man
	@export SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null)}; \
	if [ -n "$(LINKPOLICY_DEV)" ]; then "$(LINKPOLICY_DEV)" man >/dev/null; else $(SWIFT) run $(RELEASE_FLAGS) linkpolicy-dev man >/dev/null; fi

## Type-check the sources for macOS and for Linux on Arm, without their SDKs (on Linux), and build with Swift Build.
platforms: setup
	@.ci/platforms

## Build the documentation site in .build/site/html, and check its links, external requests and accessibility.
site: setup
	@SWIFT="$(SWIFT)" .ci/site

## Install libyaml and pkg-config if they are missing.
setup:
	@.ci/setup

## Install Python tools that some tests use: check-jsonschema, pre-commit, firebase-admin.
tools:
	@.ci/tools "$(TOOLS)"

## Install compilers and servers that test generated files (Debian packages).
toolchains:
	@.ci/toolchains

## Format the source code; format-check only reports differences.
format:
	$(SWIFT) format format --in-place --parallel --recursive Package.swift Sources Plugins Examples Web/Package.swift Web/Sources Tests/*Tests Tests/*TestSupport Tests/Fuzz
format-check:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Plugins Examples Web/Package.swift Web/Sources Tests/*Tests Tests/*TestSupport Tests/Fuzz

## Check that generated files are up to date, and that this repository's policies have no findings.
check: setup format-check
	$(SWIFT) run $(BUILD_FLAGS) linkpolicy-dev schemas --check
	$(SWIFT) run $(BUILD_FLAGS) linkpolicy validate --fail-on note Policies

## Check formatting and types, lint and test the projects in Runtimes/.
runtimes: tools toolchains
	@.ci/runtimes "$(TOOLS)"

## Fuzz each target for FUZZ_SECONDS (60), on Linux.
fuzz: setup
	@.ci/fuzz

## Measure start-up, validation and replay against bare programs in C.
bench: release
	Benchmarks/run "$(BIN)/linkpolicy"

clean:
	rm -rf .build
