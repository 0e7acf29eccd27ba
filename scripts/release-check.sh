#!/bin/sh
# What takes too long for every change and must hold before a release; some hours on two cores.
#   sh scripts/release-check.sh [PART...]      # debian wheels browsers commands; all of them without a name
# Each part runs whatever became of the one before, and its row of docs/release-check.md is written anew, to be committed:
# the day, the commit, and what it said. A part that cannot run here (no root, no debootstrap) has not passed.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
logs=$(mktemp -d)
page=docs/release-check.md
parts="debian wheels browsers commands"
commit=$(git rev-parse --short HEAD)
[ -z "$(git status --porcelain -- ":!$page")" ] || commit="$commit, with changes that are not committed"
failed=""

debian() {
  for suite in bookworm trixie; do
    echo "== Debian $suite"
    SUITE=$suite sh scripts/bare-debian.sh "$logs/$suite" || return 1
    rm -rf "${logs:?}/$suite"
  done
}
wheels() { sh scripts/try-wheels.sh; }
browsers() {
  [ -d tests/release ] || { echo "tests/release/ is not there: nothing walked the page in three engines."; return 1; }
  CI=true $python -m pytest -q -m release tests/release
}
commands() { $python -m scripts.try_commands; }

run() {
  began=$(date +%s)
  echo "== $1" >&2
  if "$1" >"$logs/$1.log" 2>&1; then said=passed; else said="**failed**"; failed="$failed $1"; fi
  last=$(grep -v '^[[:space:]]*$' "$logs/$1.log" | tail -n 1 | tr '|' '/' | cut -c 1-160)
  took=$((($(date +%s) - began) / 60))
  echo "| $1 | $said | $(date -u +%Y-%m-%d) | $commit | $took min | $last |" >"$logs/$1.row"
  echo "$1: $said, see $logs/$1.log" >&2
}

for part in ${*:-$parts}; do
  case " $parts " in *" $part "*) run "$part" ;; *) echo "No such part: $part" >&2; exit 2 ;; esac
done
{
  printf '# The last release check\n\nWhat each part of `make release-check` said when it was last run.\n\n'
  printf '| part | | on | at commit | took | said last |\n|---|---|---|---|---|---|\n'
  for part in $parts; do
    cat "$logs/$part.row" 2>/dev/null || grep "^| $part |" "$page" || echo "| $part | not run on this version | | | | |"
  done
} >"$logs/page"
cp "$logs/page" "$page"
echo "$page is written: commit it." >&2
[ -z "$failed" ] || { echo "Failed:$failed" >&2; exit 1; }
