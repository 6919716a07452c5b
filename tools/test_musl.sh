#!/bin/sh
# Compiles Kamm's core against musl (Debian's musl-tools) and compares the constants of its models with those that
# this machine's own C library gives: what is compiled must not depend on a library's last bit.
#   tools/test_musl.sh [FOLDER]     build there, build/musl if not given
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
folder=${1:-$root/build/musl}

# constants_with COMPILER NAME: builds with it, writes FOLDER/NAME.txt.
constants_with()
{
    cmake -G Ninja -S "$root" -B "$folder/$2" -DCMAKE_C_COMPILER="$1" -DCMAKE_BUILD_TYPE=Release \
        -DKAMM_IO=OFF -DKAMM_COMMAND=OFF -DKAMM_TESTS=OFF -DKAMM_KERNELS=single -DKAMM_CCACHE=ON > "$folder/$2.log"
    ninja -C "$folder/$2" libkamm.a >> "$folder/$2.log" || { cat "$folder/$2.log" && exit 1; }
    "$1" -std=gnu17 -O2 -ffp-contract=off -static -I"$root/include" -I"$root/src" \
        "$root/test/constants/constants.c" "$folder/$2/libkamm.a" -lm -o "$folder/$2/constants"
    "$folder/$2/constants" all > "$folder/$2.txt"
}

mkdir -p "$folder"
constants_with "${CC:-gcc}" own
constants_with musl-gcc musl
cmp -s "$folder/own.txt" "$folder/musl.txt" && grep -v constant "$folder/own.txt" && exit 0
echo "constants differ between the C libraries:"
diff "$folder/own.txt" "$folder/musl.txt" | head -n 40
exit 1
