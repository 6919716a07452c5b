#!/bin/sh
# Fails on a name in backquotes of a page (*.md) that the tree does not have: the path of a file or folder, a source file by its name, a
# function, macro, test or field with an underscore. Names in fenced code are not looked at: what is there is compiled or run by other
# tests. CHANGELOG.md is history. The workflow's presets, paths and targets must exist as well.
#
# Not names of this tree: NAME, TOPIC and other words in capitals, products below build/ and out/, and those listed below.
#
# Usage: tools/check_names.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/..}"
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT

# Files that readers of a page write, products, headers of systems, and names of other projects.
cat >"$lists/foreign" <<'END'
game.c kamm.c kamm.h dirent.h unistd.h data/vehicle/hmmwv kamm/data/vehicles/nissan-micra.json
cell_cm radius_ft m_flags
END
# Names of tests that CMake puts together from a compiler, a machine or a number.
made='^(hash|plain|build)_(gcc|clang|aarch64|i686|armhf|s390x)|^page_[0-9]$'

find . \( -name node_modules -o -path ./build -o -path ./.git -o -path ./wasm/dist -o -path ./shared -o -name __pycache__ \) -prune \
    -o \( -type f -o -type d \) -print | sed 's|^\./||' | sort >"$lists/tree"
# Words of all sources. This check and its own test name what is foreign: they do not count.
grep -E '\.(c|h|inc|cpp|cs|rs|cmake|txt|py|pyi|ts|mts|mjs|js|html|css|sh|awk|json|yml|toml)$|(^|/)(dev|kamm|run|Doxyfile|LICENSE)$' "$lists/tree" |
    grep -vE '(^|/)(check_names|test_check_names)\.sh$|^package-lock\.json$|^\.github/' | while IFS= read -r file; do
        [ ! -f "$file" ] || printf '%s\0' "$file"
    done | xargs -0 grep -ohE '[A-Za-z]?[A-Za-z0-9]*_[A-Za-z0-9_]*' | sort -u >"$lists/words"
# Names of files are words, too: a test is the name of its file.
sed 's|.*/||; s|\.[^.]*$||' "$lists/tree" | grep _ | sort -u >>"$lists/words" || true

{
    grep '\.md$' "$lists/tree" | grep -vE '(^|/)CHANGELOG\.md$' || true
    grep '^\.github/workflows/.*\.yml$' "$lists/tree" || true
} >"$lists/pages"

awk -v lists="$lists" -v made="$made" '
function load(file, into,    line, parts, n, i)
{
    while ((getline line < (lists "/" file)) > 0) {
        n = split(line, parts, " ")
        for (i = 1; i <= n; ++i) into[parts[i]] = 1
    }
}

function complain(name)
{
    print page ":" line ": the tree has no " name
    failed = 1
}

# A path may be given from any folder on: part/load_sharing.h is src/part/load_sharing.h.
function load_tree(    path, n, parts, i, tail)
{
    while ((getline path < (lists "/tree")) > 0) {
        n = split(path, parts, "/")
        tail = parts[n]
        tails[tail] = 1
        for (i = n - 1; i > 0; --i) {
            tail = parts[i] "/" tail
            tails[tail] = 1
        }
    }
}

function is_placeholder(name)
{
    return name ~ /(^|[\/_.])[A-Z]+([\/_.]|$)/ || name ~ /^(build|out)\//
}

# A name that is open stands for all that begin with it: kamm_step…, KAMM_FAULT_.
function has_word(name, open,    word)
{
    if (name in words || name ~ made) return 1
    if (!open && name !~ /_$/) return 0
    for (word in words) if (index(word, name) == 1) return 1
    return 0
}

function check_span(span,    name, open)
{
    name = span
    sub(/(\(\)|\/)$/, "", name)
    open = sub(/(\*|…)$/, "", name)
    if (name in foreign || name ~ /^\.\.\./) return
    if (name ~ /^[A-Za-z0-9_.\/-]+\.(c|h|inc|py|sh|awk|ts|mjs|cmake)$/ || name ~ /^(src|test|tools|docs|data|include|python|viewer|wasm|examples|bench|cli|fmu|learn|cmake)\/[A-Za-z0-9_.\/-]*$/) {
        if (!is_placeholder(name) && !(name in tails)) complain(span)
    } else if (name ~ /^[a-z][a-z0-9]*_[a-z0-9_]*$/ || name ~ /^(kamm|KAMM)_[A-Za-z0-9_]*$/) {
        if (!has_word(name, open)) complain(span)
    }
}

function read_page(    text, code)
{
    line = code = 0
    while ((getline text < page) > 0) {
        ++line
        if (text ~ /^ *```/) code = !code
        if (code) continue
        while (match(text, /`[^`]+`/)) {
            check_span(substr(text, RSTART + 1, RLENGTH - 2))
            text = substr(text, RSTART + RLENGTH)
        }
    }
    close(page)
}

function read_workflow(    text, n, parts, i)
{
    line = 0
    while ((getline text < page) > 0) {
        ++line
        gsub(/[()"\x27,]/, " ", text)
        n = split(text, parts, " ")
        for (i = 1; i <= n; ++i) {
            if (parts[i] == "--preset" && !(parts[i + 1] in presets)) complain("preset " parts[i + 1])
            if (parts[i] ~ /^(docs|tools|test|src)\/[A-Za-z0-9_.\/-]+$/ && !(parts[i] in tails)) complain(parts[i])
        }
        if (match(text, /--target .*/)) {
            n = split(substr(text, RSTART + 9), parts, " ")
            for (i = 1; i <= n && parts[i] ~ /^[a-z_]+$/; ++i)
                if (parts[i] ~ /_/ && !(parts[i] in words)) complain("target " parts[i])
        }
    }
    close(page)
}

function load_presets(    text)
{
    while ((getline text < "CMakePresets.json") > 0)
        if (match(text, /"name": "[a-z0-9]+"/)) presets[substr(text, RSTART + 9, RLENGTH - 10)] = 1
}

BEGIN {
    load("foreign", foreign)
    load("words", words)
    load_tree()
    load_presets()
}

{ page = $0; ++pages }
page ~ /\.md$/ { read_page(); next }
{ read_workflow() }

END {
    if (!failed) print "the tree has all names of " pages " pages"
    exit failed
}' "$lists/pages"
