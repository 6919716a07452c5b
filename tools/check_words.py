#!/usr/bin/env python3
"""Checks the texts that users read: their sentences, words and lines.

It fails on
 - a sentence of more than 25 words in a public header (comments, and the texts of the field tables);
 - a line of more than 120 columns in a public header;
 - a note without a subject (“Of a wheel: …”) in comments, except those of tests and programs;
 - a sentence of more than 30 words in a page of docs (without code, tables and headings);
 - a sentence of more than 30 words in a comment of a C, TypeScript, Python, shell or CMake file;
 - a word of tools/words.txt in public headers, pages, messages, page texts, the packages' docs and these comments.

Usage: tools/check_words.py [ROOT]
"""

import re
import sys
from pathlib import Path

from comment_texts import c_comments, hash_comments, line_of, paragraphs, python_comments, script_comments
from comment_texts import without_frame

HEADER_WORDS, PAGE_WORDS, COMMENT_WORDS, COLUMNS = 25, 30, 30, 120
PAGES = ("docs/**/*.md", "README.md", "CONTRIBUTING.md", "wasm/README.md", "python/README.md")
C_TEXTS = ("src/**/*.[ch]", "cli/*.[ch]", "fmu/*.[ch]")
SCRIPTS = ("viewer/**/*.ts", "learn/**/*.ts", "wasm/**/*.ts")
PARTS = ("src", "cli", "fmu", "test", "bench", "examples", "wasm", "viewer", "learn", "python", "godot", "unreal", "tools", "cmake")
NO_NOTES = {"test", "bench", "examples", "e2e", "cmake"}
MADE = {"node_modules", "generated", "dist", "__pycache__"}
COMMENTS = (
    (("*.c", "*.h", "*.inc"), c_comments),
    (("*.ts", "*.mjs", "*.js"), script_comments),
    (("*.py",), python_comments),
    (("*.sh", "*.cmake", "CMakeLists.txt", "dev", "kamm"), hash_comments),
)

STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def blank(text):
    """The text's newlines alone, so that lines keep their numbers."""
    return re.sub(r"[^\n]", " ", text)


def joined_strings(code):
    """Offset and text of each run of adjacent string literals; a backslash at a line's end joins too."""
    run = re.compile(STRING.pattern + r"(?:(?:\s|\\\n)*" + STRING.pattern + ")*")
    for found in run.finditer(code):
        parts = STRING.findall(found.group(0))
        yield found.start(), "".join(part[1:-1] for part in parts)


def header_texts(text):
    for found in COMMENT.finditer(text):
        for index, paragraph in paragraphs(without_frame(found.group(0))):
            yield line_of(text, found.start()) + index, paragraph
    code = COMMENT.sub(lambda found: blank(found.group(0)), text)
    for offset, string in joined_strings(code):
        yield line_of(text, offset), string


def page_texts(text):
    """Line and text of paragraphs and list items of Markdown, without code, tables and headings."""
    text = re.sub(r"^( *)```.*?^ *```", lambda found: blank(found.group(0)), text, flags=re.S | re.M)
    number, start, lines = 0, 1, []
    for line in text.split("\n") + [""]:
        number += 1
        item = re.match(r"\s*(?:[-*]|\d+\.)\s", line)
        skipped = not line.strip() or re.match(r"\s*\||#|    ", line) and not (item or lines and line.startswith("    "))
        if (skipped or item) and lines:
            yield start, " ".join(lines)
            lines = []
        if not skipped:
            if not lines:
                start = number
            lines.append(line.strip())


def sentences(paragraph, ends):
    paragraph = re.sub(r"\$\$.*?\$\$|\$[^$]*\$", "X", paragraph)
    return re.split(ends, paragraph)


HEADER_ENDS = r"(?<=[.!?:;])\s+"
PAGE_ENDS = r"(?<=[.!?])[)\"*]*\s+(?=[A-Z0-9`*\[(\"])"


def long_sentences(texts, ends, most):
    for line, paragraph in texts:
        for sentence in sentences(re.sub(r"^(?:[-*]|\d+\.)\s+(?:\*\*[^*]+\*\*: )?", "", paragraph), ends):
            count = len(sentence.split())
            if count > most:
                yield line, f"a sentence of {count} words, not {most} at most: {sentence[:70]}…"


