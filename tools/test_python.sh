#!/bin/sh
# The Python package, beside a build of the libraries: its tests, with the bits of drives in C.
#
# Usage: tools/test_python.sh NATIVE_BUILD    where libkamm.a and libkamm_io.a are
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
native=$(CDPATH='' cd -- "$1" && pwd -P)
work=$root/build/python/beside
cd "$root"

# Python's packages are in an environment of their own, made anew when what it has to have changes.
environment=$root/build/python/environment
requirements=python/test/requirements.txt
if ! cmp -s $requirements "$environment/requirements.txt"; then
    rm -rf "$environment"
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check -r $requirements
    cp $requirements "$environment/requirements.txt"
fi
python=$environment/bin/python

# The package as it lies in the source tree, with an extension of the libraries that there are.
rm -rf "$work"
mkdir -p "$work/kamm"
ln -s "$root"/python/kamm/*.py "$work/kamm"
include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
cc -std=gnu17 -O2 -fPIC -shared -fvisibility=hidden -Wall -Wextra -Werror -Wno-missing-field-initializers \
    -Wno-cast-function-type -DPy_LIMITED_API=0x030B0000 -Iinclude -I"$include" python/src/*.c \
    "$native/libkamm_io.a" "$native/libkamm.a" $(pkg-config --libs libcjson libpng) -lm -pthread \
    -o "$work/kamm/_core.abi3.so"
cc -std=c17 -O1 -Iinclude wasm/test/native_drive.c "$native/libkamm_io.a" "$native/libkamm.a" \
    $(pkg-config --libs libcjson libpng) -lm -pthread -o "$work/drive"
"$work/drive" >"$work/drive.txt"
KAMM_NATIVE_DRIVE=$work/drive.txt KAMM_DATA=$root/data PYTHONPATH=$work PYTHONDONTWRITEBYTECODE=1 \
    "$python" -m pytest -q -p no:cacheprovider python/test
