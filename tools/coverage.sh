#!/bin/sh
# Runs the tests of a build that counts lines (the preset coverage), and prints which of src/ they reach. Fails below the floor.
#
# Usage: tools/coverage.sh FOLDER [--lines]    --lines: with the numbers of the lines that are not reached
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
folder=$1
shift
find "$folder" -name '*.gcda' -delete # of the run before
jobs=$(getconf _NPROCESSORS_ONLN)

# The short tier, without what drives for long through lines that others reach; road tests are reached by nothing else.
counted()
{
    ctest --test-dir "$folder" -j "$jobs" -L unit -E '^example_' --no-label-summary --output-on-failure "$@"
}
counted -LE drives
counted -L drives -R '^test_(lab|lap)'
python3 "$root/tools/coverage.py" "$folder" --floor 95 "$@"
