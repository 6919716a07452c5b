#!/usr/bin/env python3
"""Compares the tables of road tests in docs/ with what the command prints, or writes them again.

Usage: tools/figures_in_docs.py KAMM [--update] [TEST...]      KAMM: build/dev/bin/kamm; TEST: lap, brake, … alone

Rows begin with `test.figure`; the head has a vehicle, or a combination, for each column. What stands in brackets behind a
figure, and what is no number, is left as it is.
"""
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

root = Path(__file__).resolve().parent.parent
pages = ["docs/road-tests.md", "docs/trailers.md"]
named = {"Nissan Micra": "nissan-micra", "BMW M3": "bmw-m3-e46", "Toyota Hilux, laden": "toyota-hilux-laden"}
tank = ("tractor-tank-semitrailer", [])
columns = {"liquid": tank}
row_of = re.compile(r"^\| `([a-z-]+)\.([a-z0-9_]+)` \|(.*)\|$")


def shown(value):
    """Three digits, and all before the point."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def cars_of(head):
    """What the columns of a table are driven by; None: nothing that the command knows."""
    cells = [cell.strip() for cell in head.strip().strip("|").split("|")][1:]
    quoted = [re.fullmatch(r"`([\w-]+)`", cell) for cell in cells]
    return [
        (match.group(1), []) if match else (named[cell], []) if cell in named else columns.get(cell)
        for cell, match in zip(cells, quoted)
    ]


def rows_of(lines):
    """Line, test, figure, cars and cells of each row."""
    cars = []
    for number, line in enumerate(lines):
        if line.startswith("| figure |"):
            cars = cars_of(line)
        match = row_of.match(line)
        if match and cars:
            cells = [cell.strip() for cell in match.group(3).split("|")]
            yield number, match.group(1), match.group(2), cars, cells


def measure(kamm, run):
    test, car, options = run
    command = [kamm, "run", test, "--car", car, "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return json.loads(done.stdout)["figures"] if done.returncode == 0 else {}


def main():
    words = [word for word in sys.argv[1:] if word != "--update"]
    if not words:
        sys.exit(__doc__)
    kamm, tests = words[0], words[1:]
    texts = {page: (root / page).read_text().split("\n") for page in pages}
    rows = [(page, row) for page, lines in texts.items() for row in rows_of(lines) if not tests or row[1] in tests]
    runs = {(row[1], car[0], tuple(car[1])) for _, row in rows for car in row[3] if car}
    with ThreadPoolExecutor(2) as pool:
        figures = dict(zip(sorted(runs), pool.map(lambda run: measure(kamm, run), sorted(runs))))
    stale = 0
    for page, (number, test, figure, cars, cells) in rows:
        for i, car in enumerate(cars[: len(cells)]):
            found = figures[test, car[0], tuple(car[1])].get(figure) if car else None
            old = cells[i].split(" ")[0]
            if not found or found["value"] is None or old == "-" or old == shown(found["value"]):
                continue
            stale += 1
            print(f"{page}:{number + 1}: {test}.{figure} of {car[0]}: {old}, now {shown(found['value'])}")
            cells[i] = cells[i].replace(old, shown(found["value"]), 1)
        texts[page][number] = f"| `{test}.{figure}` | {' | '.join(cells)} |"
    if "--update" in sys.argv:
        for page, lines in texts.items():
            (root / page).write_text("\n".join(lines))
    elif stale:
        sys.exit(1)


main()
