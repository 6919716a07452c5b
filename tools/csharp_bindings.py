#!/usr/bin/env python3
"""Writes the C# declarations of the core library: enums, structs and functions, with names in the case of C#.

Usage: tools/csharp_bindings.py kamm.json OUT.cs              kamm.json: of tools/api.py
       tools/csharp_bindings.py kamm.json OUT.cs --layout ABI  a program instead, which compares sizes and offsets with those of C
"""
import json
import sys
from xml.sax.saxutils import escape

from api_names import enum_prefix

FIXED = {"size": "UIntPtr", "char": "byte", "float": "float", "double": "double", "void": "void", "int8": "sbyte", "int16": "short",
         "int32": "int", "int64": "long", "uint8": "byte", "uint16": "ushort", "uint32": "uint", "uint64": "ulong"}
# Short arrays are vectors: their elements have names.
VECTORS = {("double", 2): "Vector2d", ("double", 3): "Vector3d", ("double", 4): "Quaterniond", ("float", 3): "Vector3f"}
# Names that would mean something else in C#.
RENAMED = {"kamm_error": "ErrorInfo", "kamm_line_point": "LinePoint"}
KEYWORDS = {"base", "in", "params", "ref", "out", "override", "object", "event", "operator", "fixed", "lock", "checked", "string", "from"}


def pascal(name):
    """speed_mps: SpeedMps."""
    words = name.split("_")
    return "".join(word[:1].upper() + word[1:] for word in words if word)


def type_name(name):
    return RENAMED.get(name) or pascal(name.removeprefix("kamm_"))


def csharp(type_):
    """The type of a parameter, of a result, or of a member that is no array."""
    kind = type_["kind"]
    if kind == "pointer":
        to = type_["to"]
        if to["kind"] in ("callback", "function", "opaque", "void"):
            return "IntPtr"
        if to["kind"] == "array":
            return f"{csharp(to['of'])}*"
        return f"{csharp(to)}*"
    if kind == "array":
        return f"{csharp(type_['of'])}*"
    if kind == "callback":
        return "IntPtr"
    return FIXED.get(kind) or type_name(type_["name"])


def summary(text, indent):
    if text:
        yield f"{indent}/// <summary>{escape(' '.join(text.split()))}</summary>"


def enum_value(name):
    return pascal(name.lower() if name.isupper() else name)


def enum_lines(enum):
    names = [value["name"] for value in enum["values"]]
    prefix = enum_prefix(names)
    yield from summary(enum["doc"], "    ")
    yield f"    public enum {type_name(enum['name'])}"
    yield "    {"
    for value in enum["values"]:
        yield from summary(value.get("doc"), "        ")
        yield f"        {enum_value(value['name'][len(prefix):])} = {value['value']},"
    yield "    }"


def flat(type_):
    """Element and number of an array of arrays."""
    count = 1
    while type_["kind"] == "array":
        count *= type_["count"]
        type_ = type_["of"]
    return type_, count


def member_lines(struct, member):
    name, type_ = pascal(member["name"]), member["type"]
    if name == type_name(struct["name"]):
        name += "Value"
    doc = list(summary(member["doc"], "        "))
    if type_["kind"] != "array":
        return [*doc, f"        public {csharp(type_)} {name};"]
    element, count = flat(type_)
    vector = VECTORS.get((element["kind"], count))
    if vector:
        return [*doc, f"        public {vector} {name};"]
    inner = "in" + name
    of = csharp(element)
    if element["kind"] in FIXED and element["kind"] != "size":
        lines = [f"        fixed {of} {inner}[{count}];"]
        at = inner
    else:
        lines = ["        " + " ".join(f"{of} {inner}{i};" for i in range(count))]
        at = f"&{inner}0"
    lines += [*doc, f"        public Span<{of}> {name} {{ get {{ fixed ({of}* at = {at}) return new Span<{of}>(at, {count}); }} }}"]
    if element["kind"] == "char":
        lines.append(f"        public string {name}Text => Utf8.TextOf({name});")
    return lines


def struct_lines(struct):
    yield from summary(struct["doc"], "    ")
    yield "    [StructLayout(LayoutKind.Sequential)]"
    yield f"    public unsafe partial struct {type_name(struct['name'])}"
    yield "    {"
    for member in struct["members"]:
        yield from member_lines(struct, member)
    yield "    }"


