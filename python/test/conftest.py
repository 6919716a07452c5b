"""What tests share."""

import os
import signal
import subprocess
import sys
import time

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


def command(*words: str) -> str:
    """What the kamm command prints."""
    binary = os.environ.get("KAMM_NATIVE_COMMAND", "")
    if not os.path.exists(binary):
        pytest.skip("the kamm command is not built")
    return subprocess.run([binary, *words], check=True, capture_output=True, text=True).stdout


def interrupted_after(work: str, first_s: float) -> float:
    """How long Python takes to end by Ctrl-C that comes so long after it has begun with that work; the best of some tries, as other
    processes want the machine too."""
    return min(_interrupt(work, first_s) for _ in range(4))


def _interrupt(work: str, first_s: float) -> float:
    code = f"import kamm, time; print('go', flush=True); {work}"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout and child.stdout.readline()
    time.sleep(first_s)
    assert child.poll() is None
    begin = time.monotonic()
    child.send_signal(signal.SIGINT)
    _, told = child.communicate(timeout=30)
    assert "KeyboardInterrupt" in told
    return time.monotonic() - begin
