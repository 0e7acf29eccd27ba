#!/bin/sh
# Types and lint of the page's scripts. Needs node with npx; without it, says so and lets the rest of the checks pass,
# except where CI must not skip.
set -eu
cd "$(dirname "$0")/.."
if ! command -v npx >/dev/null; then
  echo "node is not installed: the page's scripts are not checked" >&2
  [ "${CI:-}" != true ]
  exit
fi
npx --yes --package typescript@5.9.3 -- tsc --project api/page/jsconfig.json
npx --yes oxlint@1.93.0 api/page
