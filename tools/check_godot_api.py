#!/usr/bin/env python3
"""Compares godot/src/interface.h with Godot's published description of its extension interface, which is not part of this tree.

FOLDER has gdextension_interface.json (Godot 4.6 and later), and for each version X.Y a file X.Y/extension_api.json. A Godot writes its
own by `godot --dump-extension-api` and `--dump-gdextension-interface-json`; the crate gdextension-api has those of 4.2 and later.

With HELP.xml, the help of the addon's classes that its test writes, it also fails on names that Node3D has for something else.

Usage: tools/check_godot_api.py FOLDER [HELP.xml]
"""
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HEADER = Path(__file__).resolve().parent.parent / "godot/src/interface.h"
STRUCTS = {
    "gd_call_error": "GDExtensionCallError", "gd_property_info": "GDExtensionPropertyInfo",
    "gd_class_method_info": "GDExtensionClassMethodInfo", "gd_class_creation_info2": "GDExtensionClassCreationInfo2",
    "gd_instance_binding_callbacks": "GDExtensionInstanceBindingCallbacks", "gd_initialization": "GDExtensionInitialization",
    "gd_version": "GDExtensionGodotVersion",
}
# Bytes of values, as structs of the header have them on machines of 64 bits.
SIZES = {"String": 8, "StringName": 8, "Variant": 24, "Vector3": 12, "Plane": 16, "Transform3D": 48, "PackedByteArray": 16,
         "PackedFloat32Array": 16, "PackedStringArray": 16, "PackedVector3Array": 16, "Object": 8}
# Enumerators of the header: theirs begin otherwise, in the interface or in the classes.
OF_INTERFACE = {"GD_CALL_": "GDEXTENSION_CALL_", "GD_METHOD_": "GDEXTENSION_METHOD_FLAG_", "GD_LEVEL_": "GDEXTENSION_INITIALIZATION_"}
OF_CLASSES = {"GD_HINT_": "PROPERTY_HINT_", "GD_USAGE_": "PROPERTY_USAGE_", "GD_NOTIFICATION_": "NOTIFICATION_"}


class Interface:
    """What gdextension_interface.json says."""

    def __init__(self, path):
        content = json.loads(path.read_text(encoding="utf-8"))
        self.types = {one["name"]: one for one in content["types"]}
        self.functions = {one["name"]: one for one in content["interface"]}
        self.values = {value["name"]: value["value"] for one in content["types"] if one["kind"] == "enum" for value in one["values"]}

    def kind(self, name):
        """How a type is passed: void, a number's kind, or pointer."""
        name = name.replace("const ", "").strip()
        if name.endswith("*"):
            return "pointer"
        plain = {"void": "void", "int8_t": "int8", "uint8_t": "int8", "int32_t": "int32", "uint32_t": "int32", "int64_t": "int64",
                 "uint64_t": "int64", "size_t": "int64", "double": "double", "int": "int32"}
        if name in plain:
            return plain[name]
        one = self.types[name]
        if one["kind"] == "alias":
            return self.kind(one["type"])
        return "int32" if one["kind"] == "enum" else "pointer"


def own_kind(text):
    text = text.replace("const ", "").strip()
    if "*" in text:
        return "pointer"
    first = text.split()[0]
    return {"void": "void", "gd_bool": "int8", "int32_t": "int32", "uint32_t": "int32", "int64_t": "int64", "int": "int32"}.get(first, first)


def own_structs(text):
    """Struct: names and kinds of its members."""
    for name, body in re.findall(r"typedef struct (\w+) \{\n(.*?)\n\} \1;", text, re.S):
        if name not in STRUCTS:
            continue
        members = []
        for line in re.sub(r"\s*\n\s*", " ", body).split(";"):
            pointer = re.search(r"\(\*(\w+)\)\(", line)
            if pointer:
                members.append((pointer.group(1), "pointer"))
            elif line.strip():
                members.append((re.search(r"(\w+)$", line).group(1), own_kind(line)))
        yield name, members


def own_functions(text, table):
    """Function: kinds of its result and its parameters."""
    body = re.search(rf"#define {table}\(FUNCTION\)(.*?)\n\n", text, re.S).group(1).replace("\\\n", " ")
    for name, result, parameters in re.findall(r"FUNCTION\((\w+), ([^,]*), \(([^()]*)\)\)", re.sub(r"\s+", " ", body)):
        yield name, own_kind(result), [own_kind(one) for one in parameters.split(",") if one.strip() != "void"]


def compare_functions(text, api):
    for table, latest in (("GD_FUNCTIONS", (4, 2)), ("GD_LATER_FUNCTIONS", (4, 3))):
        for name, result, parameters in own_functions(text, table):
            one = api.functions.get(name)
            if not one:
                yield f"there is no function {name}"
                continue
            theirs = [api.kind(argument["type"]) for argument in one.get("arguments", [])]
            returned = api.kind(one["return_value"]["type"]) if one.get("return_value") else "void"
            if (result, parameters) != (returned, theirs):
                yield f"{name}: {returned} {theirs}, here {result} {parameters}"
            if tuple(map(int, one["since"].split("."))) > latest:
                yield f"{name} is of {one['since']}"


