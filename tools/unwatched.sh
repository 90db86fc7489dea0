#!/usr/bin/env bash
# Our packages that the race detector need not watch inside, as flags of go, one in a line: rules
# over text and numbers. They start nothing, wait for nothing, lock nothing and share only what
# sync.OnceValue made, and whoever calls them from several goroutines is watched. Watching makes
# them five times as slow; `make soak` does. Nothing is inlined (-l), since a lock of another package
# that is inlined here would be one that the detector does not see.
set -euo pipefail
cd "$(dirname "$0")/.."
imports=' (context|net/http|database/sql|sync/atomic|unique|golang\.org/x/sync/[a-z]+) '
shares='sync\.([A-NP-Z]|Once\b)|(^|[[:space:]])go (func\(|[A-Za-z_.]+\()|\bchan\b'
go list -f '{{.Dir}} {{.ImportPath}} {{join .Imports " "}} ' ./internal/... | while read -r dir path used; do
  [[ " $used " =~ $imports ]] && continue
  code=$(cat "$dir"/*.go | sed -E 's/"([^"\\]|\\.)*"//g; s,//.*,,')
  grep -qE "$shares" <<<"$code" || printf -- '-gcflags=%s=-race=false -l\n' "$path"
done
