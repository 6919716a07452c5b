#!/usr/bin/env python3
"""Writes the reference of the Python package (docs/python/reference.md) from its docstrings, or checks it.

Usage: tools/python_reference.py [--check]    with a built package on PYTHONPATH

What is public and has no docstring, an argument that its function's docstring does not name, and, with --check, a file that is not
what the docstrings say, are errors.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

import kamm
import kamm.gym
from kamm._handles import Handle

TARGET = Path(__file__).resolve().parent.parent / "docs" / "python" / "reference.md"

HEAD = """# Reference of the Python package

Written by `tools/python_reference.py` from the docstrings; a test says when it is not what they say. Shapes are in brackets: `[count, channels]` of a
batch of `count` cars. All quantities are in SI units, which the names end in; x points forward or east, y left or north, z up.
"""

GROUPS = {
    "Vehicles and grounds": ["load", "new", "import_vehicle", "vehicles", "arcade_presets", "Vehicle", "Field", "World"],
    "Cars": ["Batch", "Slot", "PortableReport", "trim", "linearise", "Rollout", "Linear", "Trim"],
    "Worlds with bodies": [
        "Body", "BodyMotion", "Box", "Sphere", "Capsule", "Cylinder", "Hull", "Mesh", "Filter", "Contact", "SensorEvent", "BodyId", "Joint", "JointState",
    ],
    "Recordings and drawings": ["Recorder", "Recording", "RecordedCar", "RecordedBody", "RecordedModel", "RecordedWheel", "draw", "Drawing"],
    "Traffic": ["Traffic", "Path"],
    "Vehicles with trailers": ["combinations", "Combinations", "Hitch"],
    "Tests and measured drives": ["run", "road_tests", "scenario", "scenarios", "RoadTest", "Figure", "Log", "replay", "fit", "Fit", "FitSeries"],
    "Diagnosis, limits, reports": ["check", "Diagnosis", "DiagnosedFigure", "ggv", "Limits", "report", "tyre", "Tyre", "TyreForces"],
    "Sweeps": ["sweep", "Sweep", "ray_executor", "sensitivity", "Sensitivity", "FigureBand", "ParameterEffect"],
    "Plans and optimal control": ["follow", "Followed", "symbolic", "Symbolic", "casadi_function", "moving_states"],
    "Others": ["fmu", "UnknownName"],
}
"""The order of the page: all that is public."""

TABLES = {
    "CHANNELS": "{name: `Field`} of what `Batch.bind` and `read` take.",
    "WHEEL_CHANNELS": '{name: `Field`} of those that each wheel has: `"wheels[2].load_n"`.',
    "INPUTS": "{name: `Field`} of the columns of `Batch.inputs`.",
    "INPUT": "{name: column} of `Batch.inputs`.",
    "draw_parts": "Names of what `draw` draws.",
    "traffic_modes": 'Names of the numbers in `Traffic.state["mode"]`.',
    "GEAR_DRIVE": "The gear in which the gearbox shifts by itself, as `place` and the input `gear` take it.",
}

GYM = [kamm.gym.KammEnv, kamm.gym.KammVectorEnv, kamm.gym.options.Core]

SPECIAL = {"__call__": "()", "__getitem__": "[name]", "__setitem__": "[name] = value"}
"""Titles of methods that are written otherwise."""


class Undocumented(Exception):
    pass


def documentation(thing: Any, name: str) -> str:
    text = inspect.getdoc(thing)
    if not text:
        raise Undocumented(f"{name} has no docstring")
    return text


def markdown(doc: str) -> str:
    """A docstring: indented lines as code, lines that begin with an argument's name as a list."""
    out = []
    for paragraph in re.split(r"\n\s*\n", doc):
        if all(line.startswith("    ") for line in paragraph.splitlines()):
            out.append("```python\n" + textwrap.dedent(paragraph) + "\n```")
        else:
            out.append(re.sub(r"^([a-z]\w*(?:, \w+)*): ", r"- **\1**: ", paragraph, flags=re.M))
    return "\n\n".join(out)


def signature(thing: Any) -> inspect.Signature:
    found = inspect.signature(thing)
    parameters = [each for name, each in found.parameters.items() if name not in ("self", "cls")]
    return found.replace(parameters=parameters)


def plain(annotation: Any) -> str:
    """A type as one reads it."""
    return str(annotation).strip("'").replace("npt.", "").replace("np.", "")


def argument(parameter: inspect.Parameter) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
    return f"{stars}{parameter.name}: {plain(parameter.annotation)}{default}"


