#!/usr/bin/env python3
"""Writes the core library as two files: build/amalgamated/kamm.c and kamm.h.

    tools/amalgamate.py [FOLDER]    FOLDER: instead of build/amalgamated

kamm.h is include/kamm/*.h in one. kamm.c has all that CMake compiles into libkamm with kernels of widths 1 and 4. CMake
compiles kernels, and other code in lanes, once per variant, with other macros; kamm.c includes itself for that:

    shared headers    what no macro of a variant changes: once
    lane headers      in each variant; from the second one on macros add the variant to each name of theirs
    other sources     in the first variant, which is width 1 for any wheels
    laned sources     in the variant that they ask for (those that define KAMM_WIDTH themselves)
    kernels           in each variant
    last sources      once, behind all variants: those that need windows.h, which has names of all kinds

All is one unit, so that a name of one source that others have as well gets the source's name before it.
"""
import argparse
import collections
import glob
import os
import pathlib
import re

import c_names

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANE_ROOTS = {"src/base/lane.h", "src/vehicle/wheel_room.h"}
# The header whose structs are made of the table of states, one for each line of a part.
PART_STATES, STATE_TABLE = "src/base/state_lanes.h", "include/kamm/state_fields.h"
PART = re.compile(r"\bPART\(FIELD, (\w+),")
# The system's headers that not all machines have: they stand ahead of everything, with their conditions.
CONDITIONS = {
    "immintrin.h": "defined(__SSE2__)",
    "wasm_simd128.h": "defined(__wasm_simd128__)",
    "malloc.h": "defined(_WIN32)",
}
# (what its names end with, width, mixed, two axles)
VARIANTS = [("", 1, 0, 0), ("_1_pairs", 1, 0, 1), ("_4", 4, 0, 0), ("_4_mixed", 4, 1, 0),
            ("_4_pairs", 4, 0, 1), ("_4_mixed_pairs", 4, 1, 1)]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+[<"]([^>"]+)[>"].*\n', re.M)
GUARD = re.compile(r"^#ifndef (KAMM_\w+_H)\n#define \1\n", re.M)

ABOUT_HEADER = """
/* The core library of Kamm, as one header. kamm.c, beside it, is what it declares. */
"""
ABOUT_SOURCE = """
/* The core library of Kamm, as one source: cc -O2 -c kamm.c; link with libm, and with -pthread where libc is old.
 *
 * tools/amalgamate.py of Kamm's source tree has written it: changes belong there. The file includes itself, once for
 * each variant of the kernels, so it has to be called kamm.c. All results have the bits of the library that CMake
 * builds. */
"""
PROLOGUE = """
/* The same bits with any options but -ffast-math and its parts: products and sums are rounded one by one, and whole
 * numbers wrap. clang has a pragma for the first alone (below); what wraps are unsigned numbers, as far as is known. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("-ffp-contract=off", "-fno-math-errno", "-fwrapv")
/* GCC's vectorisers fuse products and sums whatever the first option says. */
#if defined(__FMA__) || defined(__FMA4__) || defined(__AVX512F__)
#pragma GCC optimize("-fno-tree-loop-vectorize", "-fno-tree-slp-vectorize")
#endif
#endif
#ifdef __GNUC__ /* lane code has functions that not every variant uses, and joins masks with & */
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#if defined(__clang__) && defined(__has_warning)
#if __has_warning("-Wbitwise-instead-of-logical")
#pragma clang diagnostic ignored "-Wbitwise-instead-of-logical"
#endif
#endif
#if defined(__MINGW32__) && !defined(__USE_MINGW_ANSI_STDIO)
#define __USE_MINGW_ANSI_STDIO 1
#endif
#ifdef _MSC_VER
#define _CRT_SECURE_NO_WARNINGS
#endif

#define KAMM_BUILDS_CORE 1
#ifndef KAMM_WIDEST /* 1: kernels of one car at a time alone, for what has no more */
#define KAMM_WIDEST 4
#endif
#define KAMM_JOIN_(name, variant) name##variant
#define KAMM_JOIN(name, variant) KAMM_JOIN_(name, variant)
#define KAMM_OF_VARIANT(name) KAMM_JOIN(name, KAMM_NAME_OF_VARIANT)

"""


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def find(pattern):
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern))


