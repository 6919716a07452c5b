#!/bin/sh
# Puts the source of a library into FOLDER/PACKAGE, for machines for which Debian has no compiled one
# (WebAssembly, Windows). It comes from Debian's own source archive, by way of the mirror that apt uses, and
# is checked against the hash that Debian signs. Debian's own patches are not in it.
#
# Usage: tools/fetch_source.sh PACKAGE FOLDER      PACKAGE: one of the table below
set -eu

# PACKAGE  Debian's source and version  SHA-256 of its .orig.tar.gz  a package that is made of it
table='
cjson   cjson      1.7.15  5308fd4bd90cef7aa060558514de6a1a4a0819974a26e6ed13973c5f624c24b2  libcjson-dev
libpng  libpng1.6  1.6.39  a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441  libpng-dev
'

usage()
{
    echo "usage: $0 PACKAGE FOLDER; there are:" $(echo "$table" | awk '{ print $1 }') >&2
    exit 2
}

[ $# -eq 2 ] || usage
package=$1 folder=$2
set -- $(echo "$table" | awk -v package="$package" '$1 == package')
[ $# -eq 5 ] || usage
source=$2 hash=$4 tarball=$2_$3.orig.tar.gz made=$5
[ -z "$(ls "$folder/$package" 2>/dev/null)" ] || exit 0
mkdir -p "$folder"

# Where apt would fetch the package is where its source lies, too; or else where Debian has it.
places()
{
    apt-get download --print-uris "$made" 2>/dev/null | sed -n "s|^'\(.*\)/[^/]*' .*|\1|p" | head -n 1
    case $source in
    lib*) echo "http://deb.debian.org/debian/pool/main/$(echo "$source" | cut -c 1-4)/$source" ;;
    *) echo "http://deb.debian.org/debian/pool/main/$(echo "$source" | cut -c 1)/$source" ;;
    esac
}

fetch()
{
    if [ -x /usr/lib/apt/apt-helper ]; then
        /usr/lib/apt/apt-helper download-file "$1/$tarball" "$folder/$tarball" SHA256:"$hash"
    elif command -v curl >/dev/null; then
        curl -fsSL -o "$folder/$tarball" "$1/$tarball"
    else
        wget -q -O "$folder/$tarball" "$1/$tarball"
    fi
}

is_sound()
{
    echo "$hash  $folder/$tarball" | sha256sum -c - >/dev/null 2>&1
}

for place in $(places); do
    ! is_sound || break
    rm -f "$folder/$tarball"
    fetch "$place" >"$folder/fetch.log" 2>&1 || :
done
if ! is_sound; then
    echo "$0: $tarball could not be fetched (no network?); $folder/fetch.log says why." >&2
    echo "It may be put there by hand: $folder/$tarball from Debian's source package $source" >&2
    exit 1
fi
rm -rf "$folder/$package.new" "$folder/$package"
mkdir "$folder/$package.new"
tar -xzf "$folder/$tarball" -C "$folder/$package.new" --strip-components=1
mv "$folder/$package.new" "$folder/$package"
rm -f "$folder/$tarball" "$folder/fetch.log"
