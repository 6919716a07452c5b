#!/usr/bin/env python3
"""Prints a C program that compiles only if a description of tools/api.py is that of the headers, and runs only if the libraries
have all its functions.

Usage: tools/api_check.py kamm.json ABI
"""
import json
import sys

FIXED = {"size": "size_t", "char": "char", "bool": "_Bool", "float": "float", "double": "double", "void": "void"}


def declare(type_, name, is_const=False):
    """A C declaration, written from the description alone."""
    kind, const = type_["kind"], "const " if is_const else ""
    if kind == "pointer":
        to = type_["to"]
        inner = f"*{const}{name}"
        if to["kind"] in ("array", "function"):
            inner = f"({inner})"
        return declare(to, inner, type_["const"])
    if kind == "array":
        count = "" if type_["count"] is None else type_["count"]
        return declare(type_["of"], f"{name}[{count}]", type_["const"])
    if kind == "function":
        return declare(type_["returns"], f"{name}({', '.join(declare(p['type'], '') for p in type_['parameters']) or 'void'})")
    if kind in ("struct", "enum", "opaque", "callback"):
        return f"{const}{type_['name']} {name}"
    return f"{const}{FIXED.get(kind, kind + '_t')} {name}"


def prototype(function):
    parameters = ", ".join(declare(p["type"], p["name"]) for p in function["parameters"]) or "void"
    return declare(function["returns"], f"{function['name']}({parameters})")


def assert_equal(what, value):
    print(f'_Static_assert({what} == {value}, "{what}");')


def print_types(api, abi):
    for struct in api["structs"]:
        layout = next(one for one in struct["layout"] if abi in one["abis"])
        name = struct["name"]
        assert_equal(f"sizeof({name})", layout["size"])
        assert_equal(f"_Alignof({name})", layout["align"])
        for member, offset in zip(struct["members"], layout["offsets"], strict=True):
            assert_equal(f"offsetof({name}, {member['name']})", offset)
            declared = declare(member["type"], "described")
            print(f"static inline void check_{name}_{member['name']}({name} *of) {{ typedef {declared}; "
                  f"described *member = &of->{member['name']}; (void)member; }}")
    for enum in api["enums"]:
        for value in enum["values"]:
            assert_equal(value["name"], value["value"])


def print_callbacks(api):
    for callback in api["callbacks"]:
        name = f"described_{callback['name']}"
        print(f"{prototype({**callback, 'name': name})};")
        print(f"static inline void check_type_{callback['name']}(void) {{ {callback['name']} *same = {name}; (void)same; }}")


def main():
    with open(sys.argv[1]) as file:
        api = json.load(file)
    for header in api["headers"]:
        print(f"#include <{header['name']}>")
    print("#include <stdio.h>\n#include <string.h>")
    print_types(api, sys.argv[2])
    print_callbacks(api)
    for function in api["functions"]:
        print(f"{prototype(function)};")
    print("static void (*const functions[])(void) = {")
    for function in api["functions"]:
        print(f"    (void (*)(void)){function['name']},")
    print("};\nstatic const kamm_abi_struct structs[] = {")
    for struct in api["structs"]:
        if not struct["header"].startswith("kamm/io/"):
            print(f'    {{"{struct["name"]}", sizeof({struct["name"]})}},')
    print("};\nint main(void)\n{\n    int wrong = 0;\n    kamm_error error = {0};")
    print("    if (kamm_check_abi(KAMM_VERSION_NUMBER, structs, (int)(sizeof structs / sizeof *structs), &error))")
    print("        printf(\"%s\\n\", error.text), ++wrong;")
    for constant in api["constants"]:
        value, name = json.dumps(constant["value"]), constant["name"]
        if isinstance(constant["value"], str):
            print(f"    wrong += strcmp({name}, {value}) != 0;")
        elif isinstance(constant["value"], float):
            print(f"    wrong += (double)({name}) != {value};")
        else:
            print(f"    wrong += ({name}) != {value}{'ULL' if constant['value'] > 2**31 else ''};")
    print('    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) wrong += !functions[i];')
    print('    printf("%d functions, %d wrong values\\n", (int)(sizeof functions / sizeof *functions), wrong);')
    print("    return wrong != 0;\n}")


if __name__ == "__main__":
    main()
