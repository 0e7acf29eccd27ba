#!/bin/sh
# The steps of the image, in two parts so that a change in the program does not install its dependencies again:
#   image.sh dependencies TARGET   a virtual environment at TARGET with exactly what requirements.lock names
#   image.sh program TARGET        the program itself, with its models, word lists and page, and a first look at it
# Run in the folder that holds requirements.lock and, for the second part, the source. PYTHON names the interpreter.
set -eu
part=$1
target=$2
pip="$target/bin/python -m pip --disable-pip-version-check --no-input --quiet"

case "$part" in
dependencies)
  "${PYTHON:-python3}" -m venv "$target"
  $pip install --require-hashes --only-binary :all: --requirement requirements.lock
  ;;
program)
  $pip install --no-deps .
  # It must work from any folder, without the source beside it.
  cd /
  "$target/bin/qwords" grid SUPER/TRIPH/RNLOI/ATECT/PMHHE --lang en >/dev/null
  "$target/bin/python" -c 'from scanner import make_reader; make_reader("cnn"); from api.app import create_app; create_app()'
  "$target/bin/python" -c 'import pillow_heif'  # photos of iPhones
  ;;
*)
  echo "usage: image.sh dependencies|program TARGET" >&2
  exit 2
  ;;
esac
