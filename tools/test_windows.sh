#!/bin/sh
# Kamm on Windows: both libraries built by MinGW-w64, run in Wine. The hashes are the constants at every width.
# The output of programs (drives from vehicle files, a pile-up on threads, files, road tests) is that of the
# native build, byte for byte. tools/setup.sh lists what it needs (windows).
#
# Usage: tools/test_windows.sh NATIVE_BUILD FOLDER JOBS    where libkamm.a and libkamm_io.a are; FOLDER is kept
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
native=$(CDPATH='' cd -- "$1" && pwd -P)
mkdir -p "$2"
folder=$(CDPATH='' cd -- "$2" && pwd -P)
jobs=$3
cd "$root"

# first COMMAND…: the path of the first that there is.
first()
{
    for command; do
        ! command -v "$command" || return 0
    done
}

wine=$(first wine64 /usr/lib/wine/wine64 wine)
wineserver=$(first wineserver /usr/lib/wine/wineserver)

# A Windows of our own, without a window, which is gone afterwards.
work=$(mktemp -d "$folder/run.XXXXXX")
end()
{
    timeout 60 "$wineserver" -k || :
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM
unset DISPLAY WAYLAND_DISPLAY
export WINEPREFIX="$work/wine" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe='

# Wine says that it makes its folder, and what it misses there.
on_windows()
{
    timeout 600 "$wine" "$@" 2>"$work/said" || { cat "$work/said" && exit 1; }
}

# build BUILD TARGETS CMAKE-OPTION…
build()
{
    where=$folder/$1 targets=$2
    shift 2
    cmake --preset mingw64 -S . -B "$where" -DKAMM_MINGW_LIBRARIES="$folder/libraries" -DKAMM_WERROR=ON -DKAMM_CCACHE=ON "$@"
    cmake --build "$where" --target $targets -j "$jobs"
}

# program NAME SOURCE: builds it for both.
program()
{
    cc -std=gnu17 -O1 -Iinclude "$2" "$native/libkamm_io.a" "$native/libkamm.a" \
        $(pkg-config --libs libcjson libpng) -lm -pthread -o "$work/$1"
    x86_64-w64-mingw32-gcc -std=gnu17 -O1 -D__USE_MINGW_ANSI_STDIO=1 -static -Iinclude "$2" \
        "$folder/release/libkamm_io.a" "$folder/release/libkamm.a" $windows_libraries -o "$work/$1.exe"
}

# same NAME: what both have printed, but for the ends of lines in what is text.
same()
{
    diff "$work/$1.native" "$work/$1.windows" >"$work/diff" ||
        { head -n 40 "$work/diff" && echo "$1 prints other things on Windows" && exit 1; }
    echo "$1: $(wc -l <"$work/$1.native") lines are the same"
}

tools/mingw_libraries.sh "$folder/libraries"
windows_libraries=$(PKG_CONFIG_LIBDIR="$folder/libraries/lib/pkgconfig" pkg-config --static --libs libcjson libpng)
build release 'kamm kamm_io kamm_hash'

# Vectors of 32 and 64 bytes are moved as if they lay anywhere (cmake/kernels.cmake).
for object in "$folder"/release/CMakeFiles/*_kernel_8_*.dir/src/rungs/*/*.obj \
    "$folder"/release/CMakeFiles/*_kernel_16_*.dir/src/rungs/*/*.obj; do
    if x86_64-w64-mingw32-objdump -d "$object" | grep -E 'mov(aps|apd|dqa|dqa32|dqa64) .*%[yz]mm'; then
        echo "$object has vector moves that fault where the stack is not aligned" && exit 1
    fi
done

on_windows "$folder/release/bin/kamm_hash.exe"
# Not optimised: libm's own functions instead of the processor's instructions.
build debug kamm_hash -DCMAKE_BUILD_TYPE=Debug -DKAMM_IO=OFF -DKAMM_WIDEST=4
on_windows "$folder/debug/bin/kamm_hash.exe" --seconds 2

program drive wasm/test/native_drive.c
program pile_up examples/pile_up.c
for name in drive pile_up; do
    "$work/$name" >"$work/$name.native"
    on_windows "$work/$name.exe" >"$work/$name.text"
    tr -d '\r' <"$work/$name.text" >"$work/$name.windows"
    same "$name"
done

program files test/windows/files.c
mkdir "$work/native" "$work/windows"
KAMM_DATA=data "$work/files" "$root/data" "$work/native" >"$work/files.native"
KAMM_DATA=data on_windows "$work/files.exe" "Z:$(echo "$root/data" | tr / '\\')" \
    "Z:$(echo "$work/windows" | tr / '\\')" >"$work/files.windows"
same files

# The Godot addon, loaded by the program that stands in for Godot: the hash of all its drives is that of here.
sh tools/build_godot.sh "$native" "$work/godot_here"
cc -std=gnu17 -O1 -Wno-cast-function-type -Iinclude -Igodot/src test/bindings/godot/*.c "$native/libkamm_io.a" "$native/libkamm.a" \
    $(pkg-config --libs libcjson libpng) -lm -pthread -ldl -o "$work/godot"
CC=x86_64-w64-mingw32-gcc sh tools/build_godot.sh "$folder/release" "$work/godot_there"
x86_64-w64-mingw32-gcc -std=gnu17 -O1 -D__USE_MINGW_ANSI_STDIO=1 -Wno-cast-function-type -static -Iinclude -Igodot/src \
    test/bindings/godot/*.c "$folder/release/libkamm_io.a" "$folder/release/libkamm.a" $windows_libraries -o "$work/godot.exe"
mkdir "$work/user"
KAMM_DATA="Z:$(echo "$root/data" | tr / '\\')" on_windows "$work/godot.exe" \
    "$work/godot_there/addons/kamm/bin/kamm.windows.x86_64.dll" "$work/godot_there" "$work/user" 100 >"$work/godot.text"
tr -d '\r' <"$work/godot.text" >"$work/godot.windows"
KAMM_DATA=data "$work/godot" "$work"/godot_here/addons/kamm/bin/* "$work/godot_here" "$work/user" 100 >"$work/godot.native"
same godot

# The README's first car and one from a file, as a user's project has them: by the installed CMake package.
cmake --install "$folder/release" --prefix "$work/installed" >"$work/said"
cp -r test/consumer "$work/project"
awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' README.md >"$work/project/car.c"
cd "$work/project"
cmake -S . -B build -G Ninja -DREADER=ON -DCMAKE_TOOLCHAIN_FILE="$root/cmake/mingw64.cmake" \
    -DKAMM_MINGW_LIBRARIES="$folder/libraries" -DKamm_DIR="$work/installed/lib/cmake/Kamm" >"$work/said"
cmake --build build -j "$jobs"
on_windows build/car.exe
KAMM_DATA="Z:$(echo "$work/installed/share/kamm" | tr / '\\')" on_windows build/reader.exe
