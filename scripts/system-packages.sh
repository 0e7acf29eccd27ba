#!/bin/sh
# Installs the programs that the tests use (Tesseract, Chromium, PostgreSQL, strace) where that is possible without asking;
# otherwise says which tests will be skipped for want of them.
set -eu
missing=""
command -v tesseract >/dev/null 2>&1 || missing="$missing tesseract-ocr"
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
  command -v google-chrome >/dev/null 2>&1 || missing="$missing chromium"
command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v strace >/dev/null 2>&1 || missing="$missing strace"
# Playwright's driver is a program of its own that needs this library.
ldconfig -p 2>/dev/null | grep -q libatomic.so.1 || missing="$missing libatomic1"
[ -n "$missing" ] || exit 0

if command -v apt-get >/dev/null 2>&1; then
  if [ "$(id -u)" -eq 0 ]; then sudo=""; elif sudo -n true 2>/dev/null; then sudo="sudo -n"; else sudo=no; fi
  if [ "$sudo" != no ]; then
    echo "Installing$missing …" >&2
    # shellcheck disable=SC2086
    if $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
    then exit 0; fi
  fi
fi
echo "Not installed:$missing. The tests that use them are skipped. To run them: apt install$missing (as root)." >&2
