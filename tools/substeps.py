#!/usr/bin/env python3
"""What the rate of substeps does to the figures of road tests: tables for docs/validation.md, and a picture.

    tools/substeps.py [KAMM] > tables.md        writes docs/pictures/substeps.svg, too

KAMM is the command (./kamm unless told otherwise). Nine road tests of every shipped vehicle are driven on the rung full at each
rate by `kamm compare`; the highest is the reference. Takes some minutes. Needs nothing but Python's own library.
"""
import json
import math
import pathlib
import statistics
import subprocess
import sys

TESTS = ["accel", "brake", "skidpad", "step-steer", "fishhook", "split-mu", "rough-road", "jump", "sine-dwell"]
RATES = [60, 100, 120, 150, 200, 240, 300, 400, 600, 1200, 2400]
REFERENCE = 9600
SMALLEST = 1e-3  # of a reference: below that a difference in per cent says nothing
BOUNDS = [0.1, 0.5, 1, 2, 5]
ROOT = pathlib.Path(__file__).resolve().parent.parent


def drive(kamm, test, car):
    """(test, car, figure, reference, {rate: difference in per cent, or None})"""
    rates = ",".join(map(str, [*RATES, REFERENCE]))
    done = subprocess.run([kamm, "compare", test, "--car", car, "--substeps", rates, "--json"],
                          capture_output=True, text=True)
    if done.returncode:
        print(f"{test}, {car}: {done.stderr.strip()}", file=sys.stderr)
        return []
    told = json.loads(done.stdout)
    by_rate = {round(rate["substeps_per_s"]): rate["figures"] for rate in told["rates"]}
    rows = []
    for name, figure in by_rate[REFERENCE].items():
        value = figure["value"]
        if value is None or abs(value) < SMALLEST:
            continue
        differences = {rate: by_rate[rate][name]["difference_percent"] for rate in RATES}
        rows.append((test, car, name, value, differences))
    return rows


def sizes(rows, rate):
    """Returns the figures of the differences at a rate; a difference that could not be measured counts as wrong."""
    return sorted(math.inf if row[4][rate] is None else abs(row[4][rate]) for row in rows)


def print_table(head, lines):
    print("| " + " | ".join([head, *map(str, RATES)]) + " |")
    print("| --- |" + " ---: |" * len(RATES))
    for line in lines:
        print("| " + " | ".join(line) + " |")
    print()


def print_shares(rows):
    lines = []
    for bound in BOUNDS:
        shares = [100 * sum(size <= bound for size in sizes(rows, rate)) / len(rows) for rate in RATES]
        lines.append([f"within {bound:g} %", *(f"{share:.0f} %" for share in shares)])
    lines.append(["median difference", *(f"{statistics.median(sizes(rows, rate)):.2f} %" for rate in RATES)])
    print(f"{len(rows)} figures\n")
    print_table("of all figures", lines)


def print_tests(rows):
    lines = []
    for test in TESTS:
        own = [row for row in rows if row[0] == test]
        lines.append([f"`{test}`", *(f"{statistics.median(sizes(own, rate)):.2f}" for rate in RATES)])
    print_table("median difference in per cent", lines)


def print_worst(rows):
    """Each figure's vehicle that departs most at 240."""
    lines = []
    for test, name in dict.fromkeys((row[0], row[2]) for row in rows):
        own = [row for row in rows if row[0] == test and row[2] == name]
        worst = max(own, key=lambda row: math.inf if row[4][240] is None else abs(row[4][240]))
        beyond = sum(size > 0.5 for size in sizes(own, 240))
        if not beyond:
            continue
        cells = ["-" if worst[4][rate] is None else f"{worst[4][rate]:+.2g}".replace("-", "−") for rate in RATES]
        lines.append([f"`{test}` `{name}`, {beyond} of {len(own)} ({worst[1]})", *cells])
    print_table("beyond 0.5 % at 240: vehicles, and the worst one's difference in per cent", lines)


