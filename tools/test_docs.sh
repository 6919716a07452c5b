#!/bin/sh
# The reference has a text for each function of the libraries, each struct and member, each enumeration and its values.
#
# Usage: tools/test_docs.sh FOLDER    it is made there
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
out=$1/reference
"$root/tools/build_docs.sh" "$out"

# A line for each function: its name and, where it has one, its text.
awk '
    /<memberdef kind="function"/ { name = ""; text = "" }
    /<name>/ && name == "" { name = $0; gsub(/.*<name>|<\/name>.*/, "", name) }
    /<para>/ { text = "told" }
    /<\/memberdef>/ && name != "" { print name, text; name = "" }
' "$out"/xml/*.xml >"$out/told"
awk '$1 == "function" { print $3 }' "$root/test/reference/interface.txt" >"$out/functions"
silent=$(grep -vxF kamm_flat_ground "$out/functions" | while read -r name; do
    grep -qx "$name told" "$out/told" || echo "$name"
done)
if [ -n "$silent" ]; then
    echo "these functions have no comment in their header:" $silent >&2
    exit 1
fi
if ! python3 "$root/tools/undocumented.py" "$out/xml" >"$out/undocumented"; then
    echo 'these have no comment in their header:' && cat "$out/undocumented"
    exit 1
fi >&2
echo "$(wc -l <"$out/functions") functions are documented, with all structs and enumerations"
