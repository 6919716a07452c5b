#!/bin/sh
# The core for other systems by zig: headers, static and shared library, CMake and pkg-config files, for each target in
# FOLDER/installed/TARGET. What the libraries have to do is shown by tools/test_zig.sh, which builds them likewise.
#
# Usage: tools/core_libraries.sh FOLDER JOBS [TARGET…]    FOLDER is kept
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/tools/zig.sh"
mkdir -p "$1"
folder=$(CDPATH='' cd -- "$1" && pwd -P)
jobs=$2
shift 2
[ $# -gt 0 ] || set -- $zig_targets
install_zig "$folder"

for target; do
    prefix=$folder/installed/$target
    rm -rf "$prefix"
    for shared in ON OFF; do # the files for CMake are those of the last one: static
        build=$folder/$target-$shared
        configure_core "$root" "$build" "$target" -DKAMM_TESTS=OFF -DBUILD_SHARED_LIBS=$shared
        cmake --build "$build" -j "$jobs" --target kamm
        cmake --install "$build" --prefix "$prefix"
    done
    cp "$root/LICENSE" "$prefix"
done
