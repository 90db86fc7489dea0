#!/usr/bin/env bash
# Prints the figures of docs/performance.md: the product under load, interviews, then a tool
# call beside other MCP servers. Takes about ten minutes on two cores; nothing else should run meanwhile.
# Arguments go to the load command, see `go -C tools/dev run ./load -help`.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}

echo "## Under load"
echo
"$go" -C tools/dev run ./load "$@"
echo
echo "## Interviews"
echo
echo '```'
"$go" test ./internal/interview/interviewe2e -run XXX -bench BenchmarkInterview -benchtime 1x
"$go" test ./internal/jobs -run XXX -bench . -benchtime 5000x
"$go" test ./internal/interview/marking -run XXX -bench Mark
echo '```'
echo
echo "## A tool call beside other servers"
echo
echo '```'
"$go" -C tools/dev run ./mcpbench
echo '```'
