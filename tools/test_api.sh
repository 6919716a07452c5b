#!/bin/sh
# The description of the interface (tools/api.py) is that of the headers and of the compiled libraries: a C program that is written
# from it alone compiles against them, on this machine and for each that a compiler is there for, and finds all functions.
#
# Usage: tools/test_api.sh BUILD
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$(CDPATH='' cd -- "$1" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
. tools/setup.sh
python=$(libclang_python)

"$python" tools/api.py "$build" "$work/kamm.json"

# check ABI COMPILER [OPTION…]
check()
{
    abi=$1 compiler=$2
    shift 2
    command -v "$compiler" >/dev/null || return 0
    "$python" tools/api_check.py "$work/kamm.json" "$abi" >"$work/$abi.c"
    "$compiler" -std=c17 -Wall -Werror -Wno-unused-function -Iinclude "$work/$abi.c" "$@"
    echo "$abi: as the headers have it"
}

case $(uname -sm) in
'Linux x86_64') host=x86_64-linux ;;
'Linux aarch64') host=aarch64-linux ;;
*) echo "the description has no $(uname -sm)" && exit 77 ;;
esac
libraries="$build/libkamm_io.a $build/libkamm.a $(pkg-config --libs libcjson libpng) -lm -pthread"
# shellcheck disable=SC2086
check $host cc -o "$work/check" $libraries
"$work/check"
sed 's/sizeof(kamm_error) == [0-9]*/&0/' "$work/$host.c" >"$work/wrong.c"
if cc -std=c17 -Iinclude -fsyntax-only "$work/wrong.c" 2>/dev/null; then
    echo 'a wrong size in the description is not noticed' >&2
    exit 1
fi
check aarch64-linux aarch64-linux-gnu-gcc -fsyntax-only
check i686-linux i686-linux-gnu-gcc -fsyntax-only
check armhf-linux arm-linux-gnueabihf-gcc -fsyntax-only
check x86_64-windows x86_64-w64-mingw32-gcc -fsyntax-only

# Every function has a comment, every enum a name, every object a destructor.
"$python" - "$work/kamm.json" <<'END'
import json, sys
api = json.load(open(sys.argv[1]))
bare = [f["name"] for f in api["functions"] if not f["doc"]]
bare += [v["values"][0]["name"] for v in api["enums"] if not v["name"]]
bare += [o["name"] for o in api["objects"] if not o["destroyed_by"] and o["name"] != "kamm_threads"]
if bare:
    sys.exit("without a comment, a name or a destructor: " + ", ".join(bare))
END
