#!/bin/sh
# Kamm beside a host that has functions of the same names: Kamm must link, and call its own. All external
# symbols begin with kamm_, and a shared library exports the public functions and nothing else.
#
# Usage: tools/test_linking.sh STATIC_BUILD SHARED_BUILD    where libkamm.a is, and where libkamm.so is
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
static=$(CDPATH='' cd -- "$1" && pwd -P)
shared=$(CDPATH='' cd -- "$2" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail()
{
    echo "$0: $1" >&2
    exit 1
}

# symbols FILE: what others can link to.
symbols()
{
    nm -g --defined-only "$1" | awk 'NF == 3 && $2 != "U" { print $3 }' | sort -u
}

# exports FILE: what a shared library offers.
exports()
{
    nm -D --defined-only "$1" | awk '{ print $3 }' | sort -u
}

# hostile NAMES FILE: a source file with functions of these names, each of which ends the program.
hostile()
{
    { echo '#include <stdlib.h>' && sed 's/.*/void &(void); void &(void) { abort(); }/' "$1"; } >"$2"
}

# drives NAMES LIBRARY…: the README's first car in a host that has functions of these names.
drives()
{
    hostile "$1" host.c
    shift
    cc -std=c17 -w -fno-builtin -I"$root/include" car.c reader.c host.c "$@" -o host
    said=$(KAMM_DATA=$root/data ./host)
    echo "$said" | awk 'NF != 5 || !($1 > 15 && $1 < 35) { failed = 1 } END { exit failed || NR != 2 }' ||
        fail "the host's cars said: $said"
}

# Links both into one program: the README's car, then one from a file.
awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' "$root/README.md" >car.c
sed 's/int main(void)/int read_car(void);\nint read_car(void)/' "$root/test/consumer/reader.c" >reader.c
sed -i 's/int main(void)/int read_car(void);\nint main(void)/; s/^}$/    return read_car();\n}/' car.c
cp "$root/test/consumer/flat.json" .

cat "$static/libkamm.a" >/dev/null && cat "$shared/libkamm.so" >/dev/null
for library in kamm kamm_io; do
    symbols "$static/lib$library.a" >"$library.symbols"
    ! grep -v '^kamm_' "$library.symbols" || fail "lib$library.a has external symbols of other names, see above"
    sed -n "s/^function $library //p" "$root/test/reference/interface.txt" | sort >"$library.public"
    [ -s "$library.public" ] || fail "no functions of $library in interface.txt"
    exports "$shared/lib$library.so" | diff "$library.public" - >&2 ||
        fail "lib$library.so exports other names than the public headers declare (<), see above"
done

# Functions are bound when they are first called, so a missing one would show as late as that.
exports "$shared/libkamm.so" >exported
nm -D --undefined-only "$shared/libkamm_io.so" | awk '$2 ~ /^kamm_/ { print $2 }' | sort -u | comm -23 - exported >missing
[ ! -s missing ] || fail "libkamm_io.so wants what libkamm.so does not offer (cmake/libraries.cmake): $(tr '\n' ' ' <missing)"

# A static Kamm: the host has all its names without the prefix, but for those that libc and libm have.
for library in libc.so.6 libm.so.6; do exports "$(cc -print-file-name=$library)"; done | sed 's/@.*//' | sort -u >libc
sort -u kamm.symbols kamm_io.symbols | sed 's/^kamm_//' | grep -vE '^(main|signed|unsigned|double|float)$' |
    sort | comm -23 - libc >names
grep -qx find_contacts names && grep -qx run_world_tasks names || fail 'the host has too few names'
printf '%s\n' run_tasks allocate_from_libc >>names
drives names "$static/libkamm_io.a" "$static/libkamm.a" $(pkg-config --libs libcjson libpng) -lm -pthread
echo "static: $(wc -l <names) functions of the host stay the host's"

# A shared Kamm: the host has the hidden names as well.
sort -u kamm.symbols kamm_io.symbols | comm -23 - libc >all
sort -u kamm.public kamm_io.public | comm -23 all - >>names
sort -u -o names names
grep -qx kamm_fail names || fail 'the host has too few hidden names'
drives names -L"$shared" -lkamm_io -lkamm -lm -Wl,-rpath,"$shared"
echo "shared: $(wc -l <names) functions of the host stay the host's"
