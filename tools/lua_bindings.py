#!/usr/bin/env python3
"""Writes what lua/kamm.lua needs of the C interface: its declarations for LuaJIT's ffi, and which functions have errors or own what
they return.

Usage: tools/lua_bindings.py kamm.json OUT.lua      kamm.json: of tools/api.py
"""
import json
import sys

from api_check import declare, prototype


def declarations(api):
    """C declarations of the core library, without a preprocessor's words."""
    core = [struct for struct in api["structs"] if not struct["header"].startswith("kamm/io/")]
    yield from (f"typedef struct {one['name']} {one['name']};" for one in api["objects"])
    yield from (f"typedef struct {struct['name']} {struct['name']};" for struct in core)
    for enum in api["enums"]:
        values = ", ".join(f"{value['name']} = {value['value']}" for value in enum["values"])
        yield f"typedef enum {enum['name']} {{ {values} }} {enum['name']};"
    for callback in api["callbacks"]:
        yield f"typedef {prototype(callback)};"
    for struct in core:
        members = " ".join(f"{declare(member['type'], member['name'])};" for member in struct["members"])
        yield f"struct {struct['name']} {{ {members} }};"
    for function in api["functions"]:
        if function["library"] == "kamm":
            yield f"{prototype(function)};"


def first_object(function):
    """Returns the name of a method's object."""
    first = function["parameters"][0]["type"] if function["parameters"] else {"kind": "void"}
    return first["to"]["name"] if first["kind"] == "pointer" and first["to"]["kind"] == "opaque" else None


def row(function, destroyers):
    parameters = function["parameters"]
    traits = []
    if parameters and parameters[-1]["name"] == "error":
        traits.append(f"error = {len(parameters)}")
    if function["returns"].get("name") == "kamm_result":
        traits.append("result = true")
    if function.get("owns"):
        traits.append(f'destroy = "{destroyers[function["returns"]["to"]["name"]]}"')
    if first_object(function):
        traits.append(f'object = "{first_object(function)}"')
    return f"    {function['name'][5:]} = {{ {', '.join(traits)} }},"


def main():
    with open(sys.argv[1]) as file:
        api = json.load(file)
    api["callbacks"] = [one for one in api["callbacks"] if not one["header"].startswith("kamm/io/")]
    destroyers = {one["name"]: one["destroyed_by"] for one in api["objects"]}
    functions = [function for function in api["functions"] if function["library"] == "kamm"]
    lines = ["-- Made by tools/lua_bindings.py from the C headers.", "return {", "declarations = [[", *declarations(api), "]],",
             "functions = {", *(row(function, destroyers) for function in functions), "},", "constants = {"]
    lines += [f"    {one['name'][5:]} = {json.dumps(one['value'])}," for one in api["constants"] if not isinstance(one["value"], str)]
    structs = [struct["name"] for struct in api["structs"] if not struct["header"].startswith("kamm/io/")]
    lines += ["},", "structs = { " + ", ".join(f'"{name}"' for name in structs) + " },", "}"]
    with open(sys.argv[2], "w") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
