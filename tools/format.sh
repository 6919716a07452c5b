#!/bin/sh
# Lays out all C files, or with --check BUILD says which are not laid out. With KAMM_UNCHANGED, which `./dev test` alone sets, these
# are only the files that are newer than the last check that passed. The field tables are laid out by hand. Exits 77, which tools/run_check.sh calls skipped, if clang-format is not version 14: each has its
# own ideas.
set -eu
cd "$(dirname "$0")/.."
tool=$(command -v clang-format-14 || command -v clang-format)
case $("$tool" --version) in
*'version 14.'*) ;;
*) echo "clang-format 14 is needed, this is $("$tool" --version)" && exit 77 ;;
esac

words=-i newer=
if [ "${1:-}" = --check ]; then
    words='--dry-run --Werror'
    passed=$2/test/passed/format
    mkdir -p "${passed%/*}"
    : >"$passed.begun"
    [ -z "${KAMM_UNCHANGED:-}" ] || [ -n "${CI:-}" ] || [ ! -e "$passed" ] ||
        [ -n "$(find .clang-format tools/format.sh -newer "$passed")" ] || newer="-newer $passed"
fi
find include src cli wasm/c wasm/test python/src godot/src unreal fmu test bench examples \( -name '*.[ch]' -o -name '*.[ch]pp' \) ! -name '*_fields.h' $newer -print0 |
    xargs -0 -r -n 32 -P "$(getconf _NPROCESSORS_ONLN)" "$tool" $words || { echo './dev format lays them out' && exit 1; }
[ -z "${passed:-}" ] || mv "$passed.begun" "$passed"