def compare_structs(text, api):
    structs = dict(own_structs(text))
    for own, theirs in STRUCTS.items():
        members = [(one["name"], api.kind(one["type"])) for one in api.types[theirs]["members"]]
        if structs[own] != members:
            yield f"{theirs}: {members}, here {structs[own]}"


def enumerators(text):
    return [(name, int(value)) for name, value in re.findall(r"\b(GD_[A-Z0-9_]+) = (\d+)", text)]


def compare_values(text, api, version, classes):
    theirs = dict(api.values)
    for one in classes["global_enums"]:
        theirs.update((value["name"], value["value"]) for value in one["values"])
    for one in classes["classes"]:
        if one["name"] == "Node":
            theirs.update((value["name"], value["value"]) for value in one["constants"])
    for name, value in enumerators(text):
        if name == "GD_TYPE_COUNT":
            continue
        prefixes = OF_INTERFACE | OF_CLASSES
        prefix = next((prefix for prefix in prefixes if name.startswith(prefix)), "GD_")
        full = prefixes.get(prefix, "GDEXTENSION_VARIANT_TYPE_") + name[len(prefix):]
        if theirs.get(full) != value:
            yield f"{version}: {full} is {theirs.get(full)}, here {value}"


def compare_methods(text, version, classes):
    methods = {(one["name"], method["name"]): method for one in classes["classes"] for method in one.get("methods", [])}
    for class_name, name, value in re.findall(r"METHOD\((\w+), (\w+), (\d+)\)", text):
        method = methods.get((class_name, name))
        if not method or int(value) not in [method["hash"], *method.get("hash_compatibility", [])]:
            yield f"{version}: {class_name}.{name} has the hash {method and method['hash']}, here {value}"
    size = int(re.search(r"GD_HASH_OF_SIZE (\d+)", text).group(1))
    for one in classes["builtin_classes"]:
        if one["name"] in SIZES and one["name"].startswith("Packed"):
            if [method["hash"] for method in one["methods"] if method["name"] == "size"] != [size]:
                yield f"{version}: {one['name']}.size has another hash"
    push_back = int(re.search(r"GD_HASH_OF_PUSH_BACK (\d+)", text).group(1))
    texts = next(one for one in classes["builtin_classes"] if one["name"] == "PackedStringArray")
    if [method["hash"] for method in texts["methods"] if method["name"] == "push_back"] != [push_back]:
        yield f"{version}: PackedStringArray.push_back has another hash"
    sizes = next(one["sizes"] for one in classes["builtin_class_sizes"] if one["build_configuration"] == "float_64")
    for one in sizes:
        if SIZES.get(one["name"], one["size"]) != one["size"]:
            yield f"{version}: {one['name']} has {one['size']} bytes, here {SIZES[one['name']]}"


def own_names(path):
    """Class and name of what the addon adds to Node3D, with the accessors of its properties."""
    for one in ElementTree.fromstring("<all>" + re.sub(r"<\?xml[^>]*\?>", "", Path(path).read_text(encoding="utf-8")) + "</all>"):
        for item in (item for group in ("methods", "members", "signals") for item in one.find(group)):
            yield one.get("name"), item.get("name")
            if item.tag == "member":
                yield one.get("name"), "set_" + item.get("name")
                yield one.get("name"), "get_" + item.get("name")


def compare_names(path, version, classes):
    theirs, name = set(), "Node3D"
    while name:
        one = next(one for one in classes["classes"] if one["name"] == name)
        theirs |= {item["name"] for group in ("methods", "properties", "signals", "constants") for item in one.get(group, [])}
        name = one.get("inherits")
    for own_class, own in own_names(path):
        if own in theirs:
            yield f"{version}: {own_class}.{own} is a name of Node3D"


def main():
    folder, text = Path(sys.argv[1]), HEADER.read_text(encoding="utf-8")
    api = Interface(folder / "gdextension_interface.json")
    faults, versions = [*compare_functions(text, api), *compare_structs(text, api)], []
    for path in sorted(folder.glob("*/extension_api.json")):
        classes = json.loads(path.read_text(encoding="utf-8"))
        versions.append(path.parent.name)
        faults += compare_values(text, api, versions[-1], classes)
        faults += compare_methods(text, versions[-1], classes)
        faults += compare_names(sys.argv[2], versions[-1], classes) if sys.argv[2:] else []
    counts = len(list(own_functions(text, "GD_FUNCTIONS"))), len(STRUCTS), len(re.findall(r"METHOD\(\w+, \w+, \d+\)", text)), len(enumerators(text))
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{counts[0]} functions, {counts[1]} structs, {counts[2]} methods and {counts[3]} numbers, in Godot {', '.join(versions)}")
    return bool(faults or not versions)


if __name__ == "__main__":
    sys.exit(main())
