# `make` alone lists the targets. Works with GNU make 3.81, from any folder (`make -C`).
.DEFAULT_GOAL := help
.PHONY: help setup run traces test record chaos play cluster cluster-production bench soak lint release deb server-test figures sbom fuzz fmt sqlx reset setup-run front-ends pods-built clock minutes format-check contract clippy libraries \
	rust-build frontend-and-cluster frontend-test cluster-test containers-test release-test rust-and-rest rust-test rest-test browser-test
# The steps of a target depend on each other, and cargo uses all cores by itself.
.NOTPARALLEL:

# The port of `make run`.
PORT ?= 8080
export PORT
# The duration of `make fuzz`, in minutes.
FUZZ_MINUTES ?= 30
# The name of the recording by `make record`.
AS ?= now
# The duration of `make soak`, in minutes.
SOAK_MINUTES ?= 25
# The orders per second of `make soak`.
SOAK_RATE ?= 150

# With `--bin` or `-p` cargo would select other features for the dependencies and compile them again.
target := $(or $(CARGO_TARGET_DIR),target)
# Clippy runs while our crates are compiled for the tests. Line tables for backtraces are left out, because assertions print their
# own lines (docs/decisions/0011-one-compile.md).
linted := CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
# Tests wait for PostgreSQL, NATS and timers. Four threads per program keep two cores busy for 84 % of the time, two keep them less
# busy. While cores are idle, a second test program runs, except beside those that start whole shops (deploy/local/run_tests.mjs).
test_threads := $(shell cores=$$(getconf _NPROCESSORS_ONLN); if [ $$cores -gt 4 ]; then echo $$cores; else echo 4; fi)
# Debug builds have failpoints, other builds do not (docs/decisions/0018-failpoints.md).
programs := cargo build --workspace --bins --features runtime/failpoints --locked
# Starting a shop needs one of the twenty programs, and copying its databases another one. With --workspace the libraries are
# compiled as for all programs.
shop_program := cargo build --workspace --bin shop --bin engines --features runtime/failpoints --locked
engines := cargo run --quiet --locked --bin engines --
frontend_sources := $(shell find frontend -type f -not -path '*/node_modules/*' -not -path 'frontend/*/dist/*' \
	-not -path 'frontend/*/e2e/*' -not -path 'frontend/*/screenshots/*' -not -path 'frontend/*/test-results/*' -not -path 'frontend/*/playwright-report/*' \
	-not -path 'frontend/office/contract/*' -not -name '*.gen.ts' 2>/dev/null) $(shell find proto/shop -name '*.proto')
# The start of each step of `make test`: lines of seconds and a name.
steps := $(target)/steps.txt
comma := ,
# The result of each check of `make test`, in a file named after it: failed, until the check's last line writes passed.
checks := $(target)/checks
begin = @mkdir -p $(checks) && echo failed >$(checks)/$@
passed = @echo passed >$(checks)/$@
needs = @! grep -qs '^failed' $(checks)/$(1) || { echo 'skipped, as $(1) failed' | tee $(checks)/$@; exit 1; }
step = @mkdir -p $(target) && printf '\n==> %s\n' "$(1)" && printf '%s %s\n' "$$(date +%s)" "$(1)" >>$(steps)

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

setup: ## Install what the machine lacks to run and test everything
	$(begin)
	@deploy/local/setup.sh test
	$(passed)

