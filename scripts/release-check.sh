#!/bin/sh
# What takes too long for every change and must hold before a release; some hours on two cores.
#   sh scripts/release-check.sh [PART...]      # debian wheels browsers commands; all of them without a name
# Each part runs whatever became of the one before. A whole run writes docs/release-check.md, to be committed: the date,
# the commit, and what each part said. A part that cannot run here (no root, no debootstrap) has not passed.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
logs=$(mktemp -d)
commit=$(git rev-parse HEAD)
[ -z "$(git status --porcelain)" ] || commit="$commit, with changes that are not committed"
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
  CI=true $python -m pytest -q tests/release
}
commands() { $python -m scripts.try_commands; }

run() {
  began=$(date +%s)
  echo "== $1" >&2
  if "$1" >"$logs/$1.log" 2>&1; then said=passed; else said="**failed**"; failed="$failed $1"; fi
  last=$(grep -v '^[[:space:]]*$' "$logs/$1.log" | tail -n 1 | tr '|' '/' | cut -c 1-160)
  echo "| $1 | $said | $((($(date +%s) - began) / 60)) min | $last |" >>"$logs/table"
  echo "$1: $said, see $logs/$1.log" >&2
}

for part in ${*:-debian wheels browsers commands}; do
  case $part in debian | wheels | browsers | commands) run "$part" ;; *) echo "No such part: $part" >&2; exit 2 ;; esac
done
if [ $# -eq 0 ]; then
  {
    printf '# The last release check\n\n`make release-check` on %s, at commit %s.\n\n' "$(date -u +%Y-%m-%d)" "$commit"
    printf '| part | | took | said last |\n|---|---|---|---|\n'
    cat "$logs/table"
  } >docs/release-check.md
  echo "docs/release-check.md is written: commit it." >&2
fi
[ -z "$failed" ] || { echo "Failed:$failed" >&2; exit 1; }
