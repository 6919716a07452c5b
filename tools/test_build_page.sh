#!/bin/sh
# When tools/build_page.sh fetches packages and builds, played in a small tree with an npm that only
# notes its calls.
set -eu
tools=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
mkdir bin include src cmake wasm wasm/src viewer learn data
touch CMakeLists.txt package.json package-lock.json viewer/main.ts viewer/old.ts
cp -r "$tools" .

# fake NAME LINE…: a tool that does what the lines say.
fake()
{
    name=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" >"bin/$name"
    chmod +x "bin/$name"
}

fake npm 'echo "$1" >>calls' 'case $1 in' \
    'ci) mkdir -p node_modules && touch node_modules/.package-lock.json ;;' \
    'run) [ ! -e broken ] && mkdir -p build/page wasm/dist wasm/src/generated &&' \
    '    touch build/page/index.html wasm/dist/kamm.js wasm/src/generated/fields.ts wasm/LICENSE ;;' \
    'esac'
fake node 'echo 18.20.4'
fake clang 'echo /'
for tool in gcc cmake ninja pkg-config wasm-ld; do fake $tool 'exit 0'; done
sed -i 's| /usr/include/[^ =]*=[^ "]*||' tools/setup.sh
PATH=$place/bin:$PATH

# calls WHY EXPECTED: which calls of npm the next build makes.
calls()
{
    : >calls
    tools/build_page.sh
    made=$(tr '\n' ' ' <calls)
    [ "$made" = "$2" ] || { echo "$1: npm was called for '$made', not for '$2'" && exit 1; }
}

calls 'the first time' 'ci run run '
calls 'nothing has changed' ''
touch viewer/main.ts && calls 'a file has changed' 'run run '
rm viewer/old.ts && calls 'a file has gone' 'run run '
touch -d '2001-01-01' data/from-an-archive.json && calls 'an old file is new here' 'run run '
touch package-lock.json && calls 'other packages' 'ci run run '
rm build/page/index.html && calls 'the page has gone' 'run run '
calls 'nothing has changed again' ''

# fails_with WORDS: the next build must say so.
fails_with()
{
    touch viewer/main.ts
    if said=$(tools/build_page.sh 2>&1); then
        echo "it did not fail, and said: $said" && exit 1
    fi
    case $said in
    *"$1"*) ;;
    *) echo "it did not say '$1' but: $said" && exit 1 ;;
    esac
}

touch broken
fails_with 'building the WebAssembly modules failed; the messages are above'
rm broken
calls 'what failed is built again' 'run run '
fake node 'echo 16.20.2'
fails_with 'the page needs Node 18 or newer'
fails_with 'is version 16.20.2'
