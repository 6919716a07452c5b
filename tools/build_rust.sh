#!/bin/sh
# The Rust crates: what rust/ has, the declarations of the C interface, and the core as one source.
#
# Usage: tools/build_rust.sh NATIVE_BUILD INTO    where libkamm.a is; the folder of the crates, which is emptied first (INTO/target is kept)
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
native=$(CDPATH='' cd -- "$1" && pwd -P)
mkdir -p "$2"
into=$(CDPATH='' cd -- "$2" && pwd -P)
. "$root/tools/setup.sh"
cd "$root"

rm -rf "$into/kamm" "$into/kamm-sys"
cp -R rust/. "$into"
cp LICENSE "$into/kamm"
cp LICENSE "$into/kamm-sys"
"$(libclang_python)" tools/api.py "$native" "$into/kamm.json" >/dev/null
python3 tools/rust_bindings.py "$into/kamm.json" "$into/kamm-sys/src/bindings.rs"
python3 tools/amalgamate.py "$into/kamm-sys/csrc"
