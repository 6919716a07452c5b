#!/bin/sh
# Kamm in C#, by Mono: it drives to the hashes that C drives to. Sizes and offsets of all structs are those of C. An assembly that was
# made for another layout refuses the library. The Unity package drives in a scene of stubs.
#
# Usage: tools/test_csharp.sh BUILD
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$(CDPATH='' cd -- "$1" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

cc -std=c17 -O1 -Iinclude test/bindings/drive.c "$build/libkamm.a" -lm -o "$work/c"
"$work/c" >"$work/expected"
sh tools/build_csharp.sh "$build" "$work/csharp"
cd "$work/csharp"
cc -shared -Wl,--whole-archive "$build/libkamm.a" -Wl,--no-whole-archive -lm -pthread -o libkamm.so
export LD_LIBRARY_PATH="$work/csharp"

# program SOURCE…: compiles a program that uses the assembly.
program() { mcs -unsafe -langversion:latest -r:Kamm.dll -out:program.exe "$@"; }

program "$root/test/bindings/Drive.cs"
mono program.exe >told || { cat told && exit 1; }
cat told
cmp "$work/expected" told

python3 "$root/tools/csharp_bindings.py" kamm.json Layout.cs --layout "$(uname -m)-linux"
program Layout.cs
mono program.exe

# The Unity package, with the editor's part, on stubs of what it uses of Unity.
mcs -unsafe -langversion:latest -define:UNITY_EDITOR -out:program.exe unity/Runtime/*.cs unity/Runtime/Kamm/*.cs \
    "$root"/test/bindings/Unity*.cs
mono program.exe

sed -i 's/("kamm_clock", sizeof(Clock))/("kamm_clock", sizeof(Clock) + 8)/' Kamm/Declarations.cs
mcs -unsafe -langversion:latest -target:library -out:Kamm.dll Kamm/*.cs
program "$root/test/bindings/Drive.cs"
if mono program.exe >why 2>&1; then
    echo 'another layout is not refused' >&2
    exit 1
fi
grep -q 'kamm_clock has 24 bytes in the library, 32 in the caller' why