def unique(names):
    return list(dict.fromkeys(names))


def is_kernel(path):
    return path.endswith("_kernel.c")


def is_public(path):
    return path.startswith("include/")


def core_sources():
    """The list is that of cmake/libraries.cmake."""
    found = re.search(r"file\(GLOB core_sources CONFIGURE_DEPENDS([^)]*)\)", read("cmake/libraries.cmake"))
    return sorted(path for pattern in found[1].split() for path in find(pattern))


class File:
    """A text without guard and includes, and what it includes of ours and of the system."""

    def __init__(self, path):
        self.path, self.ours, self.system = path, [], []
        self.text = self.without_includes(without_guard(read(path)))

    def resolve(self, name):
        for folder in (os.path.dirname(self.path), "src", "include"):
            path = os.path.normpath(os.path.join(folder, name))
            if (ROOT / path).exists():
                return path
        return None

    def without_includes(self, text):
        """Headers without guards, and those of ours within a condition, stay where they are, as text."""
        parts, at = [], 0
        for found in INCLUDE.finditer(text):
            name, path = found[1], self.resolve(found[1])
            is_conditional = depth_of_conditions(text[:found.start()]) > 0
            stays = ""
            if path and (is_conditional or not GUARD.search(read(path))):
                inner = File(path)
                self.ours += inner.ours
                self.system += inner.system
                stays = inner.text
            elif path:
                self.ours.append(path)
            elif is_conditional and name not in CONDITIONS:
                stays = found[0]
            else:
                self.system.append(name)
            parts += [text[at:found.start()], stays]
            at = found.end()
        return "".join(parts) + text[at:]


def without_guard(text):
    guard = GUARD.search(text)
    return text[:guard.start()] + text[guard.end():text.rindex("#endif")] if guard else text


def depth_of_conditions(text):
    return len(re.findall(r"^[ \t]*#[ \t]*if", text, re.M)) - len(re.findall(r"^[ \t]*#[ \t]*endif", text, re.M))


class Tree:
    """All files, and what follows from their includes."""

    def __init__(self):
        self.files = {}
        self.sources = core_sources()
        for path in find("include/kamm/*.h") + self.sources:
            self.add(path)
        self.kernels = [path for path in self.sources if is_kernel(path)]
        self.laned_sources = {path: self.own_variant(path) for path in self.sources if self.own_variant(path)}
        self.last = [path for path in self.sources
                     if any("<windows.h>" in self.files[one].text for one in self.closure(path))]
        self.others = [path for path in self.sources
                       if path not in self.kernels + self.last and path not in self.laned_sources]
        within = set().union(*(self.closure(path) for path in self.kernels + ["src/rungs/full/wheel_lanes.c"]))
        self.lane_headers = sorted(path for path in within if self.is_laned(path))
        for path in self.laned_sources:
            self.files[path].text = re.sub(r"^#define KAMM_(WIDTH|MIXED) .*\n", "", self.files[path].text, flags=re.M)

    def add(self, path):
        if path not in self.files:
            self.files[path] = File(path)
            for one in self.files[path].ours:
                self.add(one)

    def closure(self, path):
        found, waiting = set(), [path]
        while waiting:
            new = [one for one in self.files[waiting.pop()].ours if one not in found]
            found.update(new)
            waiting += new
        return found

    def is_laned(self, path):
        return path in LANE_ROOTS or bool(self.closure(path) & LANE_ROOTS)

    def own_variant(self, path):
        """The macros of a source that sets them itself."""
        return dict(re.findall(r"^#define KAMM_(WIDTH|MIXED) (\w+)\n", self.files[path].text, re.M))


