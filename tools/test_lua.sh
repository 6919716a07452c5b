#!/bin/sh
# Kamm in LuaJIT: bindings made from the description of the interface drive to the hashes that C drives to, and a library whose layout
# they do not know is refused.
#
# Usage: tools/test_lua.sh BUILD
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$(CDPATH='' cd -- "$1" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
. tools/setup.sh
python=$(libclang_python)

cc -std=c17 -O1 -Iinclude test/bindings/drive.c "$build/libkamm.a" -lm -o "$work/c"
"$work/c" >"$work/expected"
cc -shared -Wl,--whole-archive "$build/libkamm.a" -Wl,--no-whole-archive -lm -pthread -o "$work/libkamm.so"
"$python" tools/api.py "$build" "$work/kamm.json"
"$python" tools/lua_bindings.py "$work/kamm.json" "$work/kamm_interface.lua"
export KAMM_LIBRARY="$work/libkamm.so" LUA_PATH="$root/lua/?.lua;$work/?.lua"

luajit test/bindings/drive.lua >"$work/told"
cat "$work/told"
cmp "$work/expected" "$work/told"

sed -i 's/struct kamm_clock {/& double added;/' "$work/kamm_interface.lua"
if luajit -e 'require "kamm"' 2>"$work/why"; then
    echo 'another layout is not refused' >&2
    exit 1
fi
grep -q 'kamm_clock has 24 bytes in the library, 32 in the caller' "$work/why"