def callback_lines(callback):
    yield from summary(callback["doc"], "    ")
    yield "    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]"
    arguments = ", ".join(argument(p) for p in callback["parameters"])
    yield f"    public unsafe delegate {csharp(callback['returns'])} {type_name(callback['name'])}({arguments});"


def argument(parameter):
    name = parameter["name"] or "of"
    return f"{csharp(parameter['type'])} {'@' if name in KEYWORDS else ''}{name}"


def function_lines(function):
    yield from summary(function["doc"], "        ")
    yield "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]"
    arguments = ", ".join(argument(p) for p in function["parameters"])
    yield f"        public static extern {csharp(function['returns'])} {function['name']}({arguments});"


def constant_lines(constant):
    name, value = constant["name"].removeprefix("KAMM_"), constant["value"]
    if isinstance(value, str):
        yield f"        public const string {name} = {json.dumps(value)};"
    elif isinstance(value, float):
        yield f"        public const double {name} = {value!r};"
    else:
        yield f"        public const {'int' if -2**31 <= value < 2**31 else 'uint' if value < 2**32 else 'ulong'} {name} = {value};"


def is_core(one):
    return not one["header"].startswith("kamm/io/")


def declarations(api):
    yield from ["// Made by tools/csharp_bindings.py from the C headers.", "using System;", "using System.Runtime.InteropServices;", ""]
    yield from ["#pragma warning disable 169, 649 // members that C writes", "", "namespace Kamm", "{"]
    for make, key in ((enum_lines, "enums"), (callback_lines, "callbacks"), (struct_lines, "structs")):
        for one in filter(is_core, api[key]):
            yield from make(one)
    yield from ["    /// <summary>Constants of the headers.</summary>", "    public static class Constants", "    {"]
    for constant in filter(is_core, api["constants"]):
        yield from constant_lines(constant)
    yield from ["    }", "    /// <summary>The functions of the C interface, by their names there.</summary>",
                "    public static unsafe partial class Native", "    {"]
    for function in api["functions"]:
        if function["library"] == "kamm":
            yield from function_lines(function)
    yield "        /// <summary>Names and sizes of the structs, for kamm_check_abi.</summary>"
    yield "        internal static readonly (string Name, int Size)[] Structs ="
    yield "        {"
    for struct in filter(is_core, api["structs"]):
        yield f"            (\"{struct['name']}\", sizeof({type_name(struct['name'])})),"
    yield from ["        };", "    }", "}"]


def layout_program(api, abi):
    yield from ["// Made by tools/csharp_bindings.py.", "using System;", "using Kamm;", "public static unsafe class Layout", "{",
                "    static int wrong;",
                "    static void Compare(string what, long is_, long should)",
                "    {", "        if (is_ != should) { Console.WriteLine(what + \": \" + is_ + \", in C \" + should); ++wrong; }", "    }",
                "    public static int Main()", "    {"]
    for struct in filter(is_core, api["structs"]):
        layout = next(one for one in struct["layout"] if abi in one["abis"])
        name = type_name(struct["name"])
        yield f"        {{ var of = default({name}); var at = (byte*)&of; Compare(\"{name}\", sizeof({name}), {layout['size']});"
        for member, offset in zip(struct["members"], layout["offsets"], strict=True):
            if member["type"]["kind"] != "array" or VECTORS.get((flat(member["type"])[0]["kind"], flat(member["type"])[1])):
                field = pascal(member["name"]) + ("Value" if pascal(member["name"]) == name else "")
                yield f"          Compare(\"{name}.{field}\", (byte*)&of.{field} - at, {offset});"
            else:
                field = pascal(member["name"])
                element = csharp(flat(member["type"])[0])
                yield f"          fixed ({element}* first = of.{field}) Compare(\"{name}.{field}\", (byte*)first - at, {offset});"
        yield "        }"
    yield from ["        Console.WriteLine(wrong + \" wrong\");", "        return wrong == 0 ? 0 : 1;", "    }", "}"]


def main():
    with open(sys.argv[1]) as file:
        api = json.load(file)
    lines = layout_program(api, sys.argv[4]) if sys.argv[3:4] == ["--layout"] else declarations(api)
    with open(sys.argv[2], "w") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