NOTE = re.compile(r"(?:Of|Who|Whom|Whence|Than|As(?! soon| long))\b")


def notes(texts):
    for line, paragraph in texts:
        if NOTE.match(paragraph):
            yield line, f"a note without a subject: {paragraph[:70]}…"


def read_words(path):
    """Patterns of words.txt with what stands in their place, and its exceptions as pairs of file and pattern."""
    words, exceptions = [], set()
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        first, *rest = [part.strip() for part in line.split("\t") if part.strip()]
        if first == "except":
            exceptions.add((rest[0], rest[1]))
        else:
            words.append((first, re.compile(rf"(?<![\w-])(?:{first})(?![\w-])", re.I), rest[0]))
    return words, exceptions


def messages(text):
    """String literals of C that are sentences for users: those with a space."""
    code = COMMENT.sub(lambda found: blank(found.group(0)), text)
    code = re.sub(r"^\s*#\s*include.*$", "", code, flags=re.M)
    for offset, string in joined_strings(code):
        if " " in string:
            yield line_of(text, offset), string


def script_texts(text):
    """Strings of TypeScript with a space."""
    expression = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|/\*.*?\*/|//[^\n]*"
    for found in re.finditer(expression, text, re.S):
        if " " in found.group(0) and not found.group(0).startswith("/"):
            yield line_of(text, found.start()), re.sub(r"\$\{[^}]*\}", "", found.group(0))


def files(root, patterns):
    for pattern in patterns:
        for path in sorted(root.glob(pattern)):
            if not MADE.intersection(path.parts):
                yield path


def sources(root, names):
    """Files with comments: of the root itself and of its parts, tests too."""
    for folder in (root, *(root / part for part in PARTS)):
        for name in names:
            for path in sorted(folder.glob(name) if folder is root else folder.rglob(name)):
                if path.is_file() and not MADE.intersection(path.parts):
                    yield path


def any_of(words):
    """One pattern for all: few texts have one of the words, and the others are looked at once."""
    patterns = "|".join(f"(?:{pattern})" for pattern, _, _ in words)
    return re.compile(rf"(?<![\w-])(?:{patterns or '(?!)'})(?![\w-])", re.I)


def word_offences(texts, words, any_word, exceptions, name):
    for line, text in texts:
        if not any_word.search(text):
            continue
        for pattern, expression, instead in words:
            found = expression.search(text)
            if found and (name, pattern) not in exceptions:
                yield line, f"“{found.group(0)}”, in plain words: {instead}"


def offences(root, words, exceptions):
    any_word = any_of(words)

    def checked(path, texts, ends=None, most=0, without_notes=False):
        text = path.read_text(encoding="utf-8")
        found, name = list(texts(text)), str(path.relative_to(root))
        if without_notes:
            yield from ((name, line, what) for line, what in notes(found))
        if ends:
            yield from ((name, line, what) for line, what in long_sentences(found, ends, most))
        if texts is page_texts:  # without code in a line
            found = [(line, re.sub(r"`[^`]*`", "`", paragraph)) for line, paragraph in found]
        yield from ((name, line, what) for line, what in word_offences(found, words, any_word, exceptions, name))

    for path in files(root, ("include/**/*.h",)):
        yield from checked(path, header_texts, HEADER_ENDS, HEADER_WORDS, without_notes=True)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > COLUMNS:
                yield str(path.relative_to(root)), number, f"{len(line)} columns, not {COLUMNS} at most"
    for path in files(root, PAGES):
        yield from checked(path, page_texts, PAGE_ENDS, PAGE_WORDS)
    for path in files(root, C_TEXTS):
        yield from checked(path, messages)
    for names, texts in COMMENTS:
        for path in sources(root, names):
            without_notes = not NO_NOTES.intersection(path.relative_to(root).parts)
            yield from checked(path, texts, HEADER_ENDS, COMMENT_WORDS, without_notes)
    for path in files(root, SCRIPTS):
        yield from checked(path, script_texts)


def main():
    tools = Path(__file__).resolve().parent
    root = Path(sys.argv[1] if len(sys.argv) > 1 else tools.parent).resolve()
    words, exceptions = read_words(tools / "words.txt")
    count = 0
    for name, line, what in offences(root, words, exceptions):
        print(f"{name}:{line}: {what}")
        count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
