#!/bin/sh
# Installs Kamm to an empty folder, moves that, and builds the README's first car against it: in C
# through the CMake package, in C++ through pkg-config. Usage: test_consumer.sh BUILD
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=$1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

cmake --install "$build" --prefix "$place/first"
mv "$place/first" "$place/kamm"
KAMM_DATA=$place/kamm/share/kamm
PKG_CONFIG_PATH=$(dirname "$(find "$place/kamm" -name kamm.pc)")
export KAMM_DATA PKG_CONFIG_PATH

awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' "$source/README.md" >"$place/readme.c"
cmp "$place/readme.c" "$source/test/consumer/car.c"

# drives PROGRAM: a small car with 59 kW does 15 to 35 m/s after 10 s.
drives()
{
    said=$("$1")
    echo "$1: $said"
    echo "$said" | awk '{ exit !($1 > 15 && $1 < 35 && $2 == "m/s") }'
}

cmake -S "$source/test/consumer" -B "$place/c" -G Ninja -DCMAKE_PREFIX_PATH="$place/kamm"
cmake --build "$place/c"
drives "$place/c/car"

# Only the headers that are installed, each for itself, in strict C++.
for header in "$place"/kamm/include/kamm/*.h; do
    echo "#include <kamm/$(basename "$header")>"
done >"$place/all.cpp"
flags=$(pkg-config --cflags kamm_io)
g++ -std=c++17 -Wall -Wextra -pedantic -Werror $flags -fsyntax-only "$place/all.cpp"
g++ -x c++ $flags "$source/test/consumer/car.c" -x none -o "$place/cpp" $(pkg-config --libs kamm_io)
drives "$place/cpp"

"$place/kamm/bin/kamm" list