def written(name: str, found: inspect.Signature, is_class: bool) -> str:
    """A call as one would write it, on one line where that is short enough."""
    parts, is_keyword_only = [], False
    for each in found.parameters.values():
        if each.kind is each.KEYWORD_ONLY and not is_keyword_only:
            parts.append("*")
        is_keyword_only |= each.kind in (each.KEYWORD_ONLY, each.VAR_POSITIONAL)
        parts.append(argument(each))
    tail = "" if is_class or found.return_annotation is found.empty else f" -> {plain(found.return_annotation)}"
    line = f"{name}({', '.join(parts)}){tail}"
    if len(line) > 110:
        line = f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){tail}"
    return f"```python\n{line}\n```"


def check_arguments(name: str, found: inspect.Signature, doc: str) -> None:
    for argument in found.parameters:
        if not re.search(rf"\b{argument}\b", doc):
            raise Undocumented(f"{name}: its docstring does not name the argument {argument}")


def attributes(cls: type) -> list[tuple[str, str, str]]:
    """Name, type and the text below, of a class's annotated attributes."""
    source = textwrap.dedent(inspect.getsource(cls))
    body = ast.parse(source).body[0].body  # type: ignore[attr-defined]
    found = []
    for line, after in zip(body, [*body[1:], None]):
        if not isinstance(line, ast.AnnAssign) or not isinstance(line.target, ast.Name):
            continue
        if line.target.id.startswith("_"):
            continue
        says = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        text = str(after.value.value) if says else ""  # type: ignore[union-attr]
        kind = plain(ast.unparse(line.annotation))
        found.append((line.target.id, kind, " ".join(text.split())))
    return found


def members(cls: type) -> list[str]:
    out = []
    rows = [(name, kind, text) for name, kind, text in attributes(cls)]
    handle = vars(Handle) if issubclass(cls, Handle) else {}
    for name, member in {**handle, **vars(cls)}.items():
        if isinstance(member, property) and not name.startswith("_"):
            kind = plain(member.fget.__annotations__.get("return", ""))
            rows.append((name, kind, " ".join(documentation(member, f"{cls.__name__}.{name}").split())))
    if rows:
        table = ["| " + " | ".join(cell.replace("|", "\\|") for cell in (f"`{name}`", f"`{kind}`", text)) + " |"
                 for name, kind, text in rows]
        out.append("\n".join(["| attribute | type | |", "| --- | --- | --- |", *table]))
    for name, member in vars(cls).items():
        function = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        title = SPECIAL.get(name, f".{name}()")
        if not inspect.isfunction(function) or (name.startswith("_") and name not in SPECIAL):
            continue
        whole = f"{cls.__name__}.{name}"
        doc = documentation(function, whole)
        found = signature(function)
        check_arguments(whole, found, doc)
        out.append(f"#### {cls.__name__}{title}\n\n{written(name, found, False)}\n\n{markdown(doc)}")
    return out


def entry(name: str, thing: Any) -> str:
    doc = documentation(thing, name)
    parts = [f"### {name}"]
    if not (inspect.isclass(thing) and issubclass(thing, Exception)):
        own = "__init__" in vars(thing) or "__new__" in vars(thing) if inspect.isclass(thing) else True
        if own and not hasattr(thing, "_fields") and not hasattr(thing, "__dataclass_fields__"):
            found = signature(thing)
            check_arguments(name, found, doc)
            parts.append(written(name, found, inspect.isclass(thing)))
    parts.append(markdown(doc))
    if inspect.isclass(thing) and not issubclass(thing, Exception):
        parts += members(thing)
    return "\n\n".join(parts)


def reference() -> str:
    named = {name for names in GROUPS.values() for name in names} | set(TABLES)
    if missing := set(kamm.__all__) - named:
        raise Undocumented(f"the reference has no group for {', '.join(sorted(missing))}")
    parts = [HEAD]
    for title, names in GROUPS.items():
        parts.append(f"## {title}")
        parts += [entry(name, getattr(kamm, name)) for name in names]
    parts.append("## Tables\n\n" + "\n".join(f"- `kamm.{name}`: {text}" for name, text in TABLES.items()))
    parts.append("## Environments\n\nWhat each task observes, rewards and ends by is in [environments.md](../environments.md).")
    parts += [entry(f"{cls.__module__.removesuffix('.single').removesuffix('.vector')}.{cls.__name__}", cls) for cls in GYM]
    return re.sub(r"\n{3,}", "\n\n", "\n\n".join(parts)) + "\n"


def main() -> None:
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    try:
        text = reference()
    except Undocumented as error:
        sys.exit(str(error))
    if sys.argv[1:] != ["--check"]:
        TARGET.write_text(text, encoding="utf-8")
    elif text != TARGET.read_text(encoding="utf-8"):
        sys.exit(f"{TARGET} is not what the docstrings say: run tools/python_reference.py")


if __name__ == "__main__":
    main()
