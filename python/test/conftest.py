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


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "drives: drives for long to measure; only python_sanitizers_all has it under the sanitizers")


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


def interrupted_after(work: str, first_s: float = 0) -> float:
    """How much processor time Python takes to end by Ctrl-C that comes when it has spent so much on that work: its own time, however
    much of the machine it gets. The best of two tries, as memory is others' as well."""
    return min(_interrupt(work, first_s) for _ in range(2))


def _processor_time_s(process: subprocess.Popen) -> float:
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")  # user's and system's


def _interrupt(work: str, first_s: float) -> float:
    code = f"import kamm, time; print('go', flush=True); {work}"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout and child.stdout.readline() and child.stderr
    begin = _processor_time_s(child)
    while (spent := _processor_time_s(child)) - begin < first_s:
        assert child.poll() is None
        time.sleep(0.01)  # nothing tells when a process has had so much
    child.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in child.stderr.read()
    _, _, usage = os.wait4(child.pid, 0)
    child.returncode = 0  # it has been waited for
    return usage.ru_utime + usage.ru_stime - spent