run: setup-run ## Open the shop on PORT (8080) and its office on OFFICE_PORT (8081); the data stays from run to run
	$(call step,building the shop's program; beside it the front ends: of the shop and of its office)
	@$(MAKE) --no-print-directory front-ends >$(target)/front-ends.txt 2>&1 & front_ends=$$!; $(shop_program); rust=$$?; \
	  wait $$front_ends || { cat $(target)/front-ends.txt; exit 1; }; exit $$rust
	$(call step,starting the shop on port $(PORT) and its office on port $(or $(OFFICE_PORT),8081): Ctrl-C stops them)
	@deploy/local/run.sh $(target)/debug/shop

traces: ## Show the newest traces of a shop that runs with TRACES=1
	@$(target)/debug/shop traces .local/traces.jsonl

# All checks run, even after a failure.
test: clock ## Check and test everything
	@$(MAKE) --keep-going --no-print-directory setup format-check contract rust-build frontend-and-cluster containers-test \
	  release-test rust-and-rest browser-test; code=$$?; \
	  $(MAKE) --no-print-directory minutes; \
	  if [ $$code = 0 ]; then printf '\nEverything passed.\n'; exit; fi; \
	  printf '\nNot passed:\n'; cd $(checks) && grep -Hv '^passed$$' *; exit 1

rust-build:
	$(begin)
	$(call step,Rust: build with clippy and with the queries against the migrations)
	@$(linted) $(engines) exec -- deploy/local/sqlx.sh check build; queries=$$?; \
	  $(linted) cargo build --workspace --all-targets --locked --keep-going || exit 1; \
	  if [ $$queries != 0 ]; then echo 'not passed: .sqlx; what was built is tested' | tee $(checks)/$@; exit 1; fi
	$(passed)

frontend-and-cluster:
	$(call step,front end: format and types and lint and unit tests and build, size and browsers; beside it the cluster: images and manifests; one server: units and archive)
	@$(MAKE) --no-print-directory cluster-test >$(target)/cluster.txt 2>&1 & cluster=$$!; \
	  $(MAKE) --no-print-directory frontend-test; frontend=$$?; wait $$cluster; cluster=$$?; cat $(target)/cluster.txt; \
	  test "$$frontend $$cluster" = '0 0'

frontend-test:
	$(begin)
	@cd frontend && failed=; for script in format:check typecheck lint art:check licences test build size browsers; do \
	  npm run --silent "$$script" || failed="$$failed $$script"; done; \
	  if [ -n "$$failed" ]; then echo "failed:$$failed" >$(abspath $(checks))/$@; exit 1; fi
	$(passed)

cluster-test:
	$(begin)
	@deploy/k8s/check.sh; cluster=$$?; deploy/server/check.sh -m 'not long'; server=$$?; test "$$cluster $$server" = '0 0'
	$(passed)

containers-test:
	$(begin)
	$(call needs,rust-build)
	$(call step,containers: the pods of the manifests)
	@deploy/k8s/play.sh -m 'not long'
	$(passed)

release-test:
	$(begin)
	$(call needs,rust-build)
	$(call step,a release: a trial)
	@deploy/release/release.sh --quick $(target)/debug
	$(passed)

rust-and-rest:
	$(call step,Rust: tests with their own PostgreSQL and NATS; beside them REST: requests made up from its document)
	@$(MAKE) --no-print-directory rest-test >$(target)/rest.txt 2>&1 & rest=$$!; \
	  $(MAKE) --no-print-directory rust-test; rust=$$?; wait $$rest; rest=$$?; cat $(target)/rest.txt; \
	  test "$$rust $$rest" = '0 0'

rust-test:
	$(begin)
	$(call needs,rust-build)
	@$(linted) RUST_TEST_THREADS=$(test_threads) $(engines) exec -- node deploy/local/run_tests.mjs
	$(passed)

rest-test:
	$(begin)
	$(call needs,rust-build)
	@deploy/fuzz/rest.sh $(target)/debug/shop
	$(passed)

browser-test:
	$(begin)
	$(call needs,rust-build)
	$(call step,browser tests)
	@cd frontend && npm run --silent e2e
	$(passed)

minutes:
	$(call step,minutes)
	@awk 'NR > 1 { printf "%6.1f  %s\n", ($$1 - began) / 60, name } { began = $$1; if (NR == 1) first = $$1; name = $$0; \
	  sub(/^[0-9]+ /, "", name) } END { printf "%6.1f  in all\n", (began - first) / 60 }' $(steps)

record: setup-run frontend/storefront/dist/pages.json ## Write down what the shop answers to 357 requests, and its mails, in target/recorded/AS
	@$(programs)
	@node deploy/recording/record.mjs $(target)/recorded/$(AS)

chaos: ## Run the shop as many processes, inject faults under load, and report what shoppers saw
	@deploy/local/setup.sh chaos
	@$(programs)
	$(call step,exact steps: programs die at the worst moments)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log steps
	$(call step,two gateways and three order replicas: one is killed)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log replicas
	$(call step,two hundred buyers of fifty packs: order and inventory replicas die)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log buyers
	$(call step,payments: every scenario of the provider while browsers and gateways and the payment service go away)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log payments
	$(call step,faults: programs and engines and the ways between them break)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log faults
	$(call step,restart: every program is stopped and replaced under load)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log restart
	$(call step,clocks: ahead and behind and stepping)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log clock
	$(call step,overload: floods and slow clients and no memory)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log overload
	$(call step,power cuts: the disk below PostgreSQL and NATS)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log power-cut
	$(call step,full disks: below PostgreSQL and below NATS)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log disk-full
	$(call step,restore: every database is lost and restored from its backup and WAL)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log restore
	$(call step,point-in-time restore: all databases with NATS kept and lost and single ones)
	@$(target)/debug/chaos --programs $(target)/debug --log $(target)/chaos.log point-in-time-restore

# The files that pod images are made of.
pods-built: setup frontend/storefront/dist/pages.json frontend/office/dist/index.html
	@cargo build --workspace --bins --locked
	@cargo build --workspace --example receivers --locked

play: pods-built ## Run the manifests' pods and the Compose file in containers, without a cluster or Docker, and hold them to their promises
	@deploy/k8s/play.sh

cluster: pods-built ## Run the shop in a real Kubernetes of one node on this machine, and check what the manifests promise (Linux, root, Go)
	@deploy/k8s/cluster.sh

cluster-production: pods-built ## The same with the overlay for production: CloudNativePG with a standby, NATS with three servers, a failover of each
	@deploy/k8s/cluster.sh test_production.py

deb: setup frontend/storefront/dist/pages.json frontend/office/dist/index.html ## Make the Debian package for one server, in target/deb
	@cargo build --release --workspace --bins --locked
	@deploy/server/deb.sh $(target)/release $(target)/deb

server-test: frontend/storefront/dist/pages.json frontend/office/dist/index.html ## Run one server as its package sets it up, lose its disk and restore it
	@deploy/local/setup.sh server
	@cargo build --workspace --bins --locked
	@PROGRAMS=$(abspath $(target))/debug deploy/server/check.sh

fuzz: setup ## Feed the parsers and the API with made-up input for FUZZ_MINUTES (30), and say how much it was
	$(call step,parsers: one minute each in thirty)
	@$(linted) FUZZ_SECONDS=$$(($(FUZZ_MINUTES) * 2)) cargo test --workspace --lib --locked -- --nocapture fuzz_of
	$(call step,REST: requests made up from its document)
	@$(linted) cargo build --workspace --bins --locked
	@deploy/fuzz/rest.sh $(target)/debug/shop $(FUZZ_MINUTES)

bench: setup frontend/storefront/dist/pages.json frontend/office/dist/index.html ## Measure what tests do not assert, and print it
	$(call step,building with optimisations)
	@cargo build --release --workspace --bins --bench log_in --bench mails --bench volume --locked
	$(call step,the programs beside their baselines)
	@$(target)/release/bench --programs $(target)/release --log $(target)/bench.log --json $(target)/bench.json
	$(call step,logins: known and unknown addresses; a flood)
	@cargo bench --workspace --bench log_in --locked --quiet
	$(call step,mails: a backlog of orders)
	@$(engines) exec -- cargo bench --workspace --bench mails --locked --quiet
	$(call step,volume: 10000 products and 1000000 reviews)
	@cargo bench --workspace --bench volume --locked --quiet
	$(call step,pages on a slow phone: Lighthouse)
	@cd frontend && SHOP_BIN=$(abspath $(target))/release/shop npm run --silent lighthouse
	$(call step,a day in the office: 300 orders; two packers in browsers)
	@cd frontend/storefront && SHOP_BIN=$(abspath $(target))/release/shop npm run --silent office-day

soak: setup frontend/storefront/dist/pages.json ## Place SOAK_RATE (150) orders a second for SOAK_MINUTES (25) with one server's settings, and say what grows
	@cargo build --release --workspace --bins --locked
	@$(target)/release/bench --programs $(target)/release --log $(target)/soak.log soak --minutes $(SOAK_MINUTES) --rate $(SOAK_RATE)

lint: format-check contract clippy libraries ## Check formats, clippy, the contract and the libraries

release: ## Write a tarball that opens a shop without Rust and Node, and try it, in target/releases
	@deploy/release/release.sh

figures: ## Print sizes, methods, migrations and unclear prose of the repository
	@node deploy/local/figures.mjs

sbom: ## List every library, as CycloneDX, in target/sbom
	@deploy/local/sbom.sh

clippy:
	$(call step,clippy)
	@cargo clippy --workspace --all-targets --locked --keep-going -- -D warnings

libraries:
	$(call step,libraries: licences and sources and known holes)
	@deploy/local/deny.sh

format-check:
	$(begin)
	$(call step,rustfmt)
	@cargo fmt --all --check
	$(passed)

contract:
	$(begin)
	$(call step,contract)
	@deploy/local/buf.sh
	$(passed)

fmt: ## Format everything
	@cargo fmt --all
	@cd frontend && npm run --silent format

sqlx: ## Write .sqlx anew, after a query or a migration changed
	@$(engines) exec -- deploy/local/sqlx.sh write

reset: ## Delete the orders, events and mails that `make run` keeps
	@$(engines) reset

clock:
	@rm -rf $(checks) && mkdir -p $(target) && printf '%s set-up\n' "$$(date +%s)" >$(steps)

setup-run:
	@deploy/local/setup.sh run

front-ends: frontend/storefront/dist/pages.json frontend/office/dist/index.html

frontend/storefront/dist/pages.json: $(frontend_sources) | setup-run
	$(call step,building the front ends: of the shop and of its office)
	@cd frontend && npm run --silent build

# Built together with the one above; alone only if it was deleted.
frontend/office/dist/index.html: frontend/storefront/dist/pages.json
	@test -f $@ || npm run --silent build --prefix frontend/office
