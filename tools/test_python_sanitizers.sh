#!/bin/sh
# The Python extension under the address and undefined-behaviour sanitizers: tests of what takes arrays, views and bad input; of them
# those that drive for long to measure (the mark `drives`) only with `all`.
#
# Usage: tools/test_python_sanitizers.sh BUILD [all]    of the preset asan, where libkamm.a and libkamm_io.a are
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
cd "$root"
chosen='not drives' package=sanitized${2:+_$2}
[ "${2:-}" != all ] || chosen=

# -Og after the -O2 that is there: the last one counts.
sh tools/build_python.sh "$1" "$package" -Og -g1 -fsanitize=address,undefined -fno-sanitize-recover=all

# An interpreter that knows nothing of the sanitizers gets their library first, and an allocator that they see. Python
# itself keeps things until the end of the process, so leaks cannot be distinguished.
export LD_PRELOAD="$(cc -print-file-name=libasan.so) $(cc -print-file-name=libubsan.so)"
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 PYTHONMALLOC=malloc
tests=python/test
OPENBLAS_NUM_THREADS=1 KAMM_DATA=$root/data PYTHONPATH=build/python/$package PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$root/build/python/bytecode \
    build/python/environment/bin/python -m pytest -q -p no:cacheprovider -x -m "$chosen" $tests/test_batch.py $tests/test_vehicle.py \
    $tests/test_world.py $tests/test_bodies.py $tests/test_combinations.py $tests/test_linear.py $tests/test_follow.py $tests/test_gym.py