class Names:
    """Which names of sources have to be others where all is one unit."""

    def __init__(self, tree):
        self.files = tree.files
        shared = [path for path in tree.files if path.endswith(".h") and not tree.is_laned(path)]
        self.separate_tags(shared, tree.lane_headers)
        self.of = {path: c_names.all_names(file.text) for path, file in tree.files.items()}
        self.of[PART_STATES] += [f"struct {part}_lanes" for part in PART.findall(tree.files[STATE_TABLE].text)]
        users = collections.Counter(name for names in self.of.values() for name in names)
        self.common = {name for name, count in users.items() if count > 1}
        self.words = {c_names.word(name) for name in users}
        self.taken = {}  # by which source each new name was

    def separate_tags(self, shared, lane_headers):
        """Names of lane headers become macros. A tag that is a member in headers that all variants share gets another."""
        words = c_names.words("".join(self.files[path].text for path in shared))
        names = [name for path in lane_headers for name in c_names.file_scope(self.files[path].text)]
        new = {name: c_names.word(name) + "_lanes" for name in names
               if c_names.is_tag(name) and c_names.word(name) in words}
        for file in self.files.values():
            file.text = c_names.renamed(file.text, new)

    def new_in(self, path):
        """Finds the names of a source that others have as well. They get the source's name before them; if another
        source of that name has taken it, also the folder's."""
        stem, folder, found = pathlib.Path(path).stem, pathlib.Path(path).parent.name, {}
        for name in self.of[path]:
            word = c_names.word(name)
            if name in self.common and not word.startswith("kamm_"):
                candidates = (f"{stem}_{word}", f"{stem}_own_{word}", f"{folder}_{stem}_{word}")
                found[name] = next(one for one in candidates
                                   if one not in self.words and self.taken.setdefault(one, path) == path)
        return found


class Writer:
    def __init__(self, tree):
        self.tree, self.parts, self.written = tree, [], set()

    def put(self, *lines):
        self.parts += [line + "\n" for line in lines]

    def file(self, path, before=(), after=()):
        text = re.sub(r"\n{3,}", "\n\n", self.tree.files[path].text).strip("\n")
        self.put("", f"/* ----- {path} {'-' * max(5, 100 - len(path))} */", *before)
        self.put("", text, *after)
        self.written.add(path)

    def headers_of(self, path, is_wanted=lambda header: True):
        """Those that are not there yet, each behind what it includes itself."""
        for header in self.tree.files[path].ours:
            if header not in self.written:
                self.headers_of(header, is_wanted)
                if is_wanted(header) and header not in self.written:
                    self.file(header)

    def system_headers(self, paths):
        names = sorted({name for path in paths for name in self.tree.files[path].system})
        self.put(*(f"#include <{name}>" for name in names if name not in CONDITIONS))
        for name in names:
            if name in CONDITIONS:
                self.put(f"#if {CONDITIONS[name]}", f"#include <{name}>", "#endif")

    def text(self):
        return "".join(self.parts)


def undefine(names):
    return [f"#undef {name}" for name in names]


def licence():
    stated = re.findall(r'^(SPDX-[\w-]+) = "(.*)"$', read("REUSE.toml"), re.M)[:2]
    version = re.findall(r"^#define KAMM_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", read("include/kamm/version.h"), re.M)
    lines = [f"Kamm {'.'.join(version)}", ""] + [f"{key}: {value}" for key, value in stated] + [""]
    lines += read("LICENSE").strip().split("\n")
    return "/* " + "\n * ".join(lines).replace(" \n", "\n") + " */\n"


def header_text(tree):
    out, public = Writer(tree), [path for path in tree.files if is_public(path)]
    out.put(licence() + ABOUT_HEADER, "#ifndef KAMM_KAMM_H", "#define KAMM_KAMM_H", "")
    out.system_headers(public)
    for path in public:
        out.headers_of(path)
        if path not in out.written:
            out.file(path)
    out.put("", "#endif")
    return out.text()


def put_source(out, names, path):
    """In a kernel all of its names get the variant."""
    file = out.tree.files[path]
    file.text = c_names.renamed(file.text, names.new_in(path))
    macros, own = c_names.macros(file.text), []
    if is_kernel(path):
        words = unique(c_names.word(name) for name in c_names.file_scope(file.text))
        own = [word for word in words if word not in macros and not word.startswith("kamm_")]
    out.file(path, [f"#define {name} KAMM_OF_VARIANT({name})" for name in own], undefine(own + macros))


