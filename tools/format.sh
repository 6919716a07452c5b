#!/bin/sh
# Lays out all C files, or with --check says which are not laid out. The field tables are laid out
# by hand. Exits 77, which CTest calls skipped, if clang-format is not version 14: each has its own
# ideas.
set -eu
cd "$(dirname "$0")/.."
tool=$(command -v clang-format-14 || command -v clang-format)
case $("$tool" --version) in
*'version 14.'*) ;;
*) echo "clang-format 14 is needed, this is $("$tool" --version)" && exit 77 ;;
esac

status=0
for file in $(find include src cli wasm/c wasm/test test bench examples -name '*.[ch]' ! -name '*_fields.h'); do
    if [ "${1:-}" != --check ]; then
        "$tool" -i "$file"
    elif ! "$tool" "$file" | cmp -s - "$file"; then
        echo "$file is not laid out; ./dev format does it" && status=1
    fi
done
exit $status
