#!/bin/sh
# Configures, if need be, and builds into build/.
set -eu
cd "$(dirname "$0")/.."

jobs=${JOBS:-2}
home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' build/CMakeCache.txt 2>/dev/null || true)
if [ -n "$home" ] && [ "$home" != "$(pwd -P)" ]; then
    rm -rf build # made for another place
    home=
fi
[ -n "$home" ] || cmake -S . -B build -G Ninja
cmake --build build -j "$jobs"
