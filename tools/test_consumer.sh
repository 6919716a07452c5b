#!/bin/sh
# Kamm in the projects of others, each with the README's first car: installed to an empty folder that is then
# moved, found by CMake and pkg-config, in C and C++, with and without the libraries of kamm_io; and as a part
# of a project, by add_subdirectory and FetchContent, which must leave the parent's cache alone. And the
# numbered examples, each alone.
#
# Usage: tools/test_consumer.sh BUILD
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=$1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

fail()
{
    echo "$0: $1" >&2
    exit 1
}

# drives PROGRAM: a small car at full throttle does 15 to 35 m/s after 10 s.
drives()
{
    said=$("$1")
    echo "$1: $said"
    echo "$said" | awk '{ exit !($1 > 15 && $1 < 35 && $2 == "m/s") }'
}

# configures FOLDER SOURCE OPTION…
configures()
{
    folder=$1 from=$2
    shift 2
    cmake -G Ninja -S "$from" -B "$folder" "$@" >log 2>&1 || fail "$folder: $(cat log)"
}

# refuses WORDS OPTION…: the project with kamm_io can't be configured, and CMake says why.
refuses()
{
    words=$1
    shift
    rm -rf refused
    ! cmake -G Ninja -S . -B refused "$@" >log 2>&1 || fail "configured without $words"
    grep -q "$words" log || fail "it did not say '$words' but: $(cat log)"
}

installed()
{
    cmake --install "$build" --prefix "$place/first"
    mv "$place/first" "$place/kamm"
    KAMM_DATA=$place/kamm/share/kamm
    PKG_CONFIG_PATH=$(dirname "$(find "$place/kamm" -name kamm.pc)")
    export KAMM_DATA PKG_CONFIG_PATH
    "$place/kamm/bin/kamm" list
    [ "$("$place/kamm/bin/kamm" --version)" = "kamm $(pkg-config --modversion kamm)" ] || fail 'versions differ'
}

by_cmake()
{
    configures build . -DCMAKE_PREFIX_PATH="$place/kamm" -DREADER=ON
    cmake --build build
    drives build/car
    drives build/reader
}

# Without pkg-config and cJSON the core is still found.
core_by_cmake()
{
    set -- -DCMAKE_PREFIX_PATH="$place/kamm" -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON
    configures core . "$@"
    cmake --build core
    drives core/car
    refuses 'Kamm::io needs pkg-config and the libraries libcjson and libpng' "$@" -DREADER=ON
    find "$place/kamm" -name 'KammIoTargets*.cmake' -delete
    refuses 'this Kamm was built without kamm_io' -DCMAKE_PREFIX_PATH="$place/kamm" -DREADER=ON
}

# Strict C++ must take every header, alone.
by_pkg_config()
{
    for header in "$place"/kamm/include/kamm/*.h; do
        echo "#include <kamm/$(basename "$header")>" >header.cpp
        g++ -std=c++17 -Wall -Wextra -pedantic -Werror $(pkg-config --cflags kamm) -fsyntax-only header.cpp
    done
    g++ -x c++ $(pkg-config --cflags kamm) car.c -x none -o car $(pkg-config --libs kamm)
    g++ -x c++ $(pkg-config --cflags kamm_io) reader.c -x none -o reader $(pkg-config --libs kamm_io)
    drives ./car
    drives ./reader
}

# Each numbered example by the line in its head.
examples_alone()
{
    mkdir examples
    cp "$source"/examples/[0-9]*.c examples
    for example in examples/[0-9]*.c; do
        name=$(basename "$example" .c)
        line=$(sed -n 's|^ \*  *\(cc .*)\).*|\1|p' "$example")
        (cd examples && eval "$line" && "./$name" >said) || fail "$name, built by '$line'"
    done
}

# With the options of ./dev and in a folder as deep as its build, so that ccache has the objects; made new each time, as its cache is looked at.
as_part()
{
    cp car.c within
    configures fetched within -DKAMM_SOURCE="$source" -DFETCH=ON
    part=${build}_part
    rm -rf "$part"
    set -- -DKAMM_SOURCE="$source" -DCMAKE_BUILD_TYPE=Release -DKAMM_WERROR=ON
    ! command -v ccache >/dev/null ||
        set -- "$@" "-DCMAKE_C_COMPILER_LAUNCHER=env;CCACHE_BASEDIR=$source;CCACHE_NOHASHDIR=1;CCACHE_DEPEND=1;ccache"
    configures "$part" within "$@"
    cmake --build "$part" --target car
    drives "$part/car"
    rm -rf "$part"
}

installed
cp -r "$source/test/consumer" "$place/project"
cd "$place/project"
awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' "$source/README.md" >car.c
by_cmake
by_pkg_config
examples_alone
as_part
core_by_cmake
