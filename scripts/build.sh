#!/bin/sh
# Configures, if need be, and builds: into build/, or, with LLVM=19 in the environment, with that
# version of LLVM into build-19/; likewise with 20 and 21. With words, these targets only.
set -eu
cd "$(dirname "$0")/.."

jobs=${JOBS:-2}
version=${LLVM:-22}
tree=build
[ "$version" = 22 ] || tree=build-$version
home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$tree/CMakeCache.txt" 2>/dev/null || true)
if [ -n "$home" ] && [ "$home" != "$(pwd -P)" ]; then
    rm -rf "$tree" # made for another place
    home=
fi
[ -n "$home" ] || cmake -S . -B "$tree" -G Ninja -DENZCC_LLVM_VERSION="$version"
cmake --build "$tree" -j "$jobs" ${*:+--target} "$@"
