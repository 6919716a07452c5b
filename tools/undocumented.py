#!/usr/bin/env python3
"""Prints what the reference has no text for: structs, members, enums and their values, types and functions.

Usage: tools/undocumented.py XML    the folder of Doxygen's XML
"""
import sys
from pathlib import Path
from xml.etree import ElementTree

# The values of these are made from lists, whose comment describes them.
LISTED = {"kamm_rung", "kamm_field_kind", "kamm_env_task", "kamm_vehicle_class", "kamm_draw_part", "kamm_draw_colour",
          "kamm_fit_verdict", "kamm_sensitivity_method"}


def has_text(node):
    parts = node.findall("briefdescription") + node.findall("detaileddescription")
    return any("".join(part.itertext()).strip() for part in parts)


def silent(compound):
    """Kind and name of each item without a text."""
    name = compound.findtext("compoundname")
    if compound.get("kind") == "struct" and not has_text(compound):
        yield "struct", name
    for member in compound.iter("memberdef"):
        kind, own = member.get("kind"), member.findtext("name")
        if kind == "define":
            continue
        if not has_text(member):
            yield kind, f"{name}.{own}" if compound.get("kind") == "struct" else own
        for value in member.findall("enumvalue") if own not in LISTED else []:
            if not has_text(value):
                yield "value", value.findtext("name")


def main():
    found = set()
    for path in sorted(Path(sys.argv[1]).glob("*.xml")):
        for compound in ElementTree.parse(path).getroot().findall("compounddef"):
            if compound.get("kind") in ("struct", "union", "file", "group"):
                found.update(silent(compound))
    for kind, name in sorted(found):
        print(kind, name)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
