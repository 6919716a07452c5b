#!/bin/sh
# FMUs of shipped cars in FMPy, which is a host of its own: valid, with the bits of the C library, also from their sources.
#
# Usage: tools/test_fmu.sh NATIVE_BUILD [PYTEST OPTION…]    where bin/kamm and the libraries are
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
native=$(CDPATH='' cd -- "$1" && pwd -P)
shift
work=$root/build/fmu_test
cd "$root"

sh tools/python_environment.sh
mkdir -p "$work"
cc -std=c17 -O1 -Iinclude test/fmu/drive.c "$native/libkamm_io.a" "$native/libkamm.a" \
    $(pkg-config --libs libcjson libpng) -lm -pthread -o "$work/drive"
KAMM=$native/bin/kamm KAMM_FMU_DRIVE=$work/drive KAMM_DATA=$root/data PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$root/build/python/bytecode \
    build/python/environment/bin/python -m pytest -q -p no:cacheprovider test/fmu "$@"
