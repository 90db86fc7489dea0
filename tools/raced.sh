#!/usr/bin/env bash
# The packages that start goroutines, in the product or in its tests: those that the race
# detector is for. With -v the other ones. It makes a test five times as slow.
set -euo pipefail
cd "$(dirname "$0")/.."
go list -f '{{.Dir}} {{.ImportPath}}' ./... | while read -r dir path; do
  if grep -qsE '(^|[[:space:]])go (func\(|[A-Za-z_.]+\()|\.Go\(' "$dir"/*.go; then
    [[ ${1:-} == -v ]] || echo "$path"
  else
    [[ ${1:-} != -v ]] || echo "$path"
  fi
done
