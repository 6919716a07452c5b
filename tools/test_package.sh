#!/bin/sh
# The packages of a release: made by `./dev package` from the last commit, in a clone that has nothing else, then opened as by those who
# get them. package.sh itself uses each once (the command, one source, wheel, npm package); here their checksums hold, and notice a
# changed byte, the source builds with plain CMake, and programs find the installed libraries. What wheel and npm package have
# in them python_wheel and npm_package look at.
#
# Usage: tools/test_package.sh FOLDER    where the clone is kept, so that a second run is quick
set -eu
. "$(dirname -- "$0")/test_tree.sh"
mkdir -p "$1"
clone=$(CDPATH='' cd -- "$1" && pwd -P)/clone
commit=$(git -C "$root" rev-parse HEAD)

[ -e "$clone/.git" ] || git clone -q --no-checkout "$root" "$clone"
git -C "$clone" fetch -q origin HEAD
git -C "$clone" checkout -q --force --detach "$commit"
sh "$clone/tools/package.sh"
packages=$clone/build/packages

# Every file has its sum, and one that was changed is noticed.
cd "$packages"
sha256sum --quiet -c SHA256SUMS
[ "$(wc -l <SHA256SUMS)" = "$(ls | grep -vcx SHA256SUMS)" ] || fail 'a package has no checksum'
mkdir "$tree/copy"
cp ./* "$tree/copy"
cd "$tree/copy"
for package in *.gz *.tgz *.whl; do
    printf x >>"$package"
    ! grep -F -- "  $package" SHA256SUMS | sha256sum --quiet -c - 2>/dev/null || fail "$package was changed, and its sum holds"
done

# unpacked NAME: the folder of an archive.
unpacked()
{
    tar -xzf "$packages"/kamm-*"$1".tar.gz -C "$tree"
    ls -d "$tree"/kamm-*"$1"
}

# drives PROGRAM: the README's first car does 15 to 35 m/s after 10 s.
drives() { "$1" | awk '{ exit !($1 > 15 && $1 < 35 && $2 == "m/s") }' || fail "$1 does not drive"; }

# The source, by CMake's own generator and options, and a car in the libraries that it installs.
mkdir "$tree/unpacked" && tar -xzf "$packages"/kamm-*-source.tar.gz -C "$tree/unpacked"
source=$(echo "$tree"/unpacked/kamm-*)
cmake -S "$source" -B "$tree/build" -DCMAKE_BUILD_TYPE=Release -DKAMM_KERNELS=single -DKAMM_CCACHE=ON >"$tree/log" || fail "$(cat "$tree/log")"
cmake --build "$tree/build" -j "$(processors)" >"$tree/log" || fail "$(cat "$tree/log")"
cmake --install "$tree/build" --prefix "$tree/installed" >"$tree/log"
cp -r "$source/test/consumer" "$tree/project"
awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' "$source/README.md" >"$tree/project/car.c"

# The same program by the archive of libraries, which may lie anywhere.
for prefix in "$tree/installed" "$(unpacked "$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)")"; do
    cmake -S "$tree/project" -B "$tree/consumer" -DCMAKE_PREFIX_PATH="$prefix" >"$tree/log" || fail "$(cat "$tree/log")"
    cmake --build "$tree/consumer" >"$tree/log" || fail "$(cat "$tree/log")"
    KAMM_DATA="$prefix/share/kamm" drives "$tree/consumer/car"
    rm -rf "$tree/consumer"
done
echo "the packages of $(git -C "$clone" rev-parse --short HEAD) hold"
