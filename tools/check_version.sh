#!/bin/sh
# The version stands in include/kamm/version.h. Files of Python, npm, Rust and Unreal can't read it from there, and say the same.
#
# Usage: tools/check_version.sh          compares; fails with each place that differs
#        tools/check_version.sh print    prints the version
set -eu
cd "$(dirname -- "$0")/.."

version=$(sed -n 's/^#define KAMM_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\)$/\2/p' include/kamm/version.h | paste -s -d .)
case $version in
*.*.*) ;;
*) echo 'include/kamm/version.h: has no version of three numbers' >&2 && exit 1 ;;
esac
[ "${1:-}" != print ] || { echo "$version" && exit; }

failed=0
# says FILE PATTERN: the first line with PATTERN, up to the version.
says()
{
    said=$(sed -n "s/$2\([0-9][0-9.]*[0-9]\).*/\1/p" "$1" | head -n 1)
    [ "$said" != "$version" ] || return 0
    echo "$1: says '$said' where include/kamm/version.h says $version" >&2
    failed=1
}

says pyproject.toml '^version = "'
says rust/Cargo.toml '^version = "'
says rust/kamm/Cargo.toml '^kamm-sys = { version = "'
says unreal/Kamm.uplugin '^ *"VersionName": "'
says CHANGELOG.md '^## \[[^0-9]*'
says docs/start.md '.*\.\/kamm-'
for file in $(git ls-files '*package.json' | grep -v '^package.json$'); do
    says "$file" '^ *"version": "'
    ! grep -q '"kamm": "' "$file" || says "$file" '^ *"kamm": "'
done
[ "$failed" = 0 ] && echo "all files say $version"
