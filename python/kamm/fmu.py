"""FMUs: a car for other simulators, by the `kamm` command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile

from .vehicle import Vehicle, load


def _command() -> list[str]:
    """What packs it: the command that $KAMM_COMMAND names; this package's own, where it has what goes into FMUs; else one of the PATH."""
    named = os.environ.get("KAMM_COMMAND")
    if named:
        return [named]
    if os.environ.get("KAMM_FMU"):
        return [sys.executable, "-m", "kamm"]
    own = os.path.dirname(sys.executable)
    others = [folder for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if folder != own]
    found = shutil.which("kamm", path=os.pathsep.join(others))
    return [found] if found else [sys.executable, "-m", "kamm"]


def fmu(
    car: Vehicle | str | os.PathLike[str],
    path: str | os.PathLike[str],
    *,
    fmi: int = 2,
    ground: str = "flat",
    rung: str = "full",
) -> None:
    """Writes a car as an FMU for co-simulation.

    car: a `Vehicle` as it is now, or the name or path of a vehicle file.
    fmi: version of the standard, 2 or 3.
    ground: "flat", a plane road, or "host": the contact plane of each wheel is an input.

    ValueError: the error of the command, such as a rung that needs more parameters than the car has. It is also raised if the package was
    built without the contents of FMUs (`pip install . -C cmake.define.KAMM_PYTHON_FMU=ON` in a checkout includes them).
    """
    vehicle = car if isinstance(car, Vehicle) else load(car)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, f"{vehicle.id}.json")
        vehicle.save(file)
        words = ["fmu", file, "-o", os.fspath(path), "--fmi", str(fmi), "--ground", ground, "--rung", rung]
        done = subprocess.run([*_command(), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip().removeprefix("kamm: ") or f"the command ended with {done.returncode}")
