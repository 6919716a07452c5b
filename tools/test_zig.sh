#!/bin/sh
# The core by zig's clang (PyPI's ziglang: newer than Debian's, with headers and C libraries of other systems): it compiles
# without warnings and links for each target; where this machine can run it, natively, in QEMU or in Wine, the hashes are the
# constants. tools/setup.sh lists what it needs (zig).
#
# Usage: tools/test_zig.sh FOLDER JOBS [TARGET…]    FOLDER is kept
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
mkdir -p "$1"
folder=$(CDPATH='' cd -- "$1" && pwd -P)
jobs=$2
shift 2
. "$root/tools/zig.sh"
[ $# -gt 0 ] || set -- $zig_targets
install_zig "$folder"

work=$(mktemp -d "$folder/run.XXXXXX")
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
wineserver=$(command -v wineserver || echo /usr/lib/wine/wineserver)
end()
{
    [ ! -d "$work/wine" ] || timeout 60 "$wineserver" -k || :
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM

# in_wine PROGRAM ARGUMENT…: in a Windows of its own. Wine says much that matters only if it fails.
in_wine()
{
    env -u DISPLAY WINEPREFIX="$work/wine" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe=' \
        timeout 600 "$wine" "$@" 2>"$work/said" || { cat "$work/said" && exit 1; }
}

# Emulators drive one scenario for 2 s, as they are slow.
run()
{
    case $1 in
    x86_64-linux-*) "$2" --seconds 2 ;;
    x86_64-windows-*) in_wine "$2.exe" --seconds 2 ;;
    *-linux-*) "qemu-${1%%-*}" "$2" --rung full --seconds 2 ;;
    *) echo "$1: compiled and linked; not run here" ;;
    esac
}

for target; do
    configure_core "$root" "$folder/$target" "$target"
    cmake --build "$folder/$target" -j "$jobs" --target kamm_hash
    echo "$target:"
    run "$target" "$folder/$target/bin/kamm_hash"
done
