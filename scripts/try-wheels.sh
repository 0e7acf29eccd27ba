#!/bin/sh
# Builds the wheel and installs it with each extra into an environment of its own, as a user does, far from the source.
#   sh scripts/try-wheels.sh [EXTRA...]        # base, and every extra of pyproject.toml, without a name
set -eu
cd "$(dirname "$0")/.."
source=$PWD
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
pip="-m pip --disable-pip-version-check --no-input --quiet"
.venv/bin/python $pip wheel --no-deps --wheel-dir "$place" .
wheel=$(ls "$place"/*.whl)
extras=${*:-base $(.venv/bin/python -c 'import tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"])')}
photo=$source/samples/classic-en/photo.jpg

for extra in $extras; do
  echo "== $extra"
  home=$place/$extra
  "${PYTHON:-python3}" -m venv "$home"
  if [ "$extra" = base ]; then wanted=$wheel; else wanted="$wheel[$extra]"; fi
  "$home/bin/python" $pip install "$wanted"
  cd "$home" # the source must not be found beside the program
  bin/qwords doctor
  bin/qwords grid SUPER/TRIPH/RNLOI/ATECT/PMHHE --lang en | grep -q 'Total: 52'
  bin/qwords score "$photo" --json | grep -q '"total": 66'
  bin/python -m pip check
  case $extra in tournament | all) bin/qwords tournament run "$photo" --out cup --jobs 1 || [ $? -eq 3 ] ;; esac
  case $extra in
    api | all)
      QWORDS_DATA=$home/data QWORDS_WORKERS=1 bin/qwords serve --port 0 2>serve.log &
      service=$!
      for _ in $(seq 60); do address=$(grep -m 1 -o 'http://[0-9.]*:[0-9]*' serve.log) && break; sleep 1; done
      bin/python -c 'import sys, urllib.request as u; assert u.urlopen(sys.argv[1] + "/healthz").status == 200' "$address"
      kill "$service"
      wait "$service" || true
      ;;
  esac
  case $extra in cluster | all) bin/python -c 'import distributed' ;; esac
  case $extra in heic | all) bin/python -c 'import pillow_heif' ;; esac
  cd "$source"
  rm -rf "$home"
done
echo "The wheel works with: $(echo $extras)"
