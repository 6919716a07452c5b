#!/bin/sh
# The Python package as users install it: a wheel, in an environment with nothing but it and NumPy, that keeps to the
# limited interface of CPython 3.11 and runs on whatever later versions there are.
#
# Usage: tools/test_python_wheel.sh FOLDER    which is kept, so that a second run is quick
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
mkdir -p "$1"
folder=$(CDPATH='' cd -- "$1" && pwd -P)
cd "$root"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/build"
"$work/build/bin/pip" install --quiet --disable-pip-version-check abi3audit==0.0.26
"$work/build/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$work" . \
    -C build-dir="$folder/{wheel_tag}"
wheel=$(ls "$work"/kamm-*.whl)
size=$(wc -c <"$wheel")
echo "$(basename "$wheel"): $size bytes"
[ "$size" -lt 3000000 ] || { echo 'the wheel is to stay below 3 000 000 bytes' && exit 1; }
"$work/build/bin/abi3audit" --strict "$wheel"

cat >"$work/smoke.py" <<'END'
import sys, numpy, kamm
cars = kamm.Batch("bmw-m3-e46", 20, world="proving-ground")
cars.place(*cars.world.starts["circuit"], 20)
cars.step(1)
assert not cars.faults.any() and 15 < cars.read("speed_mps").mean() < 20
print(f"Python {sys.version.split()[0]}, NumPy {numpy.__version__}: {cars!r}, {cars.hash():016x}")
# Kernels that are left out have others do their work, to the same bits: many trucks and one, of one model and of several.
for name in ("volvo-v40", "man-kat1-8x8", "reliant-robin"):
    one, many, several = (kamm.Batch(name, count) for count in (1, 20, 20))
    several.expand("payload.mass_kg")[:] = several.vehicle["payload.mass_kg"]
    for batch in (one, many, several):
        batch.place(speed_mps=10)
        batch.inputs[:, kamm.INPUT["steering_wheel_rad"]] = 1
        batch.step(1)
    channels = ("x_m", "y_m", "yaw_rate_radps", "wheels[0].load_n")
    for batch in (many, several):
        assert (batch.read(*channels) == one.read(*channels)).all(), (name, batch)
END
cd "$work"
for python in python3.11 python3.12 python3.13 python3.14 python3.15 \
    "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3.1[1-9]; do
    "$python" -c pass 2>/dev/null || continue
    "$python" -m venv --clear "$work/clean"
    "$work/clean/bin/pip" install --quiet --disable-pip-version-check "$wheel"
    env -u KAMM_DATA -u PYTHONPATH "$work/clean/bin/python" "$work/smoke.py"
    env -u KAMM_DATA -u PYTHONPATH "$work/clean/bin/kamm" run brake --car nissan-micra --rung rigid2d | tail -1
done
