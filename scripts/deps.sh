#!/bin/sh
# Installs the Debian packages that building and testing need, if any is missing. LLVM=19 in the
# environment takes that version of LLVM, 20 and 21 likewise, in place of 22.
#
# For Debian 12, which has LLVM 19, and 22 in its security archive; run as root, or with sudo
# installed. On other systems it only says what to install.
set -eu

version=${LLVM:-22}
packages="clang-$version clang-tools-$version lld-$version llvm-$version-dev llvm-$version-tools
    libclang-rt-$version-dev clang-format-22
    cmake ninja-build make gcc g++ libc6-dev binutils bash libmpfr-dev libgmp-dev libisl-dev
    libopenblas-dev liblapack-dev liblapacke-dev libeigen3-dev libboost-dev
    pkg-config libopenmpi-dev openmpi-bin libmpich-dev mpich
    rocm-device-libs
    meson ccache distcc libtool automake
    dpkg-dev lintian mandoc zsh ruby nix-bin yamllint python3-yaml mkdocs"
# Compiles Fortran; tests are skipped without it.
[ "$version" -lt 22 ] || packages="$packages flang-$version"
# Debian has these of one version at a time: where those of 22 are, they stay, and tests that need
# them fail with another version.
libraries="libomp libc++ libc++abi"

is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]
}

missing() {
    for package in $packages; do
        is_installed "$package" || printf ' %s' "$package"
    done
    for library in $libraries; do
        is_installed "$library-22-dev" || is_installed "$library-$version-dev" ||
            printf ' %s' "$library-$version-dev"
    done
}

say() {
    printf '%s\n' "$*" >&2
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "No apt-get here; these must be installed:" $packages
    say "and of LLVM $version:" $libraries
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
    say "Installation failed. Debian 12 has LLVM 19; LLVM 22 is in the suite bookworm-security of"
    say "deb.debian.org/debian-security, which must be among the sources of apt."
    exit 1
fi
