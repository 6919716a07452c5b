#!/bin/sh
# Configures and builds in a folder of its own: for tests that need another compiler or machine. The folder is
# kept, so that the next time is quick.
#
# Usage: tools/nested_build.sh FOLDER "TARGET…" JOBS "CMAKE OPTIONS"    TARGET none: it is configured alone
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/tools/setup.sh"
folder=$1 targets=$2 jobs=$3 options=$4

cmake -S "$root" -B "$folder" $options -DKAMM_CCACHE=ON
[ "$targets" = none ] || cmake --build "$folder" -j "$jobs" --target $targets
