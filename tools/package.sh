#!/bin/sh
# Makes all that a release consists of in build/packages, from the last commit alone: it is packed, unpacked, and built
# there, so that a package needs nothing which the source archive lacks. Each package is then used once. docs/releasing.md
# lists them. The same commit and compilers give the same archives: their times are the commit's.
#
# Usage: tools/package.sh
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$root/build/packages.work
into=$root/build/packages
. "$root/tools/setup.sh"
cd "$root"

version=$(sh tools/check_version.sh print)
name=kamm-$version
unpacked=$build/$name
machine=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)

# archive FOLDER NAME: FOLDER's content, within NAME, as NAME.tar.gz.
archive()
{
    tar -C "$1" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
        --transform "s|^\./|$2/|;s|^\.\$|$2|" -cf - . | gzip -9n >"$into/$2.tar.gz"
}

source_archive()
{
    git archive --format=tar --prefix="$name/" HEAD | gzip -9n >"$into/$name-source.tar.gz"
    tar -xzf "$into/$name-source.tar.gz" -C "$build"
}

npm_package()
{
    sh tools/build_page.sh
    (cd wasm && npm pack --silent --pack-destination "$into")
}

# Headers, libraries, command with its page, data: all kernels, for any processor of this kind.
binary_archive()
{
    cmake -S . -B build/full -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr/local -DKAMM_CCACHE=ON
    ninja -C build/full
    cmake --install build/full --prefix "$build/installed"
    cp LICENSE CHANGELOG.md "$build/installed/share/kamm"
    archive "$build/installed" "$name-$machine"
}

one_source()
{
    python3 tools/amalgamate.py
    cp LICENSE build/amalgamated
    archive build/amalgamated "$name-amalgamated"
}

rust_crates()
{
    sh tools/build_rust.sh build/full build/rust
    rm "$unpacked/build/rust/kamm.json"
    archive build/rust "$name-rust"
}

