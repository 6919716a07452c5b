#!/bin/sh
# The core library as one source and one header: compiled by plain calls of both compilers, which have to give the bits and
# the examples' words that the build gives. At -O1 GCC looks at it alone: it compiles it for plain_gcc, and at -O2 before a release.
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

compilers=clang
if [ "$level" = -O1 ]; then
    compiles gcc -fsyntax-only # without -Wall, which takes three times as long: only before a release
else
    compilers='gcc clang'
    compiles gcc -Wall -Wextra -Werror $level -o gcc.o &
fi
compiles clang -std=c17 -pedantic -Wall -Wextra -Werror $level -o clang.o
wait
for compiler in $compilers; do
    [ -e $compiler.o ] || fail "$compiler has not compiled it, see above"
    ! nm -g --defined-only $compiler.o | awk 'NF == 3 && $3 !~ /^kamm_/' | grep . || fail 'external symbols of other names, see above'
    has_bits $compiler $compiler.o 1 4
    says_the_same $compiler $compiler.o 01_one_car
    says_the_same $compiler $compiler.o 07_world
done
echo "$(wc -l <kamm.c) lines of kamm.c give the bits and the words of the build"
