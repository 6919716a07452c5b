"""What tests share."""

import numpy as np
import pytest

import kamm

every_vehicle = kamm.vehicles()
every_rung = ["kinematic", "rigid2d", "single_track", "double_track", "full"]


@pytest.fixture
def m3() -> kamm.Vehicle:
    return kamm.load("bmw-m3-e46")


def drive(cars: kamm.Batch, frames: int = 100, substeps: int = 40) -> None:
    """The drive of wasm/test/native_drive.c, whose numbers are exact in binary."""
    numbers = np.arange(len(cars))
    for frame in range(frames):
        cars.inputs[:, kamm.INPUT["throttle"]] = 1 if frame < 60 else 0
        cars.inputs[:, kamm.INPUT["brake"]] = 0 if frame < 60 else 0.5
        cars.inputs[:, kamm.INPUT["steering_wheel_rad"]] = (frame % 16 - 8) / 8 * numbers
        cars.step(substeps=substeps)
