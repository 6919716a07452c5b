#!/usr/bin/env python3
"""Compares the example project and the page of the Godot addon with the addon's help: classes, properties, methods and signals exist.

Usage: tools/check_godot_example.py PROJECT HELP.xml    HELP.xml: one class after the other, as the addon hands them to the editor
"""
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs/godot.md"
# What the scene and the script use of Node3D and of GDScript.
OF_GODOT = {"transform", "script", "print", "func", "get_axis", "get_action_strength", "is_action_just_pressed", "connect"}


def read_help(path):
    """Class: names of its methods, properties and signals."""
    text = re.sub(r"<\?xml[^>]*\?>", "", Path(path).read_text(encoding="utf-8"))
    classes = {}
    for one in ElementTree.fromstring(f"<all>{text}</all>"):
        assert one.find("brief_description").text and one.find("description").text, one.get("name")
        named = [item for group in ("methods", "members", "signals") for item in one.find(group)]
        for item in named:
            doc = item.text if item.tag == "member" else item.find("description").text
            assert doc, f"{one.get('name')}.{item.get('name')} has no help"
        classes[one.get("name")] = {item.get("name") for item in named}
    return classes


def scene_faults(text, classes):
    known = None
    for line in text.splitlines():
        node = re.match(r'\[node name="[^"]*" type="(\w+)"', line)
        if line.startswith("["):
            known = classes.get(node.group(1)) if node and node.group(1).startswith("Kamm") else None
            if node and node.group(1).startswith("Kamm") and known is None:
                yield f"there is no class {node.group(1)}"
        name = re.match(r"(\w+) = ", line)
        if name and known is not None and name.group(1) not in known | OF_GODOT:
            yield f"there is no property {name.group(1)}"
    resources = set(re.findall(r'\[(?:sub|ext)_resource [^\]]*id="([^"]+)"\]', text))
    used = set(re.findall(r'(?:Sub|Ext)Resource\("([^"]+)"\)', text))
    if resources != used:
        yield f"resources are {sorted(resources)}, those in use {sorted(used)}"
    steps = int(re.search(r"load_steps=(\d+)", text).group(1))
    if steps != len(resources) + 1:
        yield f"load_steps is {steps}, not {len(resources) + 1}"


def script_faults(text, classes):
    known = classes[re.search(r"extends (\w+)", text).group(1)]
    names = set(re.findall(r"^\t+(\w+)(?= =|\.connect|\()", text, re.M)) - OF_GODOT
    if len(names) < 4:
        yield "the script uses nothing"
    for name in names - known:
        yield f"there is no {name}"


def page_faults(text, classes):
    """Names in the first column of docs/godot.md, below the heading of their class."""
    known, named = None, {name: set() for name in classes}
    for line in text.splitlines():
        if line.startswith("## "):
            heading = line[3:]
            known = classes.get(heading)
        name = re.match(r"\| `(\w+)(?:`|\()", line)
        if name and known is not None and not name.group(1).endswith("Shape3D"):
            named[heading].add(name.group(1))
            if name.group(1) not in known:
                yield f"docs/godot.md: {heading} has no {name.group(1)}"
    for heading, names in named.items():
        if len(names) < 2:
            yield f"docs/godot.md says nothing of {heading}"


def main():
    project, classes = Path(sys.argv[1]), read_help(sys.argv[2])
    faults = list(scene_faults((project / "main.tscn").read_text(encoding="utf-8"), classes))
    faults += script_faults((project / "drive.gd").read_text(encoding="utf-8"), classes)
    faults += page_faults(PAGE.read_text(encoding="utf-8"), classes)
    for fault in faults:
        print(fault, file=sys.stderr)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
