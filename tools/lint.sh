#!/bin/sh
# clang-tidy on all C files of a configured build folder. Usage: tools/lint.sh BUILD
set -eu
build=$1
cd "$(dirname "$0")/.."
find src cli bench examples test -name '*.c' ! -path 'test/consumer/*' -print0 |
    xargs -0 -n 4 -P "$(getconf _NPROCESSORS_ONLN)" \
        clang-tidy --quiet -p "$build" --extra-arg=-Wno-unknown-warning-option
