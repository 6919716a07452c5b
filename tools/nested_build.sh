#!/bin/sh
# Configures and builds in a folder of its own, then runs a command: for tests that need another
# compiler or machine. The folder is kept, so that the next time is quick.
#
# Usage: tools/nested_build.sh FOLDER TARGET JOBS "CMAKE OPTIONS" COMMAND…
set -eu
folder=$1 target=$2 jobs=$3 options=$4
shift 4

cmake -S "$(dirname "$0")/.." -B "$folder" $options
cmake --build "$folder" --target "$target" -j "$jobs"
exec "$@"
