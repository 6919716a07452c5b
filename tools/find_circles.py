#!/usr/bin/env python3
"""Finds circles of files: what knows another file, which knows the first again, over any number of others.

    tools/find_circles.py [ROOT]

In C a file is NAME.c with its NAME.h. It depends on another one if its functions, initialisers or macros use a
function or an object that the other's .c defines, wherever that is declared. A name that a macro pastes together
stands for all names that it may be. Types and inline functions of a header are no dependency, as nothing is called
there; headers that include each other in a circle are found separately. Each program is looked at by itself.

In TypeScript and Python it knows what it imports, but for types alone. What a function of Python imports counts too; what
TypeScript loads later, by import(), does not.
"""
import ast
import os
import pathlib
import re
import sys

PROGRAMS = [["src"], ["cli", "fmu"], ["python/src"], ["wasm/c"]]
SCRIPTS = ["viewer/src", "viewer/offline", "wasm/src", "learn/src"]
PACKAGES = ["python/kamm"]

NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)((?:[^\n]*\\\n)*[^\n]*)$", re.M)
TOKEN = re.compile(r"[A-Za-z_]\w*|[{}()\[\];=]")
PASTED = re.compile(r"\b\w+(?:[ \t]*##[ \t]*\w+)+")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)


def circles_of(edges):
    """Tarjan: the sets of more than one that all know each other."""
    number, low, stack, found = {}, {}, [], []

    def visit(at):
        number[at] = low[at] = len(number)
        stack.append(at)
        for to in sorted(edges.get(at, ())):
            if to not in number:
                visit(to)
            if to in stack:
                low[at] = min(low[at], low[to])
        if low[at] == number[at]:
            one = stack[stack.index(at):]
            del stack[stack.index(at):]
            if len(one) > 1:
                found.append(sorted(one))

    for start in sorted(edges):
        if start not in number:
            visit(start)
    return found


def shortest(edges, start, circle):
    """From a file of the circle back to itself."""
    paths, seen = [[start]], set()
    for path in paths:  # which grows meanwhile
        for to in sorted(set(edges[path[-1]]) & set(circle)):
            if to == start:
                return path + [to]
            if to not in seen:
                seen.add(to)
                paths.append(path + [to])
    return []


def report(edges):
    """edges: of each file what it knows, and by which name. Tells the shortest of those that hang together; returns how many there are."""
    circles = circles_of(edges)
    for circle in circles:
        way = min((shortest(edges, one, circle) for one in circle), key=len)
        size = f", one of {len(circle)} files in circles" if len(circle) > len(way) - 1 else ""
        print(f"{way[0]}: a circle of {len(way) - 1} files{size}")
        for one, other in zip(way, way[1:]):
            print(f"    {one} knows {other}: {edges[one][other]}")
    return len(circles)


# ---- C ----


def pattern_of(pasted):
    """kamm_##name##_test: what it may be; None: nothing of ours."""
    parts = re.split(r"\s*##\s*", pasted)
    if not parts[0].startswith("kamm_"):
        return None
    return re.compile("".join(part if part.startswith(("kamm_", "_")) else r"\w+" for part in parts))


class Source:
    """What a file of C defines for others, and which names its code uses."""

    def __init__(self, text):
        code = NOT_CODE.sub(" ", text)
        self.defined, self.declared, self.used, self.patterns = set(), set(), set(), set()
        for kind, rest in DIRECTIVE.findall(code):
            if kind == "define":
                self.patterns.update(filter(None, map(pattern_of, PASTED.findall(rest))))
                self.used.update(re.findall(r"[A-Za-z_]\w*", PASTED.sub(" ", rest)))
        self.read(TOKEN.findall(DIRECTIVE.sub("", code)))

    def read(self, tokens):
        """One declaration after the other; what stands in braces, or behind a = of file scope, is used."""
        depth, parentheses, brackets, declared, given = 0, 0, 0, [], False
        for token in tokens:
            brackets += {"[": 1, "]": -1}.get(token, 0)
            if depth == 0 and not given and (brackets or token == "]"):
                continue  # the length of an array
            if token == "{":
                if declared == ["extern"]: # "C", of a header that C++ may include
                    declared = []
                    continue
                if depth == 0 and not given:
                    self.define(declared, "(" in declared)
                depth += 1
            elif token == "}":
                depth = max(depth - 1, 0)
                if depth == 0 and not given and "(" in declared:
                    declared = []  # the end of a function
            elif depth > 0:
                self.used.add(token)
            elif token == ";" and parentheses == 0:
                self.define(declared, given)
                declared, given = [], False
            elif token == "=":
                given = True
            elif given:
                self.used.add(token)
            else:
                parentheses += {"(": 1, ")": -1}.get(token, 0)
                declared.append(token)

    def define(self, declared, has_body):
        """A function, or an object: with a body or a value, or declared alone."""
        if not declared or set(declared) & {"static", "typedef"}:
            return
        name = declared[declared.index("(") - 1] if "(" in declared else declared[-1]
        self.declared.add(name)
        if has_body and "extern" not in declared:
            self.defined.add(name)


