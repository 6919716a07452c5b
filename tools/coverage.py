#!/usr/bin/env python3
"""Which lines of src/ the tests reach: a table of its folders and files, from what gcov counted, and the lines that they do not.

Usage: tools/coverage.py FOLDER [--floor PERCENT] [--lines]
    FOLDER    a build by gcc with --coverage, in which tests have been run
    --floor   fail where fewer lines of src/ are reached
    --lines   name the lines that are not reached, not just how many they are

A line counts as reached if it is in any of the units that contain it: kernels are compiled several times, headers more often still.
"""
import argparse
import collections
import json
import multiprocessing
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent


def counted(counts):
    """(file, line) -> the most that a unit has run it, of one file that gcov writes."""
    found = {}
    told = subprocess.run(["gcov", "--json-format", "--stdout", str(counts)], capture_output=True, cwd=counts.parent, check=True)
    for text in told.stdout.splitlines():
        unit = json.loads(text)
        folder = pathlib.Path(unit["current_working_directory"])
        for file in unit["files"]:
            name = (folder / file["file"]).resolve()
            if not name.is_relative_to(root / "src"):
                continue
            name = str(name.relative_to(root))
            for line in file["lines"]:
                key = name, line["line_number"]
                found[key] = max(found.get(key, 0), line["count"])
    return found


def count_all(folder):
    reached = collections.Counter()
    with multiprocessing.Pool() as pool:
        for found in pool.imap_unordered(counted, sorted(folder.rglob("*.gcno")), chunksize=4):
            for key, count in found.items():
                reached[key] = max(reached[key], count)
    return reached


def ranges(lines):
    """[3, 4, 5, 9] -> "3-5, 9"."""
    runs = []
    for line in lines:
        if runs and line == runs[-1][1] + 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    return ", ".join(f"{a}-{b}" if b > a else f"{a}" for a, b in runs)


def table(reached, with_lines):
    missed = collections.defaultdict(list)
    lines = collections.Counter()
    for (name, line), count in sorted(reached.items()):
        lines[name] += 1
        if not count:
            missed[name].append(line)
    groups = collections.defaultdict(list)
    for name in sorted(lines):
        groups["/".join(pathlib.Path(name).parts[:2])].append(name)
    print(f"{'':52} {'lines':>7} {'missed':>7} {'reached, %':>11}")

    def row(title, names):
        all_lines, missing = sum(lines[n] for n in names), sum(len(missed[n]) for n in names)
        percent = 100 * (1 - missing / all_lines)
        print(f"{title:52} {all_lines:7} {missing:7} {percent:11.1f}")
        return percent

    for group, names in groups.items():
        row(group, names)
        for name in names:
            if missed[name]:
                row("    " + name.removeprefix(group + "/"), [name])
                if with_lines:
                    print("        " + ranges(missed[name]))
    return row("src", list(lines))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--floor", type=float, default=0)
    parser.add_argument("--lines", action="store_true")
    asked = parser.parse_args()
    reached = count_all(asked.folder.resolve())
    if not reached:
        sys.exit(f"kamm: {asked.folder} has no counts: it is no build with --coverage")
    percent = table(reached, asked.lines)
    if percent < asked.floor:
        sys.exit(f"kamm: the tests reach {percent:.2f} % of the lines of src/; {asked.floor:g} % are asked for (--lines names the others)")


if __name__ == "__main__":
    main()
