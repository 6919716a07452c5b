#!/bin/sh
# The Python package, beside a build of the libraries: its tests, with the bits of drives in C.
#
# Usage: tools/test_python.sh NATIVE_BUILD    where libkamm.a, libkamm_io.a and bin/kamm are
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
native=$(CDPATH='' cd -- "$1" && pwd -P)
work=$root/build/python/beside
cd "$root"

sh tools/build_python.sh "$native"
cc -std=c17 -O1 -Iinclude wasm/test/native_drive.c "$native/libkamm_io.a" "$native/libkamm.a" \
    $(pkg-config --libs libcjson libpng) -lm -pthread -o "$work/drive"
"$work/drive" >"$work/drive.txt"
# Matrices in the tests are small: more threads of NumPy only wait for each other.
OPENBLAS_NUM_THREADS=1 KAMM_NATIVE_DRIVE=$work/drive.txt KAMM_NATIVE_COMMAND=$native/bin/kamm KAMM_COMMAND=$native/bin/kamm KAMM_DATA=$root/data \
    PYTHONPATH=$work PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$root/build/python/bytecode build/python/environment/bin/python -m pytest -q -p no:cacheprovider ${KAMM_PYTHON_TESTS:-python/test}
