"""The kamm command, as the package has it."""

import os
import subprocess
import sys

import pytest
from conftest import command


def within(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "kamm", *words], capture_output=True, text=True)


@pytest.mark.parametrize("words", [
    ("run", "step-steer", "--car", "volvo-v40"),
    ("run", "brake", "--car", "nissan-micra", "--json"),
    ("check", "bmw-m3-e46"),
    ("list", "vehicles"),
    ("--version",),
])
def test_it_prints_what_the_program_prints(words):
    found = within(*words)
    assert found.returncode == 0 and found.stdout == command(*words) and not found.stderr


def test_a_sweep_writes_its_folder(tmp_path):
    found = within("sweep", "brake", "--car", "nissan-micra", "--vary", "body.mass_kg=900,1000", "--rung", "rigid2d",
                   "--out", str(tmp_path / "out"))
    assert found.returncode == 0 and len((tmp_path / "out" / "runs.csv").read_text().splitlines()) == 3


def test_exit_statuses_are_those_of_the_program():
    wrong = within("runn")
    assert wrong.returncode == 2 and "did you mean run?" in wrong.stderr
    assert within("check", "no-such-car").returncode == 1
    assert within("drive").returncode == 2  # the server is not in the package


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_output_that_cannot_be_written_is_told():
    with open("/dev/full", "w") as full:
        found = subprocess.run([sys.executable, "-m", "kamm", "list", "vehicles"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert found.returncode == 1 and found.stderr
