#!/bin/sh
# ./kamm on machines that lack what it needs: played with a PATH that holds a few tools only.
set -eu
tools=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/bin" "$place/source"
cp -r "$tools/../kamm" "$tools" "$place/source"
for tool in sh env dirname uname id mkdir cat grep rm; do
    ln -s "$(command -v $tool)" "$place/bin"
done

# fake NAME LINE…: a tool that does what the lines say.
fake()
{
    name=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" >"$place/bin/$name"
    chmod +x "$place/bin/$name"
}

# fails_with WORDS…: ./kamm must fail and say all of these.
fails_with()
{
    if said=$(PATH=$place/bin "$place/source/kamm" lab 2>&1); then
        echo "it did not fail, and said: $said" && exit 1
    fi
    for words; do
        case $said in
        *"$words"*) ;;
        *) echo "it did not say '$words' but: $said" && exit 1 ;;
        esac
    done
}

fake true
rm "$place/bin/id" && fake id 'echo 1000'
fails_with 'please install them, then try again' cmake ninja-build pkg-config libcjson-dev libpng-dev
fake apt-get "echo apt-get \"\$@\" >>$place/calls" 'case $* in *update) ;; *) exit 100 ;; esac'
fails_with 'as root: apt-get install' libcjson-dev
fake sudo 'echo by sudo' 'exec "$@"'
fails_with 'by sudo' 'installing' 'failed; the messages are above' cmake
grep -q 'apt-get .*update' "$place/calls"
grep -q 'apt-get .*install .*-y.* cmake ninja-build pkg-config libcjson-dev libpng-dev' "$place/calls"
fake apt-get 'exit 0'
fails_with 'apt-get has installed' 'not found'
