#!/usr/bin/env python3
"""Describes the C interface of Kamm for programs that make bindings of it: build/api/kamm.json.

Usage: tools/api.py BUILD OUT.json     BUILD: a built folder, with bin/kamm

The headers in include/kamm are the only source: libclang reads functions, structs, enums, callbacks and their comments, a small C
program the values of constants, and `kamm catalog --json` has the tables of fields. docs/api.md describes the file.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

import clang.cindex as cindex
from clang.cindex import CursorKind, TypeKind

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADERS = os.path.join(ROOT, "include")

# Names of ABIs and what clang calls them. Layouts are those of clang for each.
ABIS = {
    "x86_64-linux": "x86_64-linux-gnu",
    "aarch64-linux": "aarch64-linux-gnu",
    "i686-linux": "i686-linux-gnu",
    "armhf-linux": "arm-linux-gnueabihf",
    "x86_64-windows": "x86_64-pc-windows-msvc",
    "x86_64-macos": "x86_64-apple-darwin",
    "aarch64-macos": "arm64-apple-darwin",
    "wasm32": "wasm32-wasi",
}
# The headers need only this of the C library. So other ABIs need no C library of theirs.
WIDTHS = (8, 16, 32, 64)
STUBS = {
    "stddef.h": "typedef __SIZE_TYPE__ size_t;\n#define NULL ((void *)0)\n",
    "stdint.h": "".join(f"typedef __INT{w}_TYPE__ int{w}_t;\ntypedef __UINT{w}_TYPE__ uint{w}_t;\n" for w in WIDTHS)
    + "#define UINT64_C(value) value##ULL\n",
    "stdio.h": "typedef struct FILE FILE;\n",
    "math.h": "",
}
STUB_FOLDER = "/kamm-stubs"

FIXED = {"size_t": "size", **{f"{sign}int{bits}_t": f"{sign}int{bits}" for sign in ("", "u") for bits in WIDTHS}}
NUMBERS = {
    TypeKind.CHAR_S: "char",
    TypeKind.CHAR_U: "char",
    TypeKind.INT: "int32",
    TypeKind.UINT: "uint32",
    TypeKind.FLOAT: "float",
    TypeKind.DOUBLE: "double",
    TypeKind.BOOL: "bool",
}


def fail(message):
    sys.exit(f"kamm: {message}")


# -- Comments --


def text_of(comment):
    """A comment without its marks and line ends; paragraphs stay apart."""
    if not comment:
        return ""
    lines = [re.sub(r"^\s*\* ?", "", line) for line in re.sub(r"^/\*+|\*/$", "", comment.strip()).split("\n")]
    paragraphs = re.split(r"\n\s*\n", "\n".join(line.strip() for line in lines))
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs).strip()


def header_doc(path):
    """The comment at a header's top."""
    with open(path) as file:
        match = re.match(r"/\*.*?\*/", file.read(), re.S)
    return text_of(match.group(0)) if match else ""


def groups_of(path):
    """(line, title) of each group of a header, '/* -- Title -- */'."""
    with open(path) as file:
        return [(number, match.group(1)) for number, line in enumerate(file, 1) if (match := re.match(r"/\* -- (.*) -- \*/", line))]


def group_at(groups, line):
    return next((title for number, title in reversed(groups) if number <= line), None)


# -- Types --


def name_of(type_):
    """Returns the name of a struct, union or enum, by its typedef if it has one."""
    return re.sub(r"^(const |struct |enum |union )+", "", type_.spelling)


def describe_function_type(type_, seen):
    return {
        "returns": describe(type_.get_result(), seen),
        "parameters": [{"type": describe(argument, seen)} for argument in type_.argument_types()],
    }


def describe(type_, seen=None):
    """A type as data: kind, and what that kind has."""
    kind = type_.kind
    if kind == TypeKind.ELABORATED:
        return describe(type_.get_named_type(), seen)
    if kind == TypeKind.TYPEDEF and name_of(type_) in FIXED:
        return {"kind": FIXED[name_of(type_)]}
    if kind == TypeKind.TYPEDEF:
        below = type_.get_canonical()
        if below.kind == TypeKind.FUNCTIONPROTO:
            return {"kind": "callback", "name": name_of(type_)}
        if below.kind in (TypeKind.RECORD, TypeKind.ENUM):
            return named(below, name_of(type_))
        return describe(type_.get_declaration().underlying_typedef_type, seen)
    if kind in (TypeKind.RECORD, TypeKind.ENUM):
        return named(type_, name_of(type_))
    if kind == TypeKind.POINTER:
        to = type_.get_pointee()
        return {"kind": "pointer", "const": to.is_const_qualified(), "to": describe(to, seen)}
    if kind in (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY):
        element = type_.element_type
        return {"kind": "array", "count": max(type_.element_count, 0) if kind == TypeKind.CONSTANTARRAY else None,
                "const": element.is_const_qualified(), "of": describe(element, seen)}
    if kind == TypeKind.FUNCTIONPROTO:
        return {"kind": "function", **describe_function_type(type_, seen)}
    if kind == TypeKind.VOID:
        return {"kind": "void"}
    if kind in NUMBERS:
        return {"kind": NUMBERS[kind]}
    return fail(f"{type_.spelling}: tools/api.py knows no such type ({kind})")


