#!/bin/sh
# cppcheck on the core, kamm_io, the command and the FMUs' sources, as kernels of width 1. Each message fails.
#
# Usage: tools/cppcheck.sh BUILD [JOBS]    BUILD: a configured build folder, for the generated headers
set -eu
build=$1 jobs=${2:-1}
cd "$(dirname "$0")/.."
cppcheck --std=c11 --enable=warning,performance,portability --error-exitcode=1 -q -j "$jobs" \
    --max-configs=1 -D__GNUC__=12 -DKAMM_WIDTH=1 -I include -I src -I "$build/include" \
    --suppressions-list=tools/cppcheck.txt --template='{file}:{line}: {id}: {message}' src cli fmu
