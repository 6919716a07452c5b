#!/bin/sh
# Runs a test that needs more than the build does. If something is missing, or the test says by the exit status 77
# that it can't run here, it is skipped for a user (77 tells CTest so) and fails in CI, whose CI variable is set.
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
