#!/usr/bin/env python3
"""Writes the declarations of the crate kamm-sys: structs with checks of their layout, enums, constants and functions.

Usage: tools/rust_bindings.py kamm.json OUT.rs      kamm.json: of tools/api.py
"""
import json
import sys

from api_names import enum_prefix

FIXED = {"size": "usize", "char": "c_char", "bool": "bool", "float": "f32", "double": "f64", "void": "c_void",
         "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64"}
KEYWORDS = set("""abstract as async await become box break const continue do dyn else enum extern false final fn for if impl in let loop
    macro match mod move mut override priv pub ref return static struct trait true try type typeof unsafe unsized use virtual where
    while yield""".split())
# Structs whose default is not all 0, and the functions that write it to a pointer or return it.
DEFAULTS = {"kamm_vehicle_def": "kamm_default_vehicle", "kamm_tyre_def": "kamm_default_tyre", "kamm_tyre_spec": "kamm_default_tyre_spec",
            "kamm_input_assist": "kamm_default_input_assist", "kamm_arcade": "kamm_default_arcade",
            "kamm_ride_request": "kamm_default_ride_request"}
# ABIs of the description that a Rust target can be compared with.
TARGETS = {"x86_64-linux": 'target_arch = "x86_64", target_os = "linux"', "aarch64-linux": 'target_arch = "aarch64", target_os = "linux"',
           "i686-linux": 'target_arch = "x86", target_os = "linux"', "armhf-linux": 'target_arch = "arm", target_os = "linux"',
           "x86_64-windows": 'target_arch = "x86_64", target_os = "windows"', "x86_64-macos": 'target_arch = "x86_64", target_os = "macos"',
           "aarch64-macos": 'target_arch = "aarch64", target_os = "macos"'}


def ident(name):
    return f"r#{name}" if name in KEYWORDS else name


def rust(type_):
    kind = type_["kind"]
    if kind == "pointer":
        to = type_["to"]
        if to["kind"] == "callback":
            return f"Option<{to['name']}>"
        if to["kind"] == "function":
            return f"Option<{signature(to)}>"
        is_const = type_["const"] or to.get("const", False) # of an array C says it with the elements
        return f"*{'const' if is_const else 'mut'} {rust(to)}"
    if kind == "array":
        return f"[{rust(type_['of'])}; {type_['count']}]"
    return FIXED.get(kind) or type_["name"]


def argument(type_):
    """The type of a parameter: C passes an array as a pointer to its first element."""
    if type_["kind"] == "array":
        return f"*{'const' if type_['const'] else 'mut'} {rust(type_['of'])}"
    return rust(type_)


def returned(type_):
    return "" if type_["kind"] == "void" else f" -> {rust(type_)}"


def signature(function):
    arguments = ", ".join(argument(p["type"]) for p in function["parameters"])
    return f"unsafe extern \"C\" fn({arguments}){returned(function['returns'])}"


def doc(text, indent=""):
    return [f"{indent}/// {line}".rstrip() for line in text.splitlines()]


def gate(header, indent=""):
    return [f'{indent}#[cfg(feature = "io")]'] if header.startswith("kamm/io/") else []


def enum_lines(enum):
    name, names = enum["name"], [value["name"] for value in enum["values"]]
    prefix = enum_prefix(names)
    integer = "i32" if min(value["value"] for value in enum["values"]) < 0 else "u32"
    yield from gate(enum["header"])
    yield from doc(enum["doc"])
    yield from ["#[repr(transparent)]", "#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]"]
    yield f"pub struct {name}(pub {integer});"
    yield from gate(enum["header"])
    yield f"impl {name} {{"
    for value in enum["values"]:
        yield from doc(value.get("doc", ""), "    ")
        yield f"    pub const {value['name'][len(prefix):].upper()}: Self = Self({value['value']});"
    yield "    /// The name of the value, as in C; None for a number without one."
    yield "    pub const fn name(self) -> Option<&'static str> {"
    yield "        match self.0 {"
    seen = set()
    for value in enum["values"]:
        if value["value"] not in seen:
            seen.add(value["value"])
            yield f'            {value["value"]} => Some("{value["name"]}"),'
    yield from ["            _ => None,", "        }", "    }", "}"]
    yield from gate(enum["header"])
    yield f"named!({name});"
    for value in enum["values"]:
        yield from gate(enum["header"])
        yield f"pub const {value['name']}: {name} = {name}({value['value']});"


