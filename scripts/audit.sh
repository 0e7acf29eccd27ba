#!/bin/sh
# Looks every package of requirements.lock up among the known weaknesses (pip-audit, in an environment of its own).
#   audit.sh PYTHON
# Without a network it says so and ends well: an audit that cannot be made is no failure of the program.
set -eu
tools=.venv/audit
[ -x "$tools/bin/pip-audit" ] || {
  "$1" -m venv "$tools"
  "$tools/bin/python" -m pip --disable-pip-version-check --quiet install 'pip-audit>=2.7,<3' ||
    { echo "No network: the packages were not audited." >&2; rm -rf "$tools"; exit 0; }
}
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
if "$tools/bin/pip-audit" --disable-pip --require-hashes --requirement requirements.lock >"$answer" 2>&1; then
  # A mirror knows the packages but not their weaknesses; pip-audit skips what it cannot look up, and calls that well.
  skipped=$(grep -c 'could not be audited' "$answer") || skipped=0
  [ "$skipped" -eq 0 ] && { cat "$answer"; exit 0; }
  echo "$skipped packages cannot be looked up in the list of weaknesses: they were not audited." >&2
  exit 0
fi
if grep -qE 'ConnectionError|ConnectTimeout|ProxyError|Temporary failure|Max retries' "$answer"; then
  echo "The list of weaknesses cannot be reached: the packages were not audited." >&2
  exit 0
fi
cat "$answer" >&2
exit 1
