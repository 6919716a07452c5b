#!/bin/sh
# Runs a test that needs more than the build does. If something is missing, or the test ends with status 77
# because it can't run here, it is skipped for a user (CTest's meaning of 77). In CI, where the variable CI is
# set, it fails.
#
# Usage: tools/run_check.sh "GROUP…" COMMAND…    groups of needs in tools/setup.sh
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/tools/setup.sh"

groups=$1
shift
status=0
if [ -n "$(missing_packages $groups)" ]; then
    echo 'kamm: this test needs more Debian packages:' >&2
    say_missing $groups
    status=77
else
    "$@" || status=$?
fi
[ "$status" != 77 ] || [ -z "${CI:-}" ] || fail 'in CI no test is skipped'
exit "$status"
