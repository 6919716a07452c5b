#!/bin/sh
# The Python package, beside a build of the libraries, and an environment with all that its tests and examples need:
# build/python/environment and build/python/beside.
#
# Usage: tools/build_python.sh NATIVE_BUILD [PLACE [FLAG…]]    where libkamm.a and libkamm_io.a are; the package's place
#                                                             instead of "beside"; flags of the compiler
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
native=$(CDPATH='' cd -- "$1" && pwd -P)
package=$root/build/python/${2:-beside}/kamm
shift $(($# > 2 ? 2 : $#))
cd "$root"

environment=$root/build/python/environment
sh tools/python_environment.sh

# The package as it lies in the source tree, with an extension of the libraries that there are.
rm -rf "$package"
mkdir -p "$package"
ln -s "$root"/python/kamm/*.py "$root"/python/kamm/*.pyi "$root"/python/kamm/py.typed "$root"/python/kamm/gym "$package"
include=$("$environment/bin/python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
cc -std=gnu17 -O2 -fPIC -shared -fvisibility=hidden -Wall -Wextra -Werror -Wno-missing-field-initializers \
    -Wno-cast-function-type -Wno-format-truncation -DPy_LIMITED_API=0x030B0000 -DKAMM_WITHIN_PYTHON -Iinclude -I"$include" python/src/*.c \
    $(ls cli/*.c | grep -Ev '^cli/(kamm|drive[a-z_]*)\.c$') fmu/pack/*.c fmu/car.c fmu/variables.c \
    "$native/libkamm_io.a" "$native/libkamm.a" "$@" $(pkg-config --libs libcjson libpng) -lm -pthread \
    -o "$package/_core.abi3.so"