def named(type_, name):
    declaration = type_.get_declaration()
    if type_.kind == TypeKind.ENUM:
        return {"kind": "enum", "name": name}
    if not declaration.get_definition() or name == "FILE":
        return {"kind": "opaque", "name": name}
    return {"kind": "struct", "name": name}


def is_object(type_):
    """Returns whether it is a type of Kamm's own, which callers only have by pointer."""
    return type_["kind"] == "pointer" and type_["to"]["kind"] == "opaque"


# -- Functions --

ERRORS = "FILE|FORMAT|RANGE|MISSING|UNKNOWN|MEMORY|STOPPED"


def errors_of(doc):
    """KAMM_ERROR_* that a comment names: 'Errors: RANGE (…), MEMORY', 'NULL on error: MISSING', 'KAMM_ERROR_RANGE'."""
    found = set(re.findall(rf"KAMM_ERROR_({ERRORS})\b", doc))
    for start in re.finditer(r"(Errors?|on error|else)\b[^.]*?:", doc):
        found |= set(re.findall(rf"\b({ERRORS})\b", doc[start.start():]))
    return sorted(found)


def is_nullable(parameter, doc, header):
    """What the function's comment, or that of its header, says of NULL."""
    name, type_ = parameter["name"], parameter["type"]
    if type_["kind"] == "pointer" and type_["to"].get("name") == "kamm_error":
        return True
    if type_["kind"] == "pointer" and type_["to"]["kind"] == "void" and name == "user":
        return True
    told = rf"`{name}`[^.]*\bmay be NULL|`{name}`( of)? NULL\b|NULL[^.]*`{name}`|`{name}` and `\w+` may be NULL"
    return bool(re.search(told, doc) or re.search(told, header))


def is_written(type_, name):
    """Does the function write what it points to?"""
    if type_["const"] or is_object(type_) or name == "user":
        return False
    below = type_["to"] if type_["kind"] == "pointer" else type_["of"]
    return below["kind"] != "callback" and below.get("name") != "FILE"


def length_of(parameter, parameters):
    """How many there are: a number, the name of the parameter that has it, "text" up to its zero; None where the comment tells."""
    type_, name = parameter["type"], parameter["name"]
    if type_["kind"] == "array":
        return type_["count"]
    below = type_["to"]["kind"]
    if is_object(type_) or below == "callback" or name == "user":
        return 1
    counts = [p["name"] for p in parameters if p["type"]["kind"] in ("int32", "size", "uint32")]
    if below == "char" and type_["const"]:
        return "text"
    if below in ("void", "char"):
        return next((count for count in (f"{name}_size", "size") if count in counts), None)
    for count in (f"{name}_count", f"{name.rstrip('s')}_count", "count"):
        if count in counts and (count != "count" or name.endswith("s") or below != "struct"):
            return count
    return None if name.endswith("s") or below == "pointer" else 1


def describe_parameters(cursor, doc, header):
    parameters = [{"name": a.spelling, "type": describe(a.type)} for a in cursor.get_arguments()]
    for parameter in parameters:
        if parameter["type"]["kind"] in ("pointer", "array"):
            parameter["written"] = is_written(parameter["type"], parameter["name"])
            parameter["nullable"] = is_nullable(parameter, doc, header)
            parameter["length"] = length_of(parameter, parameters)
    return parameters


def describe_function(cursor, place):
    doc = text_of(cursor.raw_comment) or place["doc_above"]
    returns = describe(cursor.result_type)
    described = {
        "name": cursor.spelling,
        **{key: place[key] for key in ("library", "header", "group")},
        "doc": doc,
        "returns": returns,
        "parameters": describe_parameters(cursor, doc, place["header_doc"]),
        "errors": errors_of(doc),
        "threads": "none" if "Not thread-safe" in doc else "object",
    }
    if is_object(returns):
        described["owns"] = bool(re.match(r"kamm_(create|restore|copy|load)_", cursor.spelling))
    return described


