#!/bin/sh
# The assembly Kamm.dll for .NET with its sources (csharp/Kamm and the declarations of the C interface), and the Unity package.
#
# Usage: tools/build_csharp.sh NATIVE_BUILD INTO    where libkamm.a is; the folder, which is emptied first
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
native=$(CDPATH='' cd -- "$1" && pwd -P)
rm -rf "$2"
mkdir -p "$2/Kamm"
into=$(CDPATH='' cd -- "$2" && pwd -P)
. "$root/tools/setup.sh"
cd "$root"

cp csharp/Kamm/*.cs "$into/Kamm"
"$(libclang_python)" tools/api.py "$native" "$into/kamm.json" >/dev/null
python3 tools/csharp_bindings.py "$into/kamm.json" "$into/Kamm/Declarations.cs"
mcs -unsafe -langversion:latest -warnaserror -target:library -doc:"$into/Kamm.xml" -nowarn:1591 -out:"$into/Kamm.dll" "$into"/Kamm/*.cs

cp -R unity "$into/unity"
cp LICENSE "$into/unity/LICENSE.md"
cp -R "$into/Kamm" "$into/unity/Runtime/Kamm"
