#!/usr/bin/env python3
"""Plays the part of Unreal's header tool in the test of the Unreal plugin: it checks rules of that tool which a C++ compiler does
not know, and writes a NAME.generated.h beside the stubs for each header with UCLASS, USTRUCT or UENUM.

Usage: tools/unreal_headers.py SOURCES OUT
"""
import re
import sys
from pathlib import Path

# Types of properties and of parameters that Blueprint takes, without those of the headers.
SIMPLE = {"bool", "uint8", "int32", "int64", "float", "double", "FString", "FName", "FVector", "FQuat", "FTransform", "void"}
TEMPLATES = re.compile(r"(?:const )?(?:TObjectPtr|TArray|TEnumAsByte)<(.*)>&?$")
MARK = re.compile(r"^\s*(UCLASS|USTRUCT|UENUM|UPROPERTY|UFUNCTION)\((.*)\)\s*$")


def fail(path, number, text):
    raise SystemExit(f"{path}:{number}: {text}")


def takes(type_, known):
    """Whether reflection knows the type."""
    type_ = re.sub(r"\s*([*&])", r"\1", type_.strip())
    inner = TEMPLATES.match(type_)
    if inner:
        return takes(inner.group(1), known)
    bare = re.sub(r"^(const )?(class |enum )?", "", type_).rstrip("*&")
    return bare in SIMPLE or bare in known or bare in ("EPhysicalSurface", "ECollisionChannel")


def check_function(path, number, line, known):
    found = re.match(r"\s*(?:virtual |static )?([\w<>: ]+?[*&]?)\s*\b(\w+)\((.*?)\)", line)
    if not found:
        fail(path, number, "no function below UFUNCTION")
    types = [found.group(1)] + [re.sub(r"\s*\b\w+$", "", each) for each in found.group(3).split(",") if each]
    for type_ in types:
        if not takes(type_, known):
            fail(path, number, f"Blueprint has no type {type_}")


def check_property(path, number, line, known, words, access):
    found = re.match(r"\s*([\w<>:* ]+?)\s+\*?(\w+)\s*(=.*)?;", line)
    if not found or not takes(found.group(1), known):
        fail(path, number, "no property of a type that reflection knows below UPROPERTY")
    if found.group(1) == "bool" and not re.match(r"b[A-Z]", found.group(2)):
        fail(path, number, "names of flags begin with b")
    if "Blueprint" in words and access != "public":
        fail(path, number, "a property of Blueprint is public")
    if re.search(r"Edit|Blueprint", words) and "Category" not in words:
        fail(path, number, "a property of a plugin needs a Category")


def check_mark(path, number, mark, words, line, state, known):
    """A mark, and the line below it."""
    if mark == "UFUNCTION":
        check_function(path, number, line, known)
    elif mark == "UPROPERTY":
        check_property(path, number, line, known, words, state["access"])
    elif mark == "UENUM":
        if not re.match(r"enum class E\w+ : uint8\b", line):
            fail(path, number, "an enumeration of Blueprint is an `enum class` of uint8")
    else:
        found = re.match(r"(class|struct) (?:\w+_API )?([UAF]\w+)(?: : public (\w+))?", line)
        if not found or (found.group(2)[0] == "F") != (mark == "USTRUCT"):
            fail(path, number, f"{mark} without a class of the right first letter")
        state["type"] = found.groups()


def body(file_id, number, kind, name, base):
    """What GENERATED_BODY in that line becomes."""
    text = f"STUB_CLASS({name}, {base}) private:" if kind == "class" else ""
    return f"#define {file_id}_{number}_GENERATED_BODY {text}\n"


def read(path, known):
    """Checks a header, and returns its generated one."""
    file_id = "FID_" + path.stem
    out = f"#undef CURRENT_FILE_ID\n#define CURRENT_FILE_ID {file_id}\n"
    lines = path.read_text().split("\n")
    includes = [line for line in lines if line.startswith("#include")]
    if f'#include "{path.stem}.generated.h"' != includes[-1]:
        fail(path, 1, "the last #include is that of the generated header")
    state, mark = {"type": None, "access": None}, None
    for number, line in enumerate(lines, 1):
        found = MARK.match(line)
        if mark:
            check_mark(path, number, mark.group(1), mark.group(2), line, state, known)
        mark = found
        access = re.match(r"\s*(public|protected|private):", line)
        if access:
            state["access"] = access.group(1)
        if "GENERATED_BODY()" in line:
            if not state["type"]:
                fail(path, number, "GENERATED_BODY in a class that is not marked")
            out += body(file_id, number, *state["type"])
            state["access"] = "private" if state["type"][0] == "class" else "public"
            state["type"] = None
        if line.startswith("};") and state["type"]:
            fail(path, number, "a marked class has no GENERATED_BODY")
    return out


def main(sources, out):
    headers = [path for path in sorted(Path(sources).rglob("*.h")) if "GENERATED_BODY" in path.read_text()]
    known = set()
    for path in headers:
        known |= set(re.findall(r"^(?:class|struct|enum class) (?:\w+_API )?(\w+)", path.read_text(), re.M))
        known |= set(re.findall(r"_DELEGATE_\w+\((\w+),", path.read_text()))
    for path in headers:
        (Path(out) / f"{path.stem}.generated.h").write_text(read(path, known))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
