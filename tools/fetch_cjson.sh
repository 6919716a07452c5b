#!/bin/sh
# Puts the source of cJSON (cJSON.c, cJSON.h) into FOLDER/cjson, for WebAssembly, for which Debian has no
# compiled one. It comes from Debian's own source archive, by way of the mirror that apt uses, and is
# checked against the hash that Debian signs.
#   tools/fetch_cjson.sh FOLDER
set -eu

[ $# -eq 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }
version=1.7.15
hash=5308fd4bd90cef7aa060558514de6a1a4a0819974a26e6ed13973c5f624c24b2
tarball=cjson_$version.orig.tar.gz
folder=$1
[ ! -f "$folder/cjson/cJSON.c" ] || exit 0
mkdir -p "$folder/cjson"

# Where apt would fetch the package is where its source lies, too.
pool=$(apt-get download --print-uris libcjson-dev 2>/dev/null | sed -n "s|^'\(.*\)/[^/]*' .*|\1|p" | head -n 1) || :

fetch() {
    if [ -x /usr/lib/apt/apt-helper ]; then
        /usr/lib/apt/apt-helper download-file "$1/$tarball" "$folder/$tarball" SHA256:$hash
    elif command -v curl > /dev/null; then
        curl -fsSL -o "$folder/$tarball" "$1/$tarball"
    else
        wget -q -O "$folder/$tarball" "$1/$tarball"
    fi
}

for place in $pool http://deb.debian.org/debian/pool/main/c/cjson; do
    fetch "$place" > "$folder/fetch.log" 2>&1 &&
        echo "$hash  $folder/$tarball" | sha256sum -c - > /dev/null 2>&1 && break
    rm -f "$folder/$tarball"
done
if [ ! -f "$folder/$tarball" ]; then
    echo "$0: $tarball could not be fetched (no network?); $folder/fetch.log says why." >&2
    echo "It may be put there by hand: $folder/$tarball from Debian's pool/main/c/cjson" >&2
    exit 1
fi
tar -xzf "$folder/$tarball" -C "$folder/cjson" --strip-components=1 \
    "cJSON-$version/cJSON.c" "cJSON-$version/cJSON.h"
rm -f "$folder/$tarball" "$folder/fetch.log"