# -- Structs, enums, callbacks --


def describe_struct(cursor):
    members = [{"name": f.spelling, "type": describe(f.type), "doc": text_of(f.raw_comment)} for f in cursor.type.get_fields()]
    return {"name": cursor.spelling, "doc": text_of(cursor.raw_comment), "members": members, "layout": []}


def layout_of(cursor):
    type_ = cursor.type
    return {"size": type_.get_size(), "align": type_.get_align(),
            "offsets": [field.get_field_offsetof() // 8 for field in type_.get_fields()]}


def describe_enum(cursor):
    values = [{"name": v.spelling, "value": v.enum_value, "doc": text_of(v.raw_comment)} for v in cursor.get_children()]
    name = re.sub(r"^enum ", "", cursor.type.spelling)
    return {"name": None if "(" in name else name, "doc": text_of(cursor.raw_comment), "values": values}


def describe_callback(cursor):
    below = cursor.underlying_typedef_type.get_canonical()
    names = [c.spelling for c in cursor.get_children() if c.kind == CursorKind.PARM_DECL]
    types = [describe(c.type) for c in cursor.get_children() if c.kind == CursorKind.PARM_DECL]
    return {"name": cursor.spelling, "doc": text_of(cursor.raw_comment), "returns": describe(below.get_result()),
            "parameters": [{"name": n, "type": t} for n, t in zip(names, types)]}


# -- The headers --


def public_headers():
    for folder, _, names in sorted(os.walk(os.path.join(HEADERS, "kamm"))):
        for name in sorted(name for name in names if name.endswith(".h")):
            yield os.path.relpath(os.path.join(folder, name), HEADERS)


def parse(target, headers):
    source = "".join(f"#include <{header}>\n" for header in headers)
    arguments = ["-xc", "-std=c17", "-fparse-all-comments", f"--target={target}", "-ffreestanding", "-nostdinc",
                 f"-I{HEADERS}", f"-isystem{STUB_FOLDER}"]
    files = [("kamm-all.c", source)] + [(f"{STUB_FOLDER}/{name}", text) for name, text in STUBS.items()]
    unit = cindex.Index.create().parse("kamm-all.c", args=arguments, unsaved_files=files,
                                       options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
    worst = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    if worst:
        fail(f"the headers do not compile for {target}: {worst[0]}")
    return unit


def own(unit):
    """What stands in Kamm's headers, with the header's name."""
    for cursor in unit.cursor.get_children():
        file = cursor.location.file
        if file and os.path.abspath(file.name).startswith(os.path.join(HEADERS, "kamm")):
            yield os.path.relpath(os.path.abspath(file.name), HEADERS), cursor


class Places:
    """Where a declaration stands: header, its library, its group."""

    def __init__(self, headers):
        self.docs = {header: header_doc(os.path.join(HEADERS, header)) for header in headers}
        self.groups = {header: groups_of(os.path.join(HEADERS, header)) for header in headers}
        self.above = {}

    def of(self, header, cursor):
        group = group_at(self.groups[header], cursor.location.line)
        above = self.above.get(header, (None, "", 0))
        doc = text_of(cursor.raw_comment)
        # A comment on several declarations that follow each other line by line is that of all.
        if not doc and above[0] == "function" and cursor.extent.start.line - above[2] <= 1:
            doc = above[1]
        self.above[header] = ("function", doc, cursor.extent.end.line)
        return {"header": header, "library": "kamm_io" if header.startswith("kamm/io/") else "kamm", "group": group,
                "header_doc": self.docs[header], "doc_above": doc}


def read_headers():
    headers = list(public_headers())
    places, seen = Places(headers), set()
    api = {"functions": [], "structs": [], "enums": [], "callbacks": [], "objects": []}
    macros = []
    unit = parse(ABIS["x86_64-linux"], headers)
    for header, cursor in own(unit):
        kind, name = cursor.kind, cursor.spelling
        where = {"header": header}
        if kind == CursorKind.MACRO_DEFINITION:
            macros.append((header, cursor))
            continue
        if kind == CursorKind.STRUCT_DECL and not cursor.is_definition() or name and (kind, name) in seen:
            continue
        seen.add((kind, name))
        if kind == CursorKind.FUNCTION_DECL:
            api["functions"].append(describe_function(cursor, places.of(header, cursor)))
        elif kind == CursorKind.STRUCT_DECL:
            api["structs"].append({**describe_struct(cursor), **where})
        elif kind == CursorKind.ENUM_DECL:
            api["enums"].append({**describe_enum(cursor), **where})
        elif kind == CursorKind.TYPEDEF_DECL:
            below = cursor.underlying_typedef_type.get_canonical()
            if below.kind == TypeKind.FUNCTIONPROTO:
                api["callbacks"].append({**describe_callback(cursor), **where})
            elif below.kind == TypeKind.RECORD and not below.get_declaration().get_definition():
                api["objects"].append({"name": name, "doc": text_of(cursor.raw_comment), **where})
    return api, macros, headers


def add_layouts(api, headers):
    """Sizes and offsets by ABI; ABIs with the same layout stand together."""
    structs = {struct["name"]: struct for struct in api["structs"]}
    for abi, target in ABIS.items():
        for _, cursor in own(parse(target, headers)):
            if cursor.kind != CursorKind.STRUCT_DECL or not cursor.is_definition():
                continue
            layouts, layout = structs[cursor.spelling]["layout"], layout_of(cursor)
            same = next((one for one in layouts if all(one[key] == layout[key] for key in layout)), None)
            if same:
                same["abis"].append(abi)
            else:
                layouts.append({"abis": [abi], **layout})


def add_owners(api):
    """What creates and what destroys each object."""
    for thing in api["objects"]:
        name = thing["name"]
        takes = [f for f in api["functions"] if any(is_object(p["type"]) and p["type"]["to"]["name"] == name for p in f["parameters"])]
        thing["destroyed_by"] = next((f["name"] for f in takes if f["name"].startswith("kamm_destroy_")), None)
        thing["created_by"] = [f["name"] for f in api["functions"]
                               if is_object(f["returns"]) and f["returns"]["to"]["name"] == name and f["owns"]]


# -- Constants --

VALUE_PROGRAM = r"""
#include <inttypes.h>
#include <stdio.h>
static void whole(const char *n, long long v) { printf("%s %lld\n", n, v); }
static void natural(const char *n, unsigned long long v) { printf("%s %llu\n", n, v); }
static void real(const char *n, double v) { printf("%s %.17g\n", n, v); }
static void text(const char *n, const char *v) { printf("%s \"%s\"\n", n, v); }
#define SHOW(m) _Generic((m), float: real, double: real, char *: text, unsigned long: natural, \
    unsigned long long: natural, unsigned: natural, default: whole)(#m, m);
"""


def constants_of(macros, headers):
    """Macros without parameters that are values, with these."""
    candidates = {}
    for header, cursor in macros:
        tokens = [token.spelling for token in cursor.get_tokens()]
        is_value = len(tokens) > 1 and not re.match(r"__|extern|static|typedef|case|do$", tokens[1])
        has_parameters = is_value and tokens[1] == "(" and cursor.extent.start.offset + len(tokens[0]) == [*cursor.get_tokens()][1].location.offset
        if tokens[0].startswith("KAMM_") and is_value and not has_parameters and not re.search(r"_H$|API$|_MEMBER$", tokens[0]):
            candidates[tokens[0]] = header
    program = "".join(f"#include <{header}>\n" for header in headers) + VALUE_PROGRAM
    program += "int main(void)\n{\n" + "".join(f"    SHOW({name})\n" for name in candidates) + "    return 0;\n}\n"
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, "values.c"), os.path.join(folder, "values")
        with open(source, "w") as file:
            file.write(program)
        subprocess.run(["cc", "-std=c17", f"-I{HEADERS}", source, "-o", binary], check=True)
        told = subprocess.run([binary], check=True, capture_output=True, text=True).stdout
    return [{"name": name, "value": json.loads(value), "header": candidates[name]}
            for name, value in (line.split(" ", 1) for line in told.splitlines())]


def main():
    if len(sys.argv) != 3:
        fail("usage: tools/api.py BUILD OUT.json")
    build, out = sys.argv[1:]
    command = os.path.join(build, "bin/kamm")
    api, macros, headers = read_headers()
    add_layouts(api, headers)
    add_owners(api)
    api["constants"] = constants_of(macros, headers)
    api["headers"] = [{"name": h, "doc": header_doc(os.path.join(HEADERS, h))} for h in headers]
    catalog = subprocess.run([command, "catalog", "--json"], check=True, capture_output=True, text=True).stdout
    api["catalog"] = json.loads(catalog)
    api["version"] = subprocess.run([command, "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
    os.makedirs(os.path.dirname(os.path.abspath(out)), exist_ok=True)
    with open(out + ".part", "w") as file:
        json.dump(api, file, indent=1, ensure_ascii=False)
        file.write("\n")
    os.replace(out + ".part", out)
    print(", ".join(f"{len(api[key])} {key}" for key in ("functions", "structs", "enums", "callbacks", "objects", "constants")), f"in {out}")


if __name__ == "__main__":
    main()
