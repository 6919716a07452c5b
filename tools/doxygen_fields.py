#!/usr/bin/env python3
"""Replaces the field tables in a header for Doxygen by the members that they declare, each with its documentation.

The preprocessor makes the members of `kamm_axle_def` and the like from tables of macros (include/kamm/*_fields.h). Doxygen
finds no documentation in these, as it stands in strings.

Usage: tools/doxygen_fields.py <HEADER >HEADER_FOR_DOXYGEN    in the source tree's root
"""
import re
import sys
from pathlib import Path

STRING = r'"(?:[^"\\]|\\.)*"'
TABLE = re.compile(r"^#define (KAMM_\w+)\(([\w, ]+)\)((?:.*\\\n)+.*|.*)$", re.M)
# A macro with its arguments, which have no parentheses but in strings and in one level of calls.
CALL = re.compile(rf"(\w+)\(((?:{STRING}|[^()\"]|\([^()]*\))*)\)")
USE = re.compile(r"(?:KAMM_(?:ARCADE_)?MEMBERS\(((?!FIELDS\b)\w+)\)|\b(KAMM_\w+_FIELDS)\(KAMM_[\w, ]+\)|\b(KAMM_(?:WHEEL_)?CHANNELS)\([\w,\s]+\))")
HELPER = r"^#define KAMM_(?:MEMBER_\w+|MEMBERS|\w+_MEMBER|TYRE_(?:NUMBER|CHOICE|FLAG|TEXT|GROUP))\((?:.*\\\n)*.*\n"
# A comment of such macros alone ends before an empty line.
HELPERS = re.compile(rf"(?:^/\*\*(?:(?!\*/).)*\*/\n(?=(?:{HELPER})+\n))?(?:{HELPER})+", re.M)
STRUCT = re.compile(r"^typedef struct (kamm_(\w+)_def) \{ KAMM_MEMBERS", re.M)
ENUM = re.compile(r"^typedef enum (\w+) \{\s*(KAMM_\w+_CHOICES)\(KAMM_ENUMERATOR\)\s*\}|^enum \{\s*(KAMM_\w+_CHOICES)\(KAMM_ENUMERATOR\)\s*\}", re.M)
DECLARATION = re.compile(r"    ((?:const |struct )?\w+(?: const)?) (\**\w[^(){}=]*);$")
PREFIXES = {"KAMM_CHANNELS": "KAMM_CHANNEL_", "KAMM_WHEEL_CHANNELS": "KAMM_WHEEL_"}


