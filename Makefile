# kadry: everything a developer runs. `make help` lists it.
SHELL := /bin/bash
GO ?= go
DATA ?= $(or $(KADRY_DATA_DIR),../shared/data)
TOOL := $(GO) tool -modfile=tools/go.mod
# The race detector watches our code. The SQLite that is linked in is not watched: that makes its
# tests three times as slow, and its own locks are not ours to judge. Nor are rules over text, which
# have nothing to lock: tools/unwatched.sh finds them. `make soak` watches them too.
RACE_ALL := -race '-gcflags=modernc.org/...=-race=false'
RACE = $(RACE_ALL) $$(tools/unwatched.sh)
LINES := IFS=$$'\n' # what a script prints is a word a line
ONCE := -shuffle=on -vet=off -timeout 40m

# The product that the tests over the binary run; without it each of their packages builds one.
test e2e soak: export KADRY_BINARY := $(CURDIR)/bin/kadry

.PHONY: help run setup test soak short bench shots eval gen verify lint vuln e2e fmt

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-8s %s\n", $$1, $$2}'

run: ## start with the bundled sample data
	$(GO) run ./cmd/kadry serve --sample

setup: ## install what the tests need: PostgreSQL, Redis, Node packages, Chromium, PHP and Python; build everything
	@tools/setup.sh
	$(GO) build -o bin/kadry ./cmd/kadry
	$(GO) list -test -export ./... >/dev/null
	@$(LINES); $(GO) list -test -export $(RACE) $$(tools/raced.sh) >/dev/null

# What the detector would spoil, measures of work, is taken without it. Vet has seen the tests.
test: setup ## install what is missing and run everything, race detector on where goroutines are
	$(GO) vet ./...
	@$(LINES); $(GO) test $(RACE) $(ONCE) $$(tools/raced.sh)
	$(GO) test $(ONCE) $$(tools/raced.sh -v)
	$(GO) test $(ONCE) -run '^TestGrowth' ./internal/app
	$(GO) -C tools/dev vet ./...
	$(GO) -C tools/dev test ./...

short: ## the tests that need neither a service nor a browser
	$(GO) test -short ./...
	$(GO) -C tools/dev test -short ./...

e2e: setup ## the binary, the protocol clients and the browser only
	$(GO) test -count=1 -timeout 30m ./internal/e2e/... ./internal/*/*e2e ./internal/mcpserver/... ./internal/webui/... ./internal/*/*web

soak: setup ## everything that is tried by chance, ten times as often; takes hours
	KADRY_TEST_EFFORT=10 $(GO) test -count=1 -timeout 10h ./...
	$(GO) test $(RACE_ALL) -count=1 -timeout 10h $$(tools/raced.sh)

bench: ## figures of docs/performance.md
	@tools/bench.sh

shots: ## take the pictures of docs/images from the sample data (needs Chromium)
	$(GO) build -o bin/kadry ./cmd/kadry
	KADRY_CHROMIUM=$${KADRY_CHROMIUM:-$$(command -v chromium || command -v chromium-browser || command -v google-chrome)} node tools/browser/screenshots.mjs bin/kadry docs/images

eval: ## figures of docs/quality.md over DATA (a folder of labelled data)
	$(GO) run ./cmd/kadry-eval talent --data $(DATA)/cv
	$(GO) run ./cmd/kadry-eval exam --data $(DATA)/sdamgia
	$(GO) run ./cmd/kadry-eval grading --data $(DATA)/grading
	$(GO) run ./cmd/kadry-eval evidence --data $(DATA)/github/world
	$(GO) run ./cmd/kadry-eval market --data $(DATA)/hh
	$(GO) run ./cmd/kadry-eval code --data $(DATA)/code

gen: ## regenerate templates, schemas, reference pages
	$(TOOL) templ generate -path internal -log-level error
	$(GO) run ./cmd/kadry docs --write .
	$(GO) test ./internal/interview/bank -update

verify: gen ## fail when a generated file is not current
	@git diff --exit-code -- api docs README.md internal/interview/bank/questions.gob "internal/*_templ.go" || (echo "generated files are not current: commit what 'make gen' wrote"; exit 1)
	@test -z "$$($(TOOL) gofumpt -l cmd internal tools/dev | grep -v _templ.go)" || (echo "gofumpt wants:"; $(TOOL) gofumpt -l cmd internal tools/dev; exit 1)

fmt: ## format
	$(TOOL) gofumpt -w cmd internal tools/dev

lint: ## golangci-lint with the project's configuration
	$(TOOL) golangci-lint run ./...
	cd tools/dev && $(GO) tool -modfile=../go.mod golangci-lint run ./...

vuln: ## known vulnerabilities in what we call
	$(TOOL) govulncheck ./...
