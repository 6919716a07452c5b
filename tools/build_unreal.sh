#!/bin/sh
# The plugin for Unreal: sources, headers, the library with the readers of vehicles, data and licence, as INTO/Kamm.
#
# Usage: tools/build_unreal.sh NATIVE_BUILD INTO [FLAG…]    where libkamm.a and libkamm_io.a are; the folder, which is emptied first;
#                                                          flags of the compiler. CC may be a cross compiler.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
native=$(CDPATH='' cd -- "$1" && pwd -P)
rm -rf "$2"
mkdir -p "$2/Kamm"
into=$(CDPATH='' cd -- "$2" && pwd -P)/Kamm
shift 2
. "$root/tools/setup.sh"
cd "$root"

# The folder of the library is that of Unreal's platform (Kamm.Build.cs).
compiler=${CC:-cc}
system=
machine=$("$compiler" -dumpmachine)
case $machine in
*mingw*) platform=Win64 library=kamm.dll system='-D__USE_MINGW_ANSI_STDIO=1 -DKAMM_SHARED -static-libgcc' ;;
*darwin*) platform=Mac library=libkamm.dylib ;;
aarch64-*linux*) platform=LinuxArm64 library=libkamm.so ;;
*-linux*) platform=Linux library=libkamm.so ;;
*) fail "Unreal has no platform for $machine" ;;
esac
libraries=$into/Binaries/ThirdParty/Kamm/$platform
mkdir -p "$libraries" "$into/Source/ThirdParty/Kamm/include"
sh tools/fetch_source.sh cjson build/unreal.source
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

# compile SOURCE FLAG…: to an object. cJSON is compiled in: a game's players have no shared one.
compile()
{
    source=$1
    shift
    cached "$compiler" -std=gnu17 -O2 -ffp-contract=off -fno-math-errno -fwrapv -fPIC -fvisibility=hidden -Wall -Wextra -Werror \
        -Wno-format-truncation -DCJSON_HIDE_SYMBOLS -DKAMM_BUILDS_IO -Iinclude -Iunreal/library -Ibuild/unreal.source $system "$@" \
        -c "$source" -o "$objects/$(basename "$source" .c).o"
}
compile build/unreal.source/cjson/cJSON.c "$@"
compile unreal/library/data_folder.c "$@"
mv "$objects/data_folder.o" "$objects/plugin.o"
compile src/io/data_folder.c -include unreal/library/data_folder.h "$@"

# The core whole; of kamm_io what reads vehicles. Windows exports what is marked, others what is visible.
case $platform in
Win64) import=-Wl,--out-implib,$libraries/kamm.lib ;;
*) import=-Wl,-soname,libkamm.so ;;
esac
"$compiler" -shared $system "$@" "$objects"/*.o -u kamm_load_vehicle -u kamm_list_data "$native/libkamm_io.a" \
    -Wl,--whole-archive "$native/libkamm.a" -Wl,--no-whole-archive $import -lm -pthread -o "$libraries/$library"

cp unreal/Kamm.uplugin LICENSE "$into"
cp -R unreal/Source/. "$into/Source"
cp -R include/kamm "$into/Source/ThirdParty/Kamm/include/kamm"
cp unreal/library/kamm/unreal.h "$into/Source/ThirdParty/Kamm/include/kamm"
mkdir "$into/Data"
cp -R data/vehicles data/two-wheelers data/trailers data/tyres "$into/Data"
