"""What lies in an FMU is as the standard has it, of every vehicle."""

import ctypes
import os
import re
import subprocess
import zipfile
from pathlib import Path

import fmpy
import pytest
from conftest import VERSIONS, Car, write_fmu
from fmpy import read_model_description
from fmpy.validation import validate_fmu

vehicles = sorted(path.stem for path in Path("data/vehicles").glob("*.json"))
headers = Path(fmpy.__file__).parent / "c-code"


# The next one has the other version of the standard, the one after it the other ground.
@pytest.mark.parametrize("number, vehicle", list(enumerate(vehicles)))
def test_every_vehicle_is_valid_and_drives(unpacked, number, vehicle):
    version = ("2", "3")[number % 2]
    ground = ("flat", "host")[number // 2 % 2]
    rung = "single_track" if vehicle.startswith("commonroad") else "full"
    words = ("--fmi", version, "--ground", ground, "--rung", rung)
    folder = unpacked(vehicle, *words)
    assert validate_fmu(folder) == []
    car = Car(folder).begin(start__speed_mps=3)
    car["driver.throttle"] = 0.2
    car.step(0.001, 500)
    assert car["fault"] == 0 and 0.5 < car["x_m"] < 5
    car.free()


def test_outputs_name_no_input(unpacked, version):
    description = read_model_description(unpacked("volvo-v40", "--fmi", version))
    assert len(description.outputs) > 80
    assert all(unknown.dependencies == [] for unknown in description.outputs)
    for unknown in description.initialUnknowns:
        assert {variable.causality for variable in unknown.dependencies} == {"parameter"}


def test_all_variables_have_units_and_texts(unpacked, version):
    description = read_model_description(unpacked("volvo-v40", "--fmi", version))
    units = {unit.name: unit.baseUnit for unit in description.unitDefinitions}
    for variable in description.modelVariables:
        assert variable.unit in units and variable.description
    torque = units["N.m"]
    assert (torque.kg, torque.m, torque.s) == (1, 2, -2)
    damping = units["N.m.s/rad"]
    assert (damping.kg, damping.m, damping.s, damping.rad) == (1, 2, -1, -1)
    assert units["1/rad"].rad == -1 and units["kg.m2"].m == 2 and units["rad/s"].s == -1


def test_wheels_are_arrays_in_fmi_3(unpacked):
    variables = read_model_description(unpacked("man-tgs-8x4", "--fmi", "3")).modelVariables
    load = next(variable for variable in variables if variable.name == "wheels.load_n")
    assert int(load.dimensions[0].start) == 12


def test_the_same_car_gives_the_same_bytes(tmp_path):
    one, other = (write_fmu(tmp_path / name, "nissan-micra") for name in ("one.fmu", "other.fmu"))
    assert one.read_bytes() == other.read_bytes()
    assert validate_fmu(str(one)) == []
    heavy = write_fmu(tmp_path / "heavy.fmu", "nissan-micra", "--set", "body.mass_kg=1100")
    with zipfile.ZipFile(heavy) as archive:
        assert archive.testzip() is None
    tokens = {read_model_description(str(tmp_path / name)).guid for name in ("one.fmu", "heavy.fmu")}
    assert len(tokens) == 2


@pytest.mark.parametrize("number", VERSIONS)
def test_functions_are_those_of_the_standard(unpacked, number):
    """The sources compile with the standard's own headers in the place of ours, and all of its functions are there."""
    folder = Path(unpacked("volvo-v40", "--fmi", str(number)))
    for source in (folder / "sources").glob("fmi*.c"):
        subprocess.run(
            ["cc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-include", f"fmi{number}Functions.h"]
            + [f"-I{headers}", f"-I{folder / 'sources'}", source],
            check=True,
        )
    library = ctypes.CDLL(str(next((folder / "binaries").rglob("*.so"))))
    names = set(re.findall(rf"\bfmi{number}\w+(?=TYPE)", (headers / f"fmi{number}Functions.h").read_text()))
    of_model_exchange = {
        "EnterEventMode", "NewDiscreteStates", "EnterContinuousTimeMode", "CompletedIntegratorStep", "SetTime",
        "SetContinuousStates", "GetDerivatives", "GetEventIndicators", "GetContinuousStates",
        "GetNominalsOfContinuousStates",
    }  # fmt: skip
    if number == 2:
        names -= {f"fmi2{name}" for name in of_model_exchange}
    assert len(names) > 30
    for name in names:
        assert hasattr(library, name), name


def test_the_command_tells_mistakes(tmp_path):
    def tell(*words):
        return subprocess.run([os.environ["KAMM"], "fmu", *words], capture_output=True, text=True)

    path = str(tmp_path / "car.fmu")
    assert "-o has to name" in tell("volvo-v40").stderr
    assert "--fmi 4: it may be 2 or 3" in tell("volvo-v40", "-o", path, "--fmi", "4").stderr
    assert "--ground ice: it may be flat or host" in tell("volvo-v40", "-o", path, "--ground", "ice").stderr
    assert "volvo-v40" in tell("volvo-v41", "-o", path).stderr
    assert tell("volvo-v40", "-o", str(tmp_path / "none" / "car.fmu")).returncode == 1
    assert not list(tmp_path.iterdir())
