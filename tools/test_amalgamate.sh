#!/bin/sh
# The core library as one source and one header: compiled by plain calls of both compilers, which have to give the bits and
# the examples' words that the build gives; its calls say which public functions may allocate.
#
# Usage: tools/test_amalgamate.sh BUILD LEVEL    where the examples have been built; LEVEL: -O1, -O2 …, as both compilers take it
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/tools/setup.sh"
build=$(CDPATH='' cd -- "$1" && pwd -P)
level=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# compiles COMPILER OPTION…: without a folder of headers, without a macro; warnings are errors.
compiles()
{
    cached "$@" -c kamm.c || fail "does not compile: $*"
}

# has_bits COMPILER OBJECT: the hashes, at both widths.
has_bits()
{
    "$1" -O1 -Iinclude "$root"/test/hash/*.c "$2" -lm -o hash
    ./hash --seconds 2 >hashes || fail "other bits by $1: $(grep WRONG hashes)"
    for width in 1 4; do
        grep -q "^full  *width  *$width," hashes || fail "no hash at width $width: $(cat hashes)"
    done
}

# says_the_same COMPILER OBJECT EXAMPLE
says_the_same()
{
    "$1" -Iinclude "$root/examples/$3.c" "$2" -lm -o example
    ./example >said
    [ -s said ] || fail "$3 says nothing"
    "$build/examples/$3" | diff - said >&2 || fail "$3 says something else, see above"
}

"$root/tools/amalgamate.py" "$work"
mkdir -p include/kamm
cp kamm.h include/kamm/
echo '#include "kamm.h"' >include/kamm/vehicle.h # which the hash program asks for

for compiler in gcc clang; do
    compiles $compiler -fsyntax-only -Wall -Wextra -Werror
    compiles $compiler -fsyntax-only -std=c17 -pedantic -Werror -DKAMM_PLAIN_C
done
for language in c++11 c++20; do
    printf '#include "kamm.h"\nint main() { return kamm_version()[0] == 0; }\n' >host.cpp
    g++ -std=$language -pedantic -Wall -Wextra -Werror -fsyntax-only host.cpp || fail "the header is no $language"
done

compiles gcc $level -o gcc.o &
compiles clang -std=c17 -pedantic -Werror $level -o clang.o
if [ "$(uname -m)" = x86_64 ]; then # which has to be told to use fused products
    compiles gcc -O1 -ftree-vectorize -mavx2 -mfma -DKAMM_SCALAR -o fused.o
    ! objdump -d fused.o | grep -m 1 'vfn\{0,1\}m[a-z]*[1-3]*[ps][sd]' || fail 'products and sums are fused'
fi
wait $!
! nm -g --defined-only gcc.o clang.o | awk 'NF == 3 && $3 !~ /^kamm_/' | grep . || fail 'external symbols of other names, see above'
# From -O2 on calls of kamm_allocate are inlined.
[ "$level" != -O1 ] || "$root/tools/allocating.py" gcc.o "$root/test/env/test_without_memory.c" || fail 'see above'
for compiler in gcc clang; do
    has_bits $compiler $compiler.o
    says_the_same $compiler $compiler.o 01_one_car
    says_the_same $compiler $compiler.o 07_world
done
echo "$(wc -l <kamm.c) lines of kamm.c give the bits and the words of the build"
