#!/bin/sh
# kamm.hpp in C++17 and C++20, with and without exceptions, by each compiler that is there: it compiles without warnings, and drives
# to the hashes that C drives to.
#
# Usage: tools/test_cpp.sh BUILD
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$(CDPATH='' cd -- "$1" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
warnings='-Wall -Wextra -Wshadow -Wconversion -Werror'

cc -std=c17 -O1 -Iinclude test/bindings/drive.c "$build/libkamm.a" -lm -o "$work/c"
"$work/c" >"$work/expected"
cat "$work/expected"

for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    for options in -std=c++17 -std=c++20 '-std=c++17 -fno-exceptions -fno-rtti'; do
        # shellcheck disable=SC2086
        $compiler $options -O1 $warnings -Iinclude test/bindings/drive.cpp "$build/libkamm.a" -lm -o "$work/cpp"
        "$work/cpp" >"$work/told" || { cat "$work/told" && exit 1; }
        cmp "$work/expected" "$work/told"
        echo "$compiler $options: the same"
    done
done
