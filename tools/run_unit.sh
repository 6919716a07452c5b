#!/bin/sh
# Runs a unit test. With KAMM_UNCHANGED, which `./dev test` alone sets, one whose key (tools/test_keys.py) is that of its last pass
# says "unchanged since it passed" instead; never in CI. What has failed runs again.
#
# Usage: tools/run_unit.sh BUILD NAME COMMAND…
set -eu
key=$1/test/keys/$2 passed=$1/test/passed/$2
shift 2
kept=
[ -z "${KAMM_UNCHANGED:-}" ] || [ -n "${CI:-}" ] || [ ! -e "$key" ] || kept=yes
if [ -n "$kept" ] && cmp -s "$key" "$passed"; then
    echo 'unchanged since it passed'
    exit 0
fi
status=0
"$@" || status=$?
if [ "$status" != 0 ]; then
    rm -f "$passed"
elif [ -n "$kept" ]; then
    mkdir -p "${passed%/*}"
    cp "$key" "$passed"
fi
exit "$status"
