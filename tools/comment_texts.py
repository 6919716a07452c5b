"""Paragraphs of the comments of C, TypeScript, Python, shell and CMake sources, each with its line."""

import ast
import io
import re
import tokenize

C_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|(?P<block>/\*.*?\*/)', re.S)
# Strings and regular expressions may contain the signs that begin a comment.
SCRIPT_TOKEN = re.compile(
    r"""
    "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `(?:[^`\\]|\\.)*`
    | (?<=[(,=:\[!&|?{};])\ ?/(?![*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/
    | (?P<block>/\*.*?\*/)
    | (?P<line>//[^\n]*(?:\n[ \t]*//[^\n]*)*)
    """,
    re.S | re.X,
)
HASH_LINES = re.compile(r"^[ \t]*#(?!!)[^\n]*(?:\n[ \t]*#[^\n]*)*", re.M)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def paragraphs(lines):
    """Index of the first line and text of the paragraphs and list items. Lines indented by four are code."""
    start, kept = 0, []
    for number, line in enumerate([*lines, ""]):
        text = line.strip()
        is_code = len(line) - len(line.lstrip()) >= 4
        if kept and (not text or is_code or text.startswith("- ")):
            yield start, " ".join(kept)
            kept = []
        if text and not is_code:
            if not kept:
                start = number
            kept.append(text)


def without_frame(comment):
    """Lines of a block comment without its stars."""
    for line in comment.split("\n"):
        yield re.sub(r"\s*\*/\s*$", "", re.sub(r"^\s*(?:/\*+|\*(?!/))? ?", "", line, count=1))


def block_texts(line, comment):
    for index, text in paragraphs(without_frame(comment)):
        yield line + index, text


def line_texts(line, comment, mark):
    for index, text in paragraphs(re.sub(rf"^\s*{mark} ?", "", each) for each in comment.split("\n")):
        yield line + index, text


def c_comments(text):
    for found in C_TOKEN.finditer(text):
        if found["block"]:
            yield from block_texts(line_of(text, found.start()), found["block"])


def script_comments(text):
    for found in SCRIPT_TOKEN.finditer(text):
        if found["block"]:
            yield from block_texts(line_of(text, found.start()), found["block"])
        elif found["line"]:
            yield from line_texts(line_of(text, found.start()), found["line"], "//")


def docstrings(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            yield node.body[0].lineno, ast.get_docstring(node)


def python_comments(text):
    """Comments, of which those that stand alone on consecutive lines are one, and docstrings."""
    lines, runs = text.split("\n"), []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT or token.string.startswith("#!"):
            continue
        number, column = token.start
        is_alone = not lines[number - 1][:column].strip()
        if is_alone and runs and runs[-1][0] + len(runs[-1][1]) == number:
            runs[-1][1].append(token.string)
        else:
            runs.append((number, [token.string]))
    for number, run in runs:
        yield from line_texts(number, "\n".join(run), "#+")
    for number, string in docstrings(text):
        for index, paragraph in paragraphs(string.split("\n")):
            yield number + index, paragraph


def hash_comments(text):
    """Yields the texts of shell scripts and CMake files, from lines of comments alone."""
    for found in HASH_LINES.finditer(text):
        yield from line_texts(line_of(text, found.start()), found.group(0), "#+")
