"""FMUs by the command; what is in them is tested in test/fmu."""

import os
import subprocess

import pytest

import kamm

command = os.environ.get("KAMM_COMMAND")
needs_command = pytest.mark.skipif(not command, reason="tools/test_python.sh names the command")


@needs_command
def test_a_vehicle_in_memory_is_the_one_of_the_command(tmp_path):
    car = kamm.load("volvo-v40")
    car["payload.mass_kg"] = 123.456
    kamm.fmu(car, tmp_path / "one.fmu", fmi=3, ground="host")
    words = ["--fmi", "3", "--ground", "host", "--set", "payload.mass_kg=123.456"]
    subprocess.run([command, "fmu", "volvo-v40", "-o", tmp_path / "other.fmu", *words], check=True)
    assert (tmp_path / "one.fmu").read_bytes() == (tmp_path / "other.fmu").read_bytes()
    kamm.fmu("nissan-micra", tmp_path / "micra.fmu")
    assert (tmp_path / "micra.fmu").stat().st_size > 1e6


@needs_command
def test_mistakes_are_told(tmp_path):
    with pytest.raises(ValueError, match="--fmi 1: it may be 2 or 3"):
        kamm.fmu("volvo-v40", tmp_path / "car.fmu", fmi=1)
    with pytest.raises(ValueError, match="can't be written"):
        kamm.fmu("volvo-v40", tmp_path / "none" / "car.fmu")


@needs_command
def test_the_package_packs_by_itself(tmp_path, monkeypatch):
    """With what goes into FMUs in its place, as `pip install` with KAMM_PYTHON_FMU lays it: the same bytes."""
    kamm.fmu("volvo-v40", tmp_path / "one.fmu")
    monkeypatch.delenv("KAMM_COMMAND")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("KAMM_FMU", os.path.join(os.path.dirname(command), "..", "fmu"))
    kamm.fmu("volvo-v40", tmp_path / "other.fmu")
    assert (tmp_path / "one.fmu").read_bytes() == (tmp_path / "other.fmu").read_bytes()
    with pytest.raises(ValueError, match="--fmi 1: it may be 2 or 3"):
        kamm.fmu("volvo-v40", tmp_path / "car.fmu", fmi=1)


def test_without_the_parts_the_line_is_told(tmp_path, monkeypatch):
    for name in ("KAMM_COMMAND", "KAMM_FMU"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ValueError, match="pip install . -C cmake.define.KAMM_PYTHON_FMU=ON"):
        kamm.fmu("volvo-v40", tmp_path / "car.fmu")
