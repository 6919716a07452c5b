#!/bin/sh
# Looks into the compiled kernels: each defines its one function and nothing else that another unit could be
# linked to: code for AVX-512 must not end up in what any machine runs. It calls nothing but memcpy, memmove and
# memset (no libm, no allocation in a step) and, at width 1, the wheel lanes. Nor does any fuse a product and a
# sum, which would round once where other machines round twice: GCC's vectorisers have done so in spite of
# -ffp-contract=off where AVX-512 brings the instructions.
# Usage: check_kernels.sh BUILD
set -eu
cd "$1"
objects=$(find CMakeFiles -path '*_kernel_*' -name '*_kernel.c.o')
[ -n "$objects" ] || { echo "no kernels in $1" && exit 1; }

for object in $objects; do
    nm -g "$object" | awk -v object="$object" '
        { type = $(NF - 1); name = $NF }
        type == "U" && name !~ /^(memcpy|memmove|memset|kamm_full_wheel_lanes|_GLOBAL_OFFSET_TABLE_)$/ {
            print object " needs " name
            failed = 1
        }
        type != "U" { defined = defined " " name; ++count }
        END {
            if (count != 1) print object " defines" defined
            exit failed || count != 1
        }'
    ! objdump -d --no-show-raw-insn "$object" | grep -m 1 -E 'vfn?m(add|sub)' ||
        { echo "$object fuses products and sums" && exit 1; }
done
