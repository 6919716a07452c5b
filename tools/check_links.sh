#!/bin/sh
# Fails on a link of a page (*.md) that leads to no file of this tree, or to no heading there. Links to other places are
# not looked at. Headings become anchors as GitHub makes them. Fails on a tyre by name ("205-55r16-touring") that is not in data/tyres, too.
#
# Usage: tools/check_links.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/..}"
[ ! -d data/tyres ] || grep -rnoE '"[0-9.]+(-[0-9]+)?-?r[0-9][a-z0-9.-]*"' docs README.md wasm/README.md python/README.md 2>/dev/null |
    while IFS= read -r found; do
        name=${found##*:\"} name=${name%\"}
        [ -e "data/tyres/${name%.json}.json" ] || { echo "$found: no tyre of data/tyres" && exit 1; }
    done
find . \( -name node_modules -o -path ./build -o -path ./.git -o -path ./wasm/dist -o -path ./shared \) -prune -o -name '*.md' -print | sort |
    awk '
# Lower case, without punctuation, spaces as dashes; letters beyond ASCII stay.
function anchor(heading)
{
    gsub(/\]\([^)]*\)/, "", heading)
    heading = tolower(heading)
    gsub(/[][!"#$%&\x27()*+,.\/:;<=>?@\\^`{|}~]/, "", heading)
    gsub(/ /, "-", heading)
    return heading
}

function folder_of(path)
{
    sub(/[^\/]*$/, "", path)
    return path
}

function plain(path)
{
    gsub(/\/\.\//, "/", path)
    while (sub(/[^\/.][^\/]*\/\.\.\//, "", path)) {}
    return path
}

# Text in backquotes has no links.
function keep_links(text,    target)
{
    gsub(/`[^`]*`/, "", text)
    while (match(text, /\]\([^) ]+\)/)) {
        target = substr(text, RSTART + 2, RLENGTH - 3)
        text = substr(text, RSTART + RLENGTH)
        if (target ~ /^[a-z]+:/) continue
        from[++links] = page ":" line
        to[links] = target ~ /^#/ ? page target : plain(folder_of(page) target)
    }
}

function read_page(    text, code, name)
{
    line = 0
    pages[page] = 1
    while ((getline text < page) > 0) {
        ++line
        if (text ~ /^ *```/) code = !code
        if (code) continue
        if (text ~ /^#+ /) {
            sub(/^#+ /, "", text)
            name = page "#" anchor(text)
            anchors[name (name in seen ? "-" seen[name] : "")] = 1
            ++seen[name]
        }
        keep_links(text)
    }
    close(page)
}

function is_there(path)
{
    return system("test -e \x27" path "\x27") == 0
}

{ page = $0; read_page() }

END {
    for (i = 1; i <= links; ++i) {
        file = to[i]
        sub(/#.*/, "", file)
        if (!(file in pages) && !(file in there)) there[file] = is_there(file)
        bad = file in pages ? to[i] ~ /#/ && !(to[i] in anchors) : !there[file]
        if (bad) print from[i] ": leads nowhere: " to[i]
        failed = failed || bad
    }
    if (!failed) print links " links lead somewhere"
    exit failed
}'