def read_tables(folder):
    """Parameters and body of each macro."""
    tables = {}
    for path in sorted(folder.rglob("*.h")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        for name, parameters, body in TABLE.findall(text):
            tables[name] = (parameters.replace(" ", "").split(","), body.replace("\\\n", "\n"))
    return tables


def arguments(text):
    """Arguments of a macro; adjacent strings are one."""
    parts = re.findall(rf"(?:{STRING}|[^,\"])+", text)
    return [" ".join(part.split()) for part in parts]


def unquoted(text):
    return "".join(part[1:-1] for part in re.findall(STRING, text)).replace('\\"', '"')


def escaped(text):
    return re.sub(r"([<>&#@\\])", r"\\\1", text.replace("*/", "* /"))


def quantity(value, unit):
    return value if unit == "1" else f"{value} {unit}"


def documented(declaration, doc, *details):
    doc = doc[:1].upper() + doc[1:] if re.match(r"\w+ ", doc) else doc  # but not the words of a choice
    sentence = "; ".join(detail for detail in details if detail)
    return f"/** {escaped(doc)}.{' ' + escaped(sentence[:1].upper() + sentence[1:]) + '.' if sentence else ''} */\n{declaration}"


def member(kind, given):
    """Declaration of a member with its documentation."""
    name, doc = given[0], unquoted(given[-1])
    if kind in ("NUMBER", "FIELD"):
        unit, default, least, most = unquoted(given[1]), *given[2:5]
        details = (f"default {quantity(default, unit)}", f"{least} to {quantity(most, unit)}")
        return documented(f"{'float' if kind == 'FIELD' else 'double'} {name};", doc, *details)
    if kind == "CHOICE":
        return documented(f"int32_t {name};", doc, f"default {given[1]}")
    if kind == "FLAG":
        return documented(f"int32_t {name};", doc, f"default {given[1]}")
    if kind == "TEXT":
        return documented(f"char {name}[{given[1]}];", doc)
    if kind == "NUMBERS":
        unit = unquoted(given[2])
        count = documented(f"int32_t {name}_count;", f"number of {name}", f"at most {given[1]}")
        return count + "\n" + documented(f"double {name}[{given[1]}];", doc, f"{given[3]} to {quantity(given[4], unit)}")
    if kind == "CURVE":
        return documented(f"kamm_curve {name};", doc)
    if kind == "GROUP":
        return documented(f"struct kamm_{given[1]}_def {name};", doc)
    count = documented(f"int32_t {name}_count;", f"number of {name}", f"{given[2]} to {given[3]}")
    return count + "\n" + documented(f"struct kamm_{given[1]}_def {name}[{given[3]}];", doc)


def calls(tables, name, given=None):
    """Macros and arguments of a table, those of other tables in their place."""
    parameters, body = tables[name]
    values = dict(zip(parameters, given or parameters))
    body = re.sub(rf"{STRING}|\b\w+", lambda found: values.get(found[0], found[0]), body)
    for kind, text in CALL.findall(body):
        if kind in tables:
            yield from calls(tables, kind, arguments(text))
        else:
            yield kind, text


def members(tables, name):
    for kind, text in calls(tables, name):
        if name in PREFIXES:
            given = arguments(text)
            unit = unquoted(given[1])
            yield documented(f"{PREFIXES[name]}{given[0]},", unquoted(given[-1]), "" if unit == "1" else f"unit {unit}")
        else:
            yield member(kind, arguments(text))


def groups(tables):
    """What the tables say of each type of group or list."""
    lists = [name for name in tables if name.endswith("_FIELDS")]
    return {given[1]: unquoted(given[-1]) for name in lists for kind, text in calls(tables, name)
            if kind in ("GROUP", "LIST") for given in [arguments(text)]}


def enumerators(tables, name):
    for _, text in calls(tables, name):
        constant, word = arguments(text)
        yield documented(f"{constant},", f"the word \"{unquoted(word)}\" in files")


def each_declared(text):
    """A comment above a declaration documents each declarator of its line."""
    lines, comment, kept, is_open = [], [], [], False
    text = re.sub(r"(?<=,)\n {8}(?=[\w, ]+;$)", " ", text, flags=re.M)  # declarators of a second line
    for line in text.split("\n"):
        if re.match(r"    /\*\*(?!<)", line) or is_open:
            comment = comment + [line] if is_open else [line]
            is_open = "*/" not in line
            lines.append(line)
            kept = []
            continue
        found = DECLARATION.match(line)
        if not found or not comment or "/**<" in line:
            comment = []
            lines.append(line)
            continue
        for declarator in re.split(r",\s*(?![^\[]*\])", found[2]):
            lines += kept + [f"    {found[1]} {declarator};"]
            kept = comment
        comment = []
    return "\n".join(lines)


def enumeration(tables, found):
    """An enum with the words of its values; with the text of a field if it has none of its own."""
    name = found[2] or found[3]
    body = f"{found[1] and f'typedef enum {found[1]}' or 'enum'} {{ " + "\n".join(enumerators(tables, name)) + "}"
    if found.string[: found.start()].endswith("*/\n"):
        return body
    fields = (arguments(text) for table in tables if table.endswith("_FIELDS")
              for kind, text in calls(tables, table) if kind == "CHOICE")
    field = next((given for given in fields if given[2] == name), None)
    return (f"/** Choices of the field `{field[0]}`. {escaped(unquoted(field[-1]))}. */\n" if field else "") + body


def main():
    tables = read_tables(Path("include/kamm"))
    docs = groups(tables)
    text = HELPERS.sub("", sys.stdin.read())
    text = re.sub(r"^/\*\*? clang-format o\w+ \*/\n", "", text, flags=re.M)
    text = STRUCT.sub(lambda found: (f"/** {escaped(docs[found[2]])}. */\n" if found[2] in docs else "") + found[0], text)
    text = USE.sub(lambda found: "\n".join(members(tables, found[1] or found[2] or found[3])), text)
    text = re.sub(r" (KAMM_(?:WHEEL_)?CHANNEL_COUNT)$", r"\n/** Number of channels. */\n\1", text, flags=re.M)
    text = ENUM.sub(lambda found: enumeration(tables, found), text)
    sys.stdout.write(each_declared(text))


if __name__ == "__main__":
    main()
