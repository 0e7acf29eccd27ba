#!/bin/sh
# Tries the README on a bare Debian (SUITE, else bookworm, Debian 12): debootstrap's smallest system with python3, python3-venv, make and git.
#   sudo sh scripts/bare-debian.sh [FOLDER] [ARGS for pytest]
# `make score` runs as an ordinary user, `make test` as root, which may install what the tests use.
set -eu
[ "$(id -u)" -eq 0 ] || { echo "Run it as root: debootstrap and chroot need that." >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "Install debootstrap first: apt install debootstrap" >&2; exit 1; }
source=$(cd "$(dirname "$0")/.." && pwd)
root=${1:-$(mktemp -d)/bare}
arguments=${2:-}

leave() { umount "$root/proc" "$root/dev/shm" "$root/dev/pts" "$root/dev" 2>/dev/null || true; }
trap leave EXIT INT TERM

[ -x "$root/usr/bin/git" ] ||
  debootstrap --variant=minbase --include=python3,python3-venv,make,git,ca-certificates "${SUITE:-bookworm}" "$root"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind /dev/pts "$root/dev/pts" # for tests that need a terminal
mount -t tmpfs tmpfs "$root/dev/shm"
# The ways out of this machine, where it has its own: names, certificates, package sources.
for file in /etc/resolv.conf /etc/ssl/certs/ca-certificates.crt /etc/pip.conf; do
  [ ! -e "$file" ] || { mkdir -p "$root$(dirname "$file")"; cp -L "$file" "$root$file"; }
done
for file in /etc/apt/apt.conf.d/*artifact* /etc/apt/apt.conf.d/*proxy*; do [ ! -e "$file" ] || cp "$file" "$root$file"; done

chroot "$root" sh -c 'id player >/dev/null 2>&1 || useradd --create-home player'
rm -rf "$root/home/player/qwords"
git clone --quiet --no-hardlinks "$source" "$root/home/player/qwords"
chroot "$root" chown -R player:player /home/player/qwords
run() { chroot "$root" env -i HOME="$1" PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
  PIP_DEFAULT_TIMEOUT=180 su "$2" -c "cd /home/player/qwords && $3"; }
echo "== make score, as an ordinary user"
run /home/player player "make score"
echo "== make test, as root"
chroot "$root" git config --global --add safe.directory /home/player/qwords
run /root root "make test ARGS='$arguments'"
