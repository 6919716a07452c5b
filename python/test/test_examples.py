"""The examples run as they stand, and their types are what the package says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kamm

root = Path(__file__).parent.parent.parent
examples = root / "examples" / "python"
is_long = os.environ.get("KAMM_TIER", "short") != "short"


def test_engineering(tmp_path):
    told = subprocess.run([sys.executable, examples / "engineering.py", tmp_path], check=True, capture_output=True, text=True).stdout
    assert told.startswith("4500.0 N/m ") and "steady_roll_deg 2.5" in told and "yaw_left_after_1_s_percent" in told
    assert len((tmp_path / "bars.csv").read_text().splitlines()) == 42 and (tmp_path / "sine-dwell.csv").exists()


def test_control():
    """In the long tier a lap, which takes no longer than 3 % above that of our driver; in the short one the begin of it."""
    seconds = [] if is_long else ["1"]
    told = subprocess.run([sys.executable, examples / "mppi.py", *seconds], check=True, capture_output=True, text=True).stdout
    driven_m, time_s, off_m = (float(each) for each in re.findall(r"([\d.]+) m in ([\d.]+) s, at most ([\d.]+) m", told)[0])
    assert 15 * time_s < driven_m < 60 * time_s and off_m < 4.55
    if not seconds:
        lap_s = float(re.findall(r"lap: ([\d.]+) s", told)[0])
        assert lap_s < 1.03 * kamm.run("lap", "bmw-m3-e46").figures["lap_time_s"].value


def test_planning():
    pytest.importorskip("casadi")
    told = subprocess.run([sys.executable, examples / "ipopt.py", *([] if is_long else ["--equations-only"])], check=True,
                          capture_output=True, text=True).stdout
    plans = {words[0]: [float(word) for word in words[1:]] for words in map(str.split, told.splitlines()[1:])}
    assert list(plans) == ["single_track", "full"][: 1 + is_long]
    for rung, (states, iterations, _cpu_s, aside_m, side_mps2, off_mm) in plans.items():
        assert states == {"single_track": 8, "full": 77}[rung] and iterations < 100
        assert 3 <= aside_m < 3.51 and 4 < side_mps2 < 9
        assert off_mm < {"single_track": 5, "full": 100}[rung], told


def test_stubs_are_those_of_the_extension(tmp_path):
    """But for a property that takes arguments under its subclass, and buffers, which Python 3.11 does not show."""
    pytest.importorskip("mypy")
    (tmp_path / "allowed").write_text("kamm._core.Batch.faults\nkamm._core.Combinations.faults\nkamm._core.View.__buffer__\n")
    found = subprocess.run([sys.executable, "-m", "mypy.stubtest", "kamm._core", "--allowlist", tmp_path / "allowed",
                            "--ignore-unused-allowlist", "--concise"],
                           text=True, capture_output=True, cwd=tmp_path, env={**os.environ, "MYPYPATH": str(root / "python")})
    assert found.returncode == 0, found.stdout + found.stderr


def test_types_are_complete(tmp_path):
    """Of the package, then of the examples, which use what mypy has read of NumPy."""
    pytest.importorskip("mypy")
    for what in [["-p", "kamm"], sorted(examples.glob("*.py"))]:
        found = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, *map(str, what)], text=True,
                               capture_output=True, env={**os.environ, "MYPYPATH": str(root / "python")})
        assert found.returncode == 0, found.stdout
