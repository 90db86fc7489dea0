#!/usr/bin/env bash
# The packages that start goroutines, in the product or in its tests: those that the race
# detector is for. With -v the other ones. It makes a test five times as slow. Tests over the
# binary start goroutines too, but what they try runs in other processes, without a detector.
set -euo pipefail
cd "$(dirname "$0")/.."
go list -f '{{.Dir}} {{.ImportPath}}' ./... | while read -r dir path; do
  raced=no
  if grep -qsE '(^|[[:space:]])go (func\(|[A-Za-z_.]+\()|\.Go\(' "$dir"/*.go && ! grep -qs 'e2e/e2etest"' "$dir"/*_test.go; then
    raced=yes
  fi
  [[ $raced == yes && ${1:-} != -v || $raced == no && ${1:-} == -v ]] && echo "$path"
done
exit 0
