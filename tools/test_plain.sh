#!/bin/sh
# The core library in plain C17, as compilers without vectors and the GNU dialect see it, has the bits of the build. GCC may fuse
# products and sums there if the processor can, and must not. clang's code is not optimised. The calls in GCC's say which public
# functions may allocate.
#
# Usage: tools/test_plain.sh gcc|clang
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/tools/amalgamated.sh"
compiler=$1

options=-O0
fused='-O1 -std=gnu17 -ftree-vectorize -mavx2 -mfma' # with c17 GCC never fuses
if [ "$compiler" = gcc ]; then
    options=-O1
    if grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo; then
        compiles gcc -fsyntax-only -std=c17 -pedantic -Wall -Wextra -Werror -DKAMM_PLAIN_C
        options=$fused
    elif [ "$(uname -m)" = x86_64 ]; then # compiled alone, as such code does not run there
        # shellcheck disable=SC2086
        compiles gcc -Wall -Wextra -Werror -DKAMM_PLAIN_C $fused -o fused.o
    fi
fi
# shellcheck disable=SC2086
compiles "$compiler" -std=c17 -pedantic -Wall -Wextra -Werror -DKAMM_PLAIN_C $options -o plain.o
for object in *.o; do
    objdump -d "$object" >code || fail 'objdump is missing'
    ! grep -m 1 'vfn\{0,1\}m[a-z]*[1-3]*[ps][sd]' code || fail 'products and sums are fused'
done
! nm -g --defined-only plain.o | awk 'NF == 3 && $3 !~ /^kamm_/' | grep . || fail 'external symbols of other names, see above'
# From -O2 on, and by clang, calls of kamm_allocate are inlined.
[ "$compiler" = clang ] || "$root/tools/allocating.py" plain.o "$root/test/env/test_without_memory.c" || fail 'see above'
has_bits "$compiler" plain.o 1
! grep 'width  *4' hashes || fail 'plain C has vectors'
echo "the core in plain C has the bits of the build"
