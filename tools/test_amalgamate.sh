#!/bin/sh
# The core library as one source and one header: compiled by plain calls of both compilers, which have to give the bits and
# the examples' words that the build gives; its calls say which public functions may allocate.
#
# Usage: tools/test_amalgamate.sh BUILD LEVEL    where the examples have been built; LEVEL: -O1, -O2 …, as both compilers take it
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$(CDPATH='' cd -- "$1" && pwd -P)
. "$root/tools/amalgamated.sh"
level=$2

# says_the_same COMPILER OBJECT EXAMPLE
says_the_same()
{
    "$1" -Iinclude "$root/examples/$3.c" "$2" -lm -o example
    ./example >said
    [ -s said ] || fail "$3 says nothing"
    "$build/examples/$3" | diff - said >&2 || fail "$3 says something else, see above"
}

for language in c++11 c++20; do
    printf '#include "kamm.h"\nint main() { return kamm_version()[0] == 0; }\n' >host.cpp
    g++ -std=$language -pedantic -Wall -Wextra -Werror -fsyntax-only host.cpp || fail "the header is no $language"
done

# GCC takes as long to look for what it warns of as to compile: only before a release.
compiles gcc $([ "$level" = -O1 ] || echo -Wall -Wextra -Werror) $level -o gcc.o &
compiles clang -std=c17 -pedantic -Wall -Wextra -Werror $level -o clang.o
wait $!
! nm -g --defined-only gcc.o clang.o | awk 'NF == 3 && $3 !~ /^kamm_/' | grep . || fail 'external symbols of other names, see above'
# From -O2 on calls of kamm_allocate are inlined.
[ "$level" != -O1 ] || "$root/tools/allocating.py" gcc.o "$root/test/env/test_without_memory.c" || fail 'see above'
for compiler in gcc clang; do
    has_bits $compiler $compiler.o 1 4
    says_the_same $compiler $compiler.o 01_one_car
    says_the_same $compiler $compiler.o 07_world
done
echo "$(wc -l <kamm.c) lines of kamm.c give the bits and the words of the build"
