#!/bin/sh
# Compares what others have compiled in or written down of Kamm (public functions, values of enumerators, places
# of inputs and of the words of choices) with the list in test/reference/interface.txt. Of what stands there
# nothing may move or go, so new enumerators, channels, inputs and words come last; what is new is added to the
# list by --update, and a change that is meant shows in the list's difference.
#
# Usage: tools/check_interface.sh BUILD [--update]    where libkamm.a is
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$(CDPATH='' cd -- "$1" && pwd -P)
list=$root/test/reference/interface.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

# public_functions LIBRARY MARK: what the headers mark as exported.
public_functions()
{
    cat include/kamm/*.h include/kamm/io/*.h | tr '\n' ' ' |
        grep -oE "(^| )$2 (extern )?[a-z_][a-z_0-9 ]*[ *]kamm_[a-z0-9_]+ *[(;]" |
        sed -E "s/.*[ *](kamm_[a-z0-9_]+) *[(;]\$/function $1 \1/" | sort
}

# The names in all enums and of features, as ENUMERATOR(name) lines. How many there are of a kind is no name of one.
enumerators()
{
    sed -nE 's/^#define (KAMM_FEATURE[A-Z_]*) UINT64_C.*/ENUMERATOR(\1)/p' include/kamm/vehicle.h
    for header in include/kamm/*.h include/kamm/io/*.h; do echo "#include <${header#include/}>"; done |
        cc -Iinclude -E -P -x c - | tr '\n' ' ' | grep -oE 'enum( [a-z_]+)? \{[^}]*\}' |
        grep -oE '\bKAMM_[A-Za-z0-9_]+' | grep -vE '_COUNT$' | awk '!seen[$0]++' |
        sed 's/.*/ENUMERATOR(&)/'
}

enumerators >"$work/enumerators.inc"
cc -std=c17 -Iinclude -I"$work" test/check/print_interface.c "$build/libkamm.a" -lm -pthread -o "$work/print"
{
    echo '# Functions of the shared libraries, values of enumerators, places of inputs and of the words of choices.'
    echo '# tools/check_interface.sh compares it with the headers.'
    public_functions kamm KAMM_API
    public_functions kamm_io KAMM_IO_API
    "$work/print"
} >"$work/interface.txt"

if [ "${2:-}" = --update ]; then
    cp "$work/interface.txt" "$list"
elif ! diff -u "$list" "$work/interface.txt"; then
    echo "The interface differs from $list, see above. New values come last in their enum or table;" >&2
    echo "tools/check_interface.sh BUILD --update adds them to the list." >&2
    exit 1
fi
echo "$(grep -vc '^#' "$list") functions and values are where they were"
