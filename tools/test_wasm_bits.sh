#!/bin/sh
# The module gives the bits that native code gives: the hash scenario, all rungs and a world,
# and drives through the npm package beside the same drives in C.
#
# Usage: tools/test_wasm_bits.sh NATIVE_BUILD    where libkamm.a and libkamm_io.a are; the package has been built
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
native=$(CDPATH='' cd -- "$1" && pwd -P)
build=${KAMM_WASM_BUILD:-$root/build/wasm}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

ninja -C "$build" --quiet kamm_hash
node --no-warnings wasm/test/hash_in_node.mjs "$build/kamm/bin/kamm_hash"

cc -std=c17 -O1 -Iinclude wasm/test/native_drive.c "$native/libkamm_io.a" "$native/libkamm.a" \
    $(pkg-config --libs libcjson libpng) -lm -pthread -o "$work/drive"
"$work/drive" >"$work/native"
node wasm/test/drive_in_node.mjs >"$work/node"
diff "$work/native" "$work/node"
echo "$(wc -l <"$work/node") drives have the native bits"
