#!/bin/sh
# The Godot addon without Godot: a program of our own loads the library as Godot does, with values that it counts, and compares the
# vehicles with those of the C interface; once more with sanitizers. The example uses classes and properties that there are.
#
# Usage: tools/test_godot.sh BUILD
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$(CDPATH='' cd -- "$1" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
. tools/setup.sh
export KAMM_DATA="$root/data" # of the C interface; the addon reads its own

# drives FRAMES FLAG…: builds the addon and the program with these flags, and runs it.
drives()
{
    frames=$1
    shift
    sh tools/build_godot.sh "$build" "$work/project" "$@"
    objects=
    for source in test/bindings/godot/*.c; do
        object=$work/$(basename "$source" .c).o
        cached cc -std=gnu17 -O1 -Wall -Wextra -Werror -Wno-cast-function-type -Iinclude -Igodot/src "$@" -c "$source" -o "$object"
        objects="$objects $object"
    done
    cc "$@" $objects "$build/libkamm_io.a" "$build/libkamm.a" $(pkg-config --libs libcjson libpng) -lm -pthread -ldl -o "$work/host"
    mkdir -p "$work/user"
    "$work/host" "$(ls "$work"/project/addons/kamm/bin/*)" "$work/project" "$work/user" "$frames"
}

drives 600
[ "$(nm -D --defined-only "$work"/project/addons/kamm/bin/* | awk '{ print $3 }')" = kamm_godot_init ] || fail 'it exports more than its entry'
grep -qF "\"res://addons/kamm/bin/$(ls "$work/project/addons/kamm/bin")\"" "$work/project/addons/kamm/kamm.gdextension" ||
    fail 'kamm.gdextension does not name the library'
python3 tools/check_godot_example.py "$work/project" "$work/user/help.xml"
[ -z "${KAMM_GODOT_API:-}" ] || python3 tools/check_godot_api.py "$KAMM_GODOT_API" "$work/user/help.xml"
drives 60 -fsanitize=address,undefined -fno-sanitize-recover=all
