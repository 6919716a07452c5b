#!/bin/sh
# Installs Kamm to an empty folder, moves that, and builds against it the README's first car and one
# that comes from a file: in C through the CMake package, in C++ through pkg-config.
#
# Usage: tools/test_consumer.sh BUILD
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=$1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

# drives PROGRAM: a small car at full throttle does 15 to 35 m/s after 10 s.
drives()
{
    said=$("$1")
    echo "$1: $said"
    echo "$said" | awk '{ exit !($1 > 15 && $1 < 35 && $2 == "m/s") }'
}

cmake --install "$build" --prefix "$place/first"
mv "$place/first" "$place/kamm"
KAMM_DATA=$place/kamm/share/kamm
PKG_CONFIG_PATH=$(dirname "$(find "$place/kamm" -name kamm.pc)")
export KAMM_DATA PKG_CONFIG_PATH
"$place/kamm/bin/kamm" list

cp -r "$source/test/consumer" "$place/project"
cd "$place/project"
awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' "$source/README.md" >car.c
cmake -S . -B build -G Ninja -DCMAKE_PREFIX_PATH="$place/kamm"
cmake --build build
drives build/car
drives build/reader

# Strict C++ must take every header, alone.
for header in "$place"/kamm/include/kamm/*.h; do
    echo "#include <kamm/$(basename "$header")>" >header.cpp
    g++ -std=c++17 -Wall -Wextra -pedantic -Werror $(pkg-config --cflags kamm) -fsyntax-only header.cpp
done
g++ -x c++ $(pkg-config --cflags kamm) car.c -x none -o car $(pkg-config --libs kamm)
g++ -x c++ $(pkg-config --cflags kamm_io) reader.c -x none -o reader $(pkg-config --libs kamm_io)
drives ./car
drives ./reader
