#!/bin/sh
# Installs the Debian packages that building and testing need, if any is missing.
#
# For Debian 12, whose security archive has LLVM 22; run as root, or with sudo
# installed. On other systems it only says what to install.
set -eu

packages="clang-22 clang-tools-22 lld-22 llvm-22-dev llvm-22-tools
    libclang-rt-22-dev clang-format-22
    cmake ninja-build make gcc g++ libc6-dev binutils bash libmpfr-dev libgmp-dev libisl-dev
    libopenblas-dev liblapack-dev liblapacke-dev libeigen3-dev libboost-dev libomp-22-dev
    libc++-22-dev libc++abi-22-dev pkg-config libopenmpi-dev openmpi-bin libmpich-dev mpich
    rocm-device-libs
    dpkg-dev lintian mandoc zsh ruby nix-bin yamllint python3-yaml mkdocs"

missing() {
    for package in $packages; do
        status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$status" = installed ] || printf ' %s' "$package"
    done
}

say() {
    printf '%s\n' "$*" >&2
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "No apt-get here; these must be installed:" $packages
    exit 0
fi

absent=$(missing)
[ -n "$absent" ] || exit 0

root=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        say "Missing packages, and no right to install them:$absent"
        exit 1
    fi
    root=sudo
fi

export DEBIAN_FRONTEND=noninteractive
apt_get() {
    $root env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 "$@"
}

apt_get update
if ! apt_get install --no-install-recommends $absent; then
    say "Installation failed. LLVM 22 for Debian 12 is in the suite bookworm-security of"
    say "deb.debian.org/debian-security; it must be among the sources of apt."
    exit 1
fi
