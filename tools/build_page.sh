#!/bin/sh
# Builds the page, build/page, with the npm package that it stands on, if anything that they are made of has
# changed.
#
# Usage: tools/build_page.sh [package | after-command]    package: that alone; after-command: ./kamm drive has built its command
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$root/build/npm
. "$root/tools/setup.sh"
cd "$root"

sources='include src cmake CMakeLists.txt wasm viewer learn data package.json package-lock.json'
made='-path wasm/dist -o -path wasm/src/generated -o -path wasm/LICENSE' # by the build
stamp=$build/built

# source_files [CONDITION]: their names.
source_files()
{
    find $sources \( -name node_modules -o $made \) -prune -o -type f "$@" -print
}

# Nothing is newer than the last build, added since, or gone.
is_up_to_date()
{
    [ -e build/page/index.html ] && [ -e "$stamp" ] && [ -z "$(source_files -newer "$stamp")" ] &&
        [ "$(source_files | sort)" = "$(cat "$stamp")" ]
}

require_node()
{
    version=$(node -p process.versions.node)
    [ "${version%%.*}" -ge 18 ] ||
        fail "the page needs Node 18 or newer; $(command -v node) is version $version"
}

# npm writes the file when all packages are there.
has_packages()
{
    [ -e node_modules/.package-lock.json ] &&
        [ -z "$(find package-lock.json -newer node_modules/.package-lock.json)" ]
}

lock_build
[ "${1:-}" = package ] || ! is_up_to_date || exit 0
require build page
require_node
# Share of the time that ./kamm drive takes in a new clone (see there).
[ "${1:-}" != after-command ] || shares_before=40
share=10
has_packages || quietly 'fetching the npm packages' npm ci --no-audit --no-fund
source_files | sort >"$build/building" # as old as the start of the build
share=30
only=page
[ "${1:-}" != package ] || only=
quietly 'building the WebAssembly modules' npm run build -w kamm -- $only
[ "${1:-}" != package ] || exit 0
share=20
quietly 'building the page' npm run build -w kamm-viewer
mv "$build/building" "$stamp"
