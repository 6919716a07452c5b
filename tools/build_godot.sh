#!/bin/sh
# The Godot addon: its library, kamm.gdextension, data and licence, as INTO/addons/kamm, and the example project around it.
#
# Usage: tools/build_godot.sh NATIVE_BUILD INTO [FLAG…]    where libkamm.a and libkamm_io.a are; the folder, which is emptied first;
#                                                         flags of the compiler. CC may be a cross compiler.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
native=$(CDPATH='' cd -- "$1" && pwd -P)
rm -rf "$2"
mkdir -p "$2/addons/kamm/bin"
into=$(CDPATH='' cd -- "$2" && pwd -P)
shift 2
. "$root/tools/setup.sh"
cd "$root"

# The library has the name that kamm.gdextension gives. cJSON is compiled in: a game's players have no shared one.
compiler=${CC:-cc}
hidden=-Wl,--exclude-libs,ALL system=
machine=$("$compiler" -dumpmachine)
case $machine in
*mingw*) library=kamm.windows.x86_64.dll system='-D__USE_MINGW_ANSI_STDIO=1 -static-libgcc' ;;
*darwin*) library=libkamm.macos.dylib hidden= ;;
*-linux*) library=libkamm.linux.${machine%%-*}.so ;;
*) fail "no name is known for libraries of $machine" ;;
esac
sh tools/fetch_source.sh cjson build/godot.source
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

# compile SOURCE FLAG…: to an object. Places of vehicles have the same bits on all machines, as the core's flags keep them.
compile()
{
    source=$1
    shift
    cached "$compiler" -std=gnu17 -O2 -ffp-contract=off -fno-math-errno -fwrapv -fPIC -fvisibility=hidden -Wall -Wextra -Werror \
        -Wno-format-truncation -DCJSON_HIDE_SYMBOLS -Iinclude -Ibuild/godot.source $system "$@" -c "$source" -o "$objects/$(basename "$source" .c).o"
}
for source in godot/src/*.c build/godot.source/cjson/cJSON.c; do
    compile "$source" "$@"
done
for source in src/io/json_file.c src/io/data_folder.c src/io/system.c; do
    compile "$source" -include godot/src/files.h '-DKAMM_SOURCE_DATA="res://addons/kamm/data"' "$@"
done
"$compiler" -shared $system "$@" "$objects"/*.o "$native/libkamm_io.a" "$native/libkamm.a" $hidden -lm -pthread -o "$into/addons/kamm/bin/$library"

cp -R godot/addons/kamm/. "$into/addons/kamm"
cp LICENSE "$into/addons/kamm"
mkdir "$into/addons/kamm/data"
cp -R data/vehicles data/two-wheelers data/trailers data/tyres "$into/addons/kamm/data"
cp godot/example/* "$into"