# -- picture ------------------------------------------------------------------------------------------

PANEL_W, PANEL_H, LEFT, TOP, GAP_X, GAP_Y = 250, 150, 54, 34, 34, 46
LOW, HIGH = 0.01, 100


def pixel(panel, rate, size):
    column, row = panel % 3, panel // 3
    x = LEFT + column * (PANEL_W + GAP_X) + PANEL_W * math.log(rate / RATES[0]) / math.log(RATES[-1] / RATES[0])
    share = math.log(min(max(size, LOW), HIGH) / LOW) / math.log(HIGH / LOW)
    return x, TOP + row * (PANEL_H + GAP_Y) + PANEL_H * (1 - share)


def points(panel, values):
    return " ".join("{:.1f},{:.1f}".format(*pixel(panel, rate, size)) for rate, size in values)


def text(x, y, words, anchor="middle", size=11, colour="#444"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{words}</text>'


def frame(panel, title):
    parts = []
    for size in (0.01, 0.1, 1, 10, 100):
        (x0, y), (x1, _) = pixel(panel, RATES[0], size), pixel(panel, RATES[-1], size)
        parts.append(f'<line x1="{x0:.1f}" x2="{x1:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        if panel % 3 == 0:
            parts.append(text(x0 - 5, y + 4, f"{size:g} %", "end", 10))
    for rate in (60, 120, 240, 600, 1200, 2400):
        x, y = pixel(panel, rate, LOW)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y:.1f}" y2="{y - PANEL_H:.1f}" stroke="#eee"/>')
        parts.append(text(x, y + 13, rate, size=10))
    x, y = pixel(panel, RATES[0], HIGH)
    parts.append(text(x, y - 6, title, "start", 13, "#111"))
    (x0, y), (x1, _) = pixel(panel, RATES[0], 0.5), pixel(panel, RATES[-1], 0.5)
    parts.append(f'<line x1="{x0:.1f}" x2="{x1:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#c8431d" stroke-dasharray="4 3"/>')
    return parts


def quantile(ordered, share):
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def draw(rows, path):
    width, height = LEFT + 3 * (PANEL_W + GAP_X), TOP + 3 * (PANEL_H + GAP_Y) + 22
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
             f'<rect width="{width}" height="{height}" fill="white"/>']
    for panel, test in enumerate(TESTS):
        own = [row for row in rows if row[0] == test]
        parts += frame(panel, test)
        low = [(rate, quantile(sizes(own, rate), 0.1)) for rate in RATES]
        high = [(rate, quantile(sizes(own, rate), 0.9)) for rate in RATES]
        middle = [(rate, quantile(sizes(own, rate), 0.5)) for rate in RATES]
        parts.append(f'<polygon points="{points(panel, low + high[::-1])}" fill="#1b6ca8" fill-opacity="0.18"/>')
        parts.append(f'<polyline points="{points(panel, middle)}" fill="none" stroke="#1b6ca8" stroke-width="2"/>')
    parts.append(text(width / 2, height - 8, "substeps per second; difference from 9600: median of all vehicles' figures, and "
                      "8 of 10 of them; dashed: 0.5 %", size=11))
    path.write_text("\n".join(parts + ["</svg>\n"]))


def main(arguments):
    kamm = arguments[0] if arguments else str(ROOT / "kamm")
    cars = sorted(path.stem for path in (ROOT / "data/vehicles").glob("*.json"))
    rows, jobs = [], [(test, car) for test in TESTS for car in cars]
    for done, (test, car) in enumerate(jobs):
        if sys.stderr.isatty():
            print(f"\r{done} of {len(jobs)}: {test}, {car:30}", end="", file=sys.stderr)
        rows += drive(kamm, test, car)
    print_shares(rows)
    print_tests(rows)
    print_worst(rows)
    draw(rows, ROOT / "docs/pictures/substeps.svg")


main(sys.argv[1:])
