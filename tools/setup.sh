#!/usr/bin/env bash
# Installs what the tests need and the machine lacks: PostgreSQL and Redis binaries, Node packages,
# a Chromium, the interpreters of the webhook samples. Everything is optional for a developer: tests say what they skip. With
# CI=true a test that lacks its service fails.
set -uo pipefail
cd "$(dirname "$0")"

have() { command -v "$1" >/dev/null 2>&1; }
wanted=()
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || have postgres || wanted+=(postgresql)
have redis-server || wanted+=(redis-server)
have chromium || have chromium-browser || have google-chrome || wanted+=(chromium)
have npm || wanted+=(nodejs npm)
have pdftotext || wanted+=(poppler-utils)
have php || wanted+=(php-cli)
have python3 || wanted+=(python3)

if ((${#wanted[@]})); then
  if have apt-get && [ "$(id -u)" = 0 ]; then
    echo "setup: installing ${wanted[*]}"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends "${wanted[@]}" >/dev/null ||
      echo "setup: could not install ${wanted[*]}; tests that need them will say so" >&2
  else
    echo "setup: missing ${wanted[*]}; install them to run every test" >&2
  fi
fi

# Node packages are pinned by their lock files; a stamp avoids reinstalling.
for dir in conformance browser pgvector; do
  [ -f "$dir/package-lock.json" ] || continue
  if [ ! -d "$dir/node_modules" ] || [ "$dir/package-lock.json" -nt "$dir/node_modules/.kadry-stamp" ]; then
    have npm || { echo "setup: npm is missing, $dir is not installed" >&2; continue; }
    echo "setup: installing Node packages of tools/$dir"
    (cd "$dir" && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.kadry-stamp) ||
      echo "setup: npm ci failed in tools/$dir; tests that need it will say so" >&2
  fi
done
exit 0
