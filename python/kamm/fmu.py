"""FMUs: a car for other simulators, by the `kamm` command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile

from .vehicle import Vehicle, load


def _command() -> str:
    """The whole command: that of this package has no `kamm fmu`, as what FMUs are packed from is larger than the package."""
    own = os.path.dirname(sys.executable)
    others = [folder for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if folder != own]
    found = os.environ.get("KAMM_COMMAND") or shutil.which("kamm", path=os.pathsep.join(others))
    if not found:
        raise FileNotFoundError(
            "FMUs take the whole kamm command (a build of Kamm), which is neither on the PATH nor named by $KAMM_COMMAND"
        )
    return found


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

    ValueError: what the command did not like, such as a rung that the car has too few values for.
    """
    vehicle = car if isinstance(car, Vehicle) else load(car)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, f"{vehicle.id}.json")
        vehicle.save(file)
        words = ["fmu", file, "-o", os.fspath(path), "--fmi", str(fmi), "--ground", ground, "--rung", rung]
        done = subprocess.run([_command(), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip().removeprefix("kamm: "))
