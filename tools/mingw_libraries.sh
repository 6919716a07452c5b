#!/bin/sh
# Puts what kamm_io needs (cJSON, libpng, zlib), built for 64-bit Windows, into a folder where the preset
# mingw64 finds it. Quick if it is there. Debian builds zlib for MinGW; the others come as source.
#
# Usage: tools/mingw_libraries.sh [FOLDER]      build/mingw64-libraries if it is not given
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
folder=${1:-$root/build/mingw64-libraries}
mkdir -p "$folder/lib/pkgconfig" "$folder/build"
folder=$(CDPATH='' cd -- "$folder" && pwd -P)
zlib=/usr/x86_64-w64-mingw32

# build PACKAGE LIBRARY CMAKE-OPTION…: with the package's own CMake files, which also write its .pc.
build()
{
    package=$1 library=$2
    shift 2
    [ ! -e "$folder/lib/pkgconfig/$library.pc" ] || return 0
    sh "$root/tools/fetch_source.sh" "$package" "$folder/source"
    if ! {
        cmake -G Ninja -S "$folder/source/$package" -B "$folder/build/$package" \
            -DCMAKE_TOOLCHAIN_FILE="$root/cmake/mingw64.cmake" -DKAMM_MINGW_LIBRARIES="$folder" \
            -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$folder" "$@" &&
            cmake --build "$folder/build/$package" --target install -j 2
    } >"$folder/log.txt" 2>&1; then
        cat "$folder/log.txt" >&2
        exit 1
    fi
}

# Debian's zlib, without its DLL, which CMake would prefer.
cp "$zlib/lib/libz.a" "$folder/lib"
sed "s|$zlib/lib|$folder/lib|" "$zlib/lib/pkgconfig/zlib.pc" >"$folder/lib/pkgconfig/zlib.pc"
# cJSON's own flags ask for a stack protector, which is a library of its own here.
build cjson libcjson -DBUILD_SHARED_LIBS=OFF -DENABLE_CJSON_TEST=OFF -DENABLE_CUSTOM_COMPILER_FLAGS=OFF
build libpng libpng -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF
