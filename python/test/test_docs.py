"""What the documentation shows does what it says, and its reference is that of the docstrings."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

root = Path(__file__).resolve().parents[2]
reference = root / "docs/python/reference.md"
pages = [root / "docs/python.md", *sorted(set((root / "docs/python").glob("*.md")) - {reference})]
needs = {"learning.md": ["gymnasium"], "pitfalls.md": ["gymnasium"], "control.md": ["casadi"]}


def test_the_reference_is_what_the_docstrings_say():
    pytest.importorskip("gymnasium")
    found = subprocess.run([sys.executable, root / "tools/python_reference.py", "--check"], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("page", pages, ids=lambda page: page.name)
def test_a_page_does_what_it_says(page, tmp_path, monkeypatch):
    """The code of a page in its order, as one program."""
    for module in needs.get(page.name, []):
        pytest.importorskip(module)
    if "kamm.fmu(" in page.read_text() and not os.environ.get("KAMM_COMMAND"):
        pytest.skip("kamm fmu needs the command")
    monkeypatch.chdir(tmp_path)
    names = {"__name__": page.stem}
    text = page.read_text()
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S))
    assert blocks
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], page, "exec"), names)  # so that a traceback has the page's lines


def test_every_page_is_reached_from_the_first():
    first = pages[0].read_text()
    for page in (*pages[1:], reference):
        assert f"(python/{page.name})" in first