def layout_lines(struct):
    for layout in struct["layout"]:
        targets = [TARGETS[abi] for abi in layout["abis"] if abi in TARGETS]
        if not targets:
            continue
        io = ', feature = "io"' if struct["header"].startswith("kamm/io/") else ""
        yield f"#[cfg(all(any({', '.join(f'all({target})' for target in targets)}){io}))]"
        yield "const _: () = {"
        yield f"    assert!(size_of::<{struct['name']}>() == {layout['size']} && align_of::<{struct['name']}>() == {layout['align']});"
        for member, offset in zip(struct["members"], layout["offsets"], strict=True):
            yield f"    assert!(offset_of!({struct['name']}, {ident(member['name'])}) == {offset});"
        yield "};"


def struct_lines(struct):
    name = struct["name"]
    yield from gate(struct["header"])
    yield from doc(struct["doc"])
    yield from ["#[repr(C)]", "#[derive(Clone, Copy, Debug)]", f"pub struct {name} {{"]
    for member in struct["members"]:
        yield from doc(member["doc"], "    ")
        yield f"    pub {ident(member['name'])}: {rust(member['type'])},"
    yield "}"
    yield from gate(struct["header"])
    yield f"impl Default for {name} {{"
    if name in DEFAULTS:
        yield f"    /// That of `{DEFAULTS[name]}`."
        yield f"    fn default() -> Self {{ unsafe {{ {DEFAULTS[name]}() }} }}"
    else:
        yield "    /// All 0."
        yield "    fn default() -> Self { unsafe { zeroed() } }"
    yield "}"
    yield from layout_lines(struct)


def callback_lines(callback):
    yield from gate(callback["header"])
    yield from doc(callback["doc"])
    yield f"pub type {callback['name']} = {signature(callback)};"


def object_lines(one):
    yield from doc(one["doc"])
    yield from ["#[repr(C)]", f"pub struct {one['name']} {{", "    _opaque: [u8; 0],", "    _pinned: PhantomData<(*mut u8, PhantomPinned)>,", "}"]


def constant_lines(constant):
    name, value = constant["name"], constant["value"]
    yield from gate(constant["header"])
    if isinstance(value, str):
        yield f"pub const {name}: &str = {json.dumps(value)};"
    elif isinstance(value, float):
        yield f"pub const {name}: f64 = {value!r};"
    else:
        yield f"pub const {name}: {'i32' if -2**31 <= value < 2**31 else 'u32' if value < 2**32 else 'u64'} = {value};"


def function_lines(function):
    yield from gate(function["header"], "    ")
    yield from doc(function["doc"], "    ")
    arguments = ", ".join(f"{ident(p['name'])}: {argument(p['type'])}" for p in function["parameters"])
    yield f"    pub fn {function['name']}({arguments}){returned(function['returns'])};"


def main():
    with open(sys.argv[1]) as file:
        api = json.load(file)
    features = {one["name"] for one in api["constants"] if one["name"].startswith("KAMM_FEATURE")}
    lines = ["// Made by tools/rust_bindings.py from the C headers."]
    for constant in api["constants"]:
        if constant["name"] in features: # kamm_feature is 64 bits wide
            lines.append(f"pub const {constant['name']}: u64 = {constant['value']};")
        else:
            lines += constant_lines(constant)
    for make, key in ((object_lines, "objects"), (enum_lines, "enums"), (callback_lines, "callbacks"), (struct_lines, "structs")):
        for one in api[key]:
            lines += make(one)
    lines.append('unsafe extern "C" {')
    for function in api["functions"]:
        lines += function_lines(function)
    lines.append("}")
    core = [struct["name"] for struct in api["structs"] if not struct["header"].startswith("kamm/io/")]
    lines += ["/// Names and sizes of the structs, for `kamm_check_abi`.", f"pub const STRUCTS: [(&core::ffi::CStr, usize); {len(core)}] = ["]
    lines += [f'    (c"{name}", size_of::<{name}>()),' for name in core] + ["];"]
    with open(sys.argv[2], "w") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
