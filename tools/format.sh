#!/bin/sh
# Lays out all C files, or with --check says which are not laid out. The field tables are laid out
# by hand. Exits 77, which tools/run_check.sh calls skipped, if clang-format is not version 14: each has its
# own ideas.
set -eu
cd "$(dirname "$0")/.."
tool=$(command -v clang-format-14 || command -v clang-format)
case $("$tool" --version) in
*'version 14.'*) ;;
*) echo "clang-format 14 is needed, this is $("$tool" --version)" && exit 77 ;;
esac

words=-i
[ "${1:-}" != --check ] || words='--dry-run --Werror'
find include src cli wasm/c wasm/test python/src fmu test bench examples \( -name '*.[ch]' -o -name '*.[ch]pp' \) ! -name '*_fields.h' -print0 |
    xargs -0 -n 32 -P "$(getconf _NPROCESSORS_ONLN)" "$tool" $words && exit
echo './dev format lays them out'
exit 1
