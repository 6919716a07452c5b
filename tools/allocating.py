#!/usr/bin/env python3
"""Which public functions of the core library may allocate, by the calls in its object file.

    tools/allocating.py OBJECT TEST

OBJECT is kamm.o of kamm.c; calls through pointers are not seen, but those in BY_POINTER. TEST is the source whose rows, ROW(function) or
{"function", …, have each allocation of these functions fail: it has to have all of them and no others. WITHOUT(function)
are those that go on where an allocation fails.
"""

import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALLOCATORS = ("kamm_allocate", "malloc", "calloc", "realloc", "aligned_alloc", "strdup")
BY_POINTER = {"kamm_renumber_joints": {"kamm_forget_pairs", "kamm_forget_bodies"}}
"""Callers through the table of joints (src/world/joints/joint_calls.c)."""


def callers(code: str) -> dict[str, set[str]]:
    """Returns the callers of each function, and those with a jump to it. Parts that the compiler split off count as the
    whole."""
    of = collections.defaultdict(set)
    caller = ""
    for line in code.splitlines():
        if start := re.match(r"[0-9a-f]+ <([\w.]+)>:$", line):
            caller = start[1].split(".")[0]
        elif target := re.search(r"\t(?:call|jmp|bl|b)\s+\w+ <([\w.]+)>|: R_\w+?_(?:PLT32|CALL26|JUMP26)\s+([\w.]+)", line):
            of[(target[1] or target[2]).split(".")[0]].add(caller)
    return of


def reaching(code: str) -> set[str]:
    """All functions from which calls reach an allocator."""
    of = callers(code)
    found, to_visit = set(), list(ALLOCATORS)
    while to_visit:
        callee = to_visit.pop()
        for caller in (of[callee] | BY_POINTER.get(callee, set())) - found:
            found.add(caller)
            to_visit.append(caller)
    return found


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    disassemble = ["objdump", "--disassemble", "--reloc", "--no-show-raw-insn", sys.argv[1]]
    code = subprocess.run(disassemble, check=True, capture_output=True, text=True).stdout
    test = pathlib.Path(sys.argv[2]).read_text()
    interface = (ROOT / "test/reference/interface.txt").read_text()
    public = set(re.findall(r"^function kamm (\w+)", interface, re.M)) - {"kamm_allocate"}
    allocate = reaching(code) & public
    tested = set(re.findall(r'(?:ROW|WITHOUT)\((kamm_\w+)\)|\{"(kamm_\w+)", call_', test))
    tested = {name for pair in tested for name in pair if name}
    for name in sorted(allocate - tested):
        print(f"{name} may allocate: {sys.argv[2]} lacks it", file=sys.stderr)
    for name in sorted(tested - allocate):
        print(f"{name} allocates nothing: {sys.argv[2]} has it", file=sys.stderr)
    if not allocate or allocate != tested:
        sys.exit(1)
    print(f"{len(allocate)} public functions may allocate, and each has failed to")


if __name__ == "__main__":
    main()
