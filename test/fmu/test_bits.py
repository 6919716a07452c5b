"""An FMU has the bits of the C library, and so has what its sources compile to."""

import os
import shutil
import subprocess

import pytest
from conftest import Car
from fmpy.build import build_platform_binary


def drive(car):
    """The drive of drive.c: a dictionary of all outputs each 0.1 s."""
    car.begin(start__speed_mps=15)
    rows = []
    for ms in range(3000):
        if ms in (0, 500, 2000):
            car["driver.throttle"] = 0.375 if ms < 2000 else 0
            car["driver.steering_wheel_rad"] = 0 if ms < 500 else 0.75
            car["driver.brake"] = 0 if ms < 2000 else 0.5
        car.step()
        if ms % 100 == 99:
            rows.append(car.outputs())
    return rows


def ride(car, inputs):
    """The ride of drive.c, by the inputs that its rider has set each 10 ms."""
    car.begin(start__speed_mps=15)
    rows = []
    for ms in range(3000):
        if ms % 10 == 0:
            for name, value in inputs[ms // 10].items():
                car[name] = value
        car.step()
        if ms % 100 == 99:
            rows.append(car.outputs())
    return rows


def drive_in_c(vehicle, rung):
    """What the channels tell each 0.1 s, and a rider's inputs each 10 ms."""
    lines = subprocess.run(
        [os.environ["KAMM_FMU_DRIVE"], vehicle, rung], check=True, capture_output=True, text=True
    ).stdout.split("\n")[:-1]
    values = [(name, float.fromhex(value)) for name, value in map(str.split, lines)]
    inputs = [value for value in values if value[0].startswith("driver.")]
    channels = [value for value in values if not value[0].startswith("driver.")]
    return in_parts(channels, 30), in_parts(inputs, 300)


def in_parts(values, count):
    size = len(values) // count
    return [dict(values[i * size : (i + 1) * size]) for i in range(count)]


def compare(car, vehicle, rung):
    of_c, inputs = drive_in_c(vehicle, rung)
    rows = ride(car, inputs) if inputs[0] else drive(car)
    car.free()
    for number, (row, expected) in enumerate(zip(rows, of_c, strict=True)):
        compared = [name for name in row if name in expected]
        assert len(compared) > 30
        assert set(row) - set(expected) == {"fault"}
        different = {name: (row[name], expected[name]) for name in compared if row[name] != expected[name]}
        assert not different, (number, different)
    return rows


@pytest.mark.parametrize(
    "vehicle, rung",
    [
        ("volvo-v40", "full"),
        ("volvo-v40", "double_track"),
        ("volvo-v40", "single_track"),
        ("volvo-v40", "rigid2d"),
        ("volvo-v40", "kinematic"),
        ("man-tgs-8x4", "full"),
        ("tesla-model-3-performance-2018", "full"),
        ("reliant-robin", "full"),
    ],
)
def test_drives_have_the_bits_of_c(unpacked, version, vehicle, rung):
    compare(Car(unpacked(vehicle, "--fmi", version, "--rung", rung)), vehicle, rung)


@pytest.mark.parametrize("vehicle", ["sport-1000", "honda-pcx125-2011"])
def test_rides_have_the_bits_of_c(unpacked, version, vehicle):
    """Two-wheelers stay up by the torque at the handlebar alone, lean into the turn, and go round it."""
    rows = compare(Car(unpacked(vehicle, "--fmi", version)), vehicle, "full")
    assert rows[-1]["roll_rad"] < -0.1
    assert abs(rows[-1]["roll_rad"]) < 0.7
    assert rows[-1]["yaw_rad"] > 0.2
    assert all(row["fault"] == 0 for row in rows)


def test_without_hands_it_falls(unpacked, version):
    """The torque is what holds it: a scooter at 3 m/s whose rider only pulls lies on its side after 10 s."""
    car = Car(unpacked("honda-pcx125-2011", "--fmi", version)).begin(start__speed_mps=3)
    car["driver.free_steering"] = 1
    car["driver.steering_wheel_nm"] = 1
    car.step(0.01, 1000)
    roll_rad = car["roll_rad"]
    car.free()
    assert abs(roll_rad) > 0.9


@pytest.mark.parametrize("version_number", [2, 3])
def test_sources_compile_to_the_same(unpacked, tmp_path_factory, monkeypatch, version_number):
    """Without optimisation, which compiles in a fifth of the time, and by clang, which then takes a third of GCC's; `amalgamate` has
    the same bits with it. Both versions have the same core: the second has it from ccache, as paths and options are the same."""
    place = tmp_path_factory.getbasetemp() / "compiled"
    shutil.rmtree(place, ignore_errors=True)
    folder, build = place / "unpacked", place / "build"
    shutil.copytree(unpacked("volvo-v40", "--fmi", str(version_number)), folder)
    shutil.rmtree(folder / "binaries")
    build.mkdir()
    if shutil.which("clang"):
        monkeypatch.setenv("CC", "clang")
    if shutil.which("ccache"):
        for name, value in ("CMAKE_C_COMPILER_LAUNCHER", "ccache"), ("CCACHE_BASEDIR", str(place)), ("CCACHE_NOHASHDIR", "1"):
            monkeypatch.setenv(name, value)
    build_platform_binary(folder, build, configuration="Debug", cmake_options={"CMAKE_C_STANDARD": "17"})
    compare(Car(str(folder)), "volvo-v40", "full")