# The core for other systems, static and shared.
core_libraries()
{
    sh tools/core_libraries.sh build/zig "$(processors)"
    for target in build/zig/installed/*; do archive "$target" "$name-core-$(basename "$target")"; done
}

# For any processor of this kind, with the example project around it.
godot_addon()
{
    sh tools/build_godot.sh build/full build/godot
    archive build/godot "$name-godot-$machine"
}

# Likewise, for projects of Unreal.
unreal_plugin()
{
    sh tools/build_unreal.sh build/full build/unreal
    archive build/unreal "$name-unreal-$machine"
}

python_wheel()
{
    python3 -m venv "$build/pip"
    "$build/pip/bin/pip" --quiet --disable-pip-version-check wheel --no-deps --wheel-dir "$into" .
}

# Uses each package once, from the file, as its receiver would.
use_source() { [ -e "$unpacked/README.md" ] && [ ! -e "$unpacked/.git" ]; }
use_binary()
{
    tar -xzf "$into/$name-$machine.tar.gz" -C "$build"
    [ "$(env -u KAMM_DATA "$build/$name-$machine/bin/kamm" --version)" = "kamm $version" ]
    env -u KAMM_DATA "$build/$name-$machine/bin/kamm" run brake --car nissan-micra --rung rigid2d
}
use_one_source()
{
    tar -xzf "$into/$name-amalgamated.tar.gz" -C "$build"
    printf '#include "kamm.h"\nint main(void) { return *kamm_version() != %s; }\n' "'${version%%.*}'" >"$build/one.c"
    cc -std=c17 -O0 -I"$build/$name-amalgamated" "$build/one.c" "$build/$name-amalgamated/kamm.c" -lm -pthread -o "$build/one"
    "$build/one"
}
# The README's car, linked statically with musl for this machine, with a plain compiler call and no CMake.
use_core()
{
    tar -xzf "$into/$name-core-x86_64-linux-musl.tar.gz" -C "$build"
    core=$build/$name-core-x86_64-linux-musl
    awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' "$root/README.md" >"$build/one.c"
    . "$root/tools/zig.sh"
    install_zig "$unpacked/build/zig"
    "$zig" cc -target x86_64-linux-musl -I"$core/include" "$build/one.c" "$core/lib/libkamm.a" -lm -o "$build/one"
    [ "$(uname -m)" != x86_64 ] || "$build/one" | grep -q 'm/s'
}
use_wheel()
{
    python3 -m venv --clear "$build/clean"
    "$build/clean/bin/pip" --quiet --disable-pip-version-check install "$into"/kamm-*.whl
    (cd "$build" && env -u KAMM_DATA -u PYTHONPATH "$build/clean/bin/python" -c \
        'import kamm; cars = kamm.Batch("nissan-micra", 4); cars.step(1); assert not cars.faults.any()')
}
use_rust()
{
    tar -xzf "$into/$name-rust.tar.gz" -C "$build"
    (cd "$build/$name-rust" && KAMM_LIB_DIR="$build/$name-$machine/lib" debian_cargo run --no-default-features --example drive)
}
# By the program that stands in for Godot, built with the installed libraries.
use_godot()
{
    tar -xzf "$into/$name-godot-$machine.tar.gz" -C "$build"
    installed=$build/$name-$machine
    project=$build/$name-godot-$machine
    cc -std=gnu17 -O1 -I"$installed/include" -Igodot/src test/bindings/godot/*.c "$installed/lib/libkamm_io.a" "$installed/lib/libkamm.a" \
        $(pkg-config --libs libcjson libpng) -lm -pthread -ldl -o "$build/one"
    mkdir -p "$build/user"
    KAMM_DATA=$installed/share/kamm "$build/one" "$project"/addons/kamm/bin/* "$project" "$build/user" 10
}
# By the stubs that stand in for Unreal.
use_unreal()
{
    tar -xzf "$into/$name-unreal-$machine.tar.gz" -C "$build"
    sh tools/test_unreal.sh "$build/$name-unreal-$machine/Kamm"
}
use_npm()
{
    rm -rf "$build/page_of_others" && mkdir "$build/page_of_others"
    (cd "$build/page_of_others" && npm init --yes >/dev/null && npm install --silent --no-audit --no-fund --omit=peer \
        "$into/$name.tgz" && node --input-type=module -e \
        'const { loadKamm } = await import("kamm"); const kamm = await loadKamm(); if (!kamm.car("nissan-micra")) process.exit(1)')
}

lock_build
require build page python api rust zig
[ -z "$(git status --porcelain)" ] || fail "packages are made of what is committed; git status lists what is not"
SOURCE_DATE_EPOCH=$(git show -s --format=%ct HEAD)
export SOURCE_DATE_EPOCH
rm -rf "$into" "$unpacked" "$build/installed" "$build/$name-$machine" "$build/$name-amalgamated" "$build/$name-rust" "$build/$name-godot-$machine" "$build/$name-unreal-$machine"
mkdir -p "$into"
share=2 && quietly 'packing the source' source_archive
cd "$unpacked"
share=30 && quietly 'the npm package and the page' npm_package
share=30 && quietly 'libraries and command' binary_archive
share=2 && quietly 'the core as one source' one_source
share=2 && quietly 'the Rust crates' rust_crates
share=2 && quietly 'the Godot addon' godot_addon
share=2 && quietly 'the Unreal plugin' unreal_plugin
share=60 && quietly 'the core for other systems' core_libraries
share=18 && quietly 'the Python wheel' python_wheel
cd "$root"
for package in source binary one_source rust godot unreal core wheel npm; do
    share=3 && quietly "using the package: $package" "use_$package"
done
rm -rf "$unpacked" "$build/installed" "$build/$name-$machine" "$build/$name-amalgamated" "$build/$name-rust" \
    "$build/$name-godot-$machine" "$build/$name-unreal-$machine" "$build/$name-core-x86_64-linux-musl" "$build/pip" "$build/clean" "$build/page_of_others" "$build/user" "$build/one" "$build/one.c"
cd "$into"
sha256sum -- * >SHA256SUMS
wc -c -- * | sed '$d'
echo "build/packages has $version of $(git -C "$root" rev-parse --short HEAD); sha256sum -c SHA256SUMS checks it"
