#!/bin/sh
# Makes the reference of the public headers: build/docs/html/index.html. Doxygen's warnings are errors.
#
# Usage: tools/build_docs.sh [FOLDER]    FOLDER: instead of build/docs
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
out=${1:-$root/build/docs}
cd "$root"

mkdir -p "$out"
rm -rf "$out/html" "$out/xml"
version=$(awk '/^#define KAMM_VERSION_(MAJOR|MINOR|PATCH) /{printf dot $3; dot = "."}' include/kamm/version.h)
{
    cat docs/Doxyfile
    echo "OUTPUT_DIRECTORY = $out"
    echo "PROJECT_NUMBER = $version"
} | doxygen - >"$out/log" 2>&1 || {
    cat "$out/log" >&2
    echo "kamm: doxygen failed" >&2
    exit 1
}
if grep warning "$out/log" >&2; then
    echo "kamm: doxygen has warned, see above" >&2
    exit 1
fi
echo "$out/html/index.html"
