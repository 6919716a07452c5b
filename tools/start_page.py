#!/usr/bin/env python3
"""Follows docs/start.md with the libraries and the command of a build, and compares each output that the page shows.

Usage: tools/start_page.py BUILD [--update]    --update writes the outputs again

A block of sh is run, line by line, if all of its commands are known here; the block behind it is its output, up to a line "…".
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/start.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
LIBRARIES = subprocess.run(["pkg-config", "--libs", "libcjson", "libpng"], capture_output=True, text=True, check=False)


def compile_game(build, source, place):
    (place / "game.c").write_text(source, encoding="utf-8")
    subprocess.run(
        ["cc", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include", "game.c", "-o", "game", f"{build}/libkamm_io.a",
         f"{build}/libkamm.a", *LIBRARIES.stdout.split(), "-lm", "-pthread"],
        cwd=place, check=True,
    )


def run(command, build, place):
    words = command.split()
    program = {"kamm": f"{build}/bin/kamm", "./kamm": f"{build}/bin/kamm", "./game": "./game"}.get(words[0])
    done = subprocess.run([program, *words[1:]], cwd=place, capture_output=True, text=True, check=False,
                          env={**os.environ, "KAMM_DATA": str(ROOT / "data"), "COLUMNS": "200"})
    return done.stdout


def is_known(command):
    return re.fullmatch(r"\./game|(?:\./)?kamm (?:list|check|run) .*", command) is not None


def shown(block, output):
    """The output as far as the page shows it."""
    lines, kept = block.splitlines(), output.rstrip("\n").splitlines()
    return "\n".join(kept[: len(lines) - 1] + ["…"] if lines[-1:] == ["…"] else kept) + "\n"


def follow(text, build, place):
    """Offset, block and output of each block that follows known commands."""
    command = ""
    for found in BLOCK.finditer(text):
        kind, block = found[1], found[2]
        if kind == "c":
            compile_game(build, block, place)
        elif kind == "json":
            (place / "my-car.json").write_text(block, encoding="utf-8")
        elif kind == "sh":
            known = [line for line in block.splitlines() if is_known(line)]
            command = known[0] if known else ""
        elif not kind and command:
            yield found.start(2), block, shown(block, run(command, build, place))
            command = ""
    last = re.search(r"^`(\./game my-car\.json)` drives it\. Its last line is:\n\n```\n(.*?)^```$", text, re.M | re.S)
    yield last.start(2), last[2], run(last[1], build, place).splitlines()[-1] + "\n"


def main():
    build, text = Path(sys.argv[1]).resolve(), PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as place:
        blocks = list(follow(text, build, Path(place)))
    other = [(at, block, output) for at, block, output in blocks if block != output]
    if "--update" in sys.argv:
        for at, block, output in sorted(other, reverse=True):
            text = text[:at] + output + text[at + len(block):]
        PAGE.write_text(text, encoding="utf-8")
        return 0
    for _, block, output in other:
        print(f"docs/start.md shows\n{block}and not\n{output}")
    print(f"{len(blocks)} outputs of docs/start.md, {len(other)} of them are others")
    return 1 if other or len(blocks) < 6 else 0


if __name__ == "__main__":
    sys.exit(main())