def sources_below(root, folders):
    return sorted(path for folder in folders for path in (root / folder).rglob("*.[ch]"))


def stem_of(root, path):
    return str(path.relative_to(root).with_suffix(""))


def find_calls(root, folders):
    """Finds which files use a definition of which .c file."""
    sources = {path: Source(path.read_text(encoding="utf-8")) for path in sources_below(root, folders)}
    public = (Source(path.read_text(encoding="utf-8")) for path in sources_below(root, ["include"]))
    headers = [source for path, source in sources.items() if path.suffix == ".h"] + list(public)
    spelt = {name for source in headers for name in source.declared}
    definers = {}
    for path, source in sources.items():
        if path.suffix == ".c":
            for name in source.defined:
                definers.setdefault(name, stem_of(root, path))
    edges = {stem_of(root, path): {} for path in sources}
    for path, source in sources.items():  # a name that some header spells out is not pasted
        own = stem_of(root, path)
        known = source.used & set(definers)
        for pattern in source.patterns:
            known |= {name for name in set(definers) - spelt if pattern.fullmatch(name)}
        for name in sorted(known):
            if definers[name] != own:
                edges[own].setdefault(definers[name], name)
    return edges


def find_includes(root, folders):
    """Finds which header includes which."""
    edges = {}
    for path in sources_below(root, folders):
        if path.suffix != ".h":
            continue
        own = str(path.relative_to(root))
        edges[own] = {}
        for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            for folder in (path.parent, root / folders[0]):
                to = pathlib.Path(os.path.normpath(folder / name))
                if to.is_file():
                    edges[own].setdefault(str(to.relative_to(root)), "#include")
                    break
    return edges


# ---- TypeScript ----

IMPORT = re.compile(r"""^[ \t]*(?:import|export)\s+(?!type\s)([^'";]*?)\bfrom\s*['"](\.[^'"]*)['"]|^[ \t]*import\s*['"](\.[^'"]*)['"]""",
                    re.M)


def is_of_types(names):
    """{ type A, type B }"""
    inner = re.fullmatch(r"\s*\{(.*)\}\s*", names, re.S)
    return bool(inner) and all(one.strip().startswith("type ") for one in inner[1].split(",") if one.strip())


def script_at(path):
    """The file that an import of a path means; None: none of ours."""
    base = pathlib.Path(os.path.normpath(re.sub(r"\.js$", "", str(path))))
    for one in (base, base.with_name(base.name + ".ts"), base / "index.ts"):
        if one.is_file():
            return one
    return None


def find_imports(root, folders):
    edges = {}
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*.ts")):
        if path.name.endswith((".d.ts", ".test.ts")):
            continue
        own = str(path.relative_to(root))
        edges[own] = {}
        text = re.sub(r"/\*.*?\*/", " ", path.read_text(encoding="utf-8"), flags=re.S)
        for names, target, alone in IMPORT.findall(text):
            to = None if names and is_of_types(names) else script_at(path.parent / (target or alone))
            if to and to != path and root in to.parents:
                edges[own].setdefault(str(to.relative_to(root)), " ".join(names.split()) or "import")
    return edges


# ---- Python ----


class Imports(ast.NodeVisitor):
    """The modules that a file imports, but for those that only checkers of types see."""

    def __init__(self, package):
        self.package, self.names = package, []

    def visit_If(self, node):
        if "TYPE_CHECKING" in ast.dump(node.test):
            for other in node.orelse:
                self.visit(other)
        else:
            self.generic_visit(node)

    def visit_Import(self, node):
        self.names += [one.name for one in node.names]

    def visit_ImportFrom(self, node):
        above = self.package[:len(self.package) - node.level + 1] if node.level else []
        base = ".".join(above + ([node.module] if node.module else []))
        self.names += [base] + [f"{base}.{one.name}" for one in node.names]


def find_modules(root, folder):
    """A package's __init__ is known by all in it, and gathers them: what it is imported for is not asked."""
    base, edges = root / folder, {}
    modules = {}
    for path in sorted(base.rglob("*.py")):
        parts = [base.name, *path.relative_to(base).with_suffix("").parts]
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    for name, path in modules.items():
        is_package = path.name == "__init__.py"
        found = Imports(name.split(".") if is_package else name.split(".")[:-1])
        found.visit(ast.parse(path.read_text(encoding="utf-8")))
        own = str(path.relative_to(root))
        edges[own] = {}
        for one in found.names:
            to = modules.get(one)
            if to and to != path and to.name != "__init__.py":
                edges[own].setdefault(str(to.relative_to(root)), one)
    return edges


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    sys.setrecursionlimit(10000)
    circles = 0
    for folders in PROGRAMS:
        circles += report(find_calls(root, folders)) + report(find_includes(root, folders))
    circles += report(find_includes(root, ["include"]))
    circles += report(find_imports(root, SCRIPTS))
    for folder in PACKAGES:
        circles += report(find_modules(root, folder))
    if circles:
        sys.exit(1)
    print("no circle of files")


main()
