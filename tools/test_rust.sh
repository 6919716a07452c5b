#!/bin/sh
# The Rust crates: they drive to the hashes that C drives to, their tests pass, clippy finds nothing, their docs have no broken
# link, and another layout of a struct does not compile. The core is once linked from the build, and once compiled into the crate.
#
# Usage: tools/test_rust.sh BUILD FOLDER    where libkamm.a is; where the crates are kept, so that a second run is quick
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$(CDPATH='' cd -- "$1" && pwd -P)
. "$root/tools/setup.sh"
sh "$root/tools/build_rust.sh" "$build" "$2"
cd "$2"
work=$(pwd -P)

export CARGO_TERM_COLOR=never CARGO_TERM_QUIET=true

cc -std=c17 -O1 -I"$root/include" "$root/test/bindings/drive.c" "$build/libkamm.a" -lm -o drive
./drive >expected

# same [ARGUMENT…]: the example drives to the hashes of C.
same()
{
    debian_cargo run --package kamm --example drive "$@" >told
    cmp expected told
}

cargo fmt --all -- --check
same # the core within the crate

export KAMM_LIB_DIR="$build" KAMM_DATA="$root/data" KAMM_SOURCE="$root"
same --no-default-features
debian_cargo test --no-default-features
debian_cargo test --no-default-features --features io --test files
debian_cargo clippy --no-default-features --features io --all-targets -- -D warnings
RUSTDOCFLAGS='-D warnings' debian_cargo doc --no-default-features --no-deps

sed -i 's/^pub struct kamm_clock {/&\n    pub added: f64,/' kamm-sys/src/bindings.rs
if debian_cargo build --no-default-features 2>why; then
    echo 'another layout compiles' >&2
    exit 1
fi
grep -q 'size_of::<kamm_clock>() == 24' why
echo "$work: the crates hold"