def put_variant_macros(out):
    out.put("", "/* The variant: KAMM_WIDTH cars, KAMM_MIXED of models of their own, KAMM_TWO_AXLES of pairs. */")
    for number, (name, width, mixed, pairs) in enumerate(VARIANTS):
        out.put(f"#{'el' if number else ''}if KAMM_VARIANT == {number}", f"#define KAMM_NAME_OF_VARIANT {name}",
                f"#define KAMM_WIDTH {width}", f"#define KAMM_MIXED {mixed}", f"#define KAMM_TWO_AXLES {pairs}")
    out.put("#endif")


def put_laned_source(out, names, path, width="4", mixed="0"):
    """Without vectors one of width 4 is left out, and one of the baseline's width stands in the first variant."""
    number = next(i for i, variant in enumerate(VARIANTS) if variant[1:] == (4, int(mixed), 0))
    condition = f"KAMM_VARIANT == {number}"
    if width != "4":
        condition += " || (KAMM_VARIANT == 0 && defined(KAMM_SCALAR))"
    out.put("", f"#if {condition}")
    put_source(out, names, path)
    out.put(f"#endif /* {condition} */")


def put_other_variants(out, lane_names):
    out.put("", "/* Names of the lane headers in the variants that follow. */")
    out.put(*(f"#define {name} KAMM_OF_VARIANT({name})" for name in lane_names))
    for number, variant in enumerate(VARIANTS):
        if number:
            lines = ["#undef KAMM_VARIANT", f"#define KAMM_VARIANT {number}", '#include "kamm.c"']
            out.put("", *(["#ifndef KAMM_SCALAR"] + lines + ["#endif"] if variant[1] > 1 else lines))
    out.put("", *undefine(lane_names))


def prologue(defined):
    parts = (text.partition("=") for text in defined)
    return "".join(f"\n#ifndef {name}\n#define {name} {value}\n#endif" for name, _, value in parts) + PROLOGUE


def source_text(tree, defined):
    names, out = Names(tree), Writer(tree)
    laned = tree.kernels + list(tree.laned_sources)
    out.written.update(path for path in tree.files if is_public(path))
    out.put(licence() + ABOUT_SOURCE, "#ifndef KAMM_VARIANT /* once */", prologue(defined))
    out.system_headers(tree.files)
    out.put("", '#include "kamm.h"')
    for path in laned:
        out.headers_of(path, lambda header: not tree.is_laned(header))
    out.put("", "#define KAMM_VARIANT 0", "#endif /* once */")

    put_variant_macros(out)
    for path in laned:
        out.headers_of(path, lambda header: header in tree.lane_headers)
    out.put("", "#if KAMM_VARIANT == 0")
    for path in tree.others:
        out.headers_of(path)
        put_source(out, names, path)
    for path in laned:
        out.headers_of(path)
    out.put("#endif /* KAMM_VARIANT == 0 */")
    for path, macros in tree.laned_sources.items():
        put_laned_source(out, names, path, macros["WIDTH"], macros.get("MIXED", "0"))
    out.put("", "#if KAMM_WIDTH <= KAMM_WIDEST")
    for path in tree.kernels:
        put_source(out, names, path)
    out.put("#endif /* KAMM_WIDTH <= KAMM_WIDEST */")
    macros = unique(name for path in tree.lane_headers for name in c_names.macros(tree.files[path].text))
    out.put("", "/* The end of a variant. */", *undefine(macros + ["KAMM_NAME_OF_VARIANT"]))

    out.put("", "#if KAMM_VARIANT == 0 /* once */")
    words = unique(c_names.word(name) for path in tree.lane_headers for name in names.of[path])
    put_other_variants(out, [word for word in words if word not in macros])
    for path in tree.last:
        out.headers_of(path)
        put_source(out, names, path)
    out.put("", "#endif /* once */")
    return out.text()


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, usage="tools/amalgamate.py [--define NAME[=VALUE]]… [FOLDER]",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path, metavar="FOLDER",
                        default=ROOT / "build" / "amalgamated")
    parser.add_argument("--define", action="append", default=[], metavar="NAME[=VALUE]",
                        help="a macro of kamm.c where its compiler's options do not define it: KAMM_WIDEST=1, KAMM_API=")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    folder = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    tree = Tree()
    (folder / "kamm.h").write_text(header_text(tree), encoding="utf-8")
    (folder / "kamm.c").write_text(source_text(tree, arguments.define), encoding="utf-8")


main()
