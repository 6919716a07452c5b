# Shared code of ./kamm and ./dev: it installs what is missing, configures and builds. It is sourced by a POSIX sh that
# has set `root` to the folder of the source tree.

# Groups of needs, each WHAT=PACKAGE. WHAT is a command, a pkg-config module, clang's runtime for a machine, its
# libFuzzer or a file; PACKAGE is Debian's name of the package that has it. A line says what the group is for.
needs_build='gcc=gcc /usr/include/stdio.h=libc6-dev cmake=cmake ninja=ninja-build
    pkg-config=pkg-config pc:libcjson=libcjson-dev pc:libpng=libpng-dev
    pc:zlib=zlib1g-dev pc:libmicrohttpd=libmicrohttpd-dev python3=python3'
why_build='to build the libraries and the command'
needs_cache='ccache=ccache'
why_cache='to compile once what several builds have in common'
needs_page='node=nodejs npm=npm clang=clang wasm-ld=lld wasm-opt=binaryen /usr/include/wasm32-wasi/stdio.h=wasi-libc
    clang-rt:wasm32=libclang-rt-dev-wasm32'
why_page='to build the WebAssembly module and the page'
needs_test='pc:cmocka=libcmocka-dev clang-format=clang-format'
why_test='to test'
needs_examples='pc:sdl2=libsdl2-dev pc:ode=libode-dev pc:bullet=libbullet-dev pc:libenet=libenet-dev g++=g++ Xvfb=xvfb
    xdotool=xdotool python3=python3'
why_examples='to build all examples and drive them'
needs_consumer='g++=g++ python3=python3'
why_consumer='to test the headers in C++'
needs_browser='chromium=chromium'
why_browser='to test the page in a browser'
needs_python='python3=python3 python3-config=python3-dev /usr/share/doc/python3-venv=python3-venv'
why_python='to test the Python package'
needs_aarch64='aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu qemu-aarch64=qemu-user
    /usr/aarch64-linux-gnu/include/stdio.h=libc6-dev-arm64-cross'
why_aarch64='to test the bits on 64-bit Arm'
needs_i686='i686-linux-gnu-gcc=gcc-i686-linux-gnu qemu-i386=qemu-user /usr/lib32/libc.a=libc6-dev-i386'
why_i686='to test the bits on 32-bit x86'
needs_armhf='arm-linux-gnueabihf-gcc=gcc-arm-linux-gnueabihf qemu-arm=qemu-user
    /usr/arm-linux-gnueabihf/include/stdio.h=libc6-dev-armhf-cross'
why_armhf='to test the bits on 32-bit Arm'
needs_s390x='s390x-linux-gnu-gcc=gcc-s390x-linux-gnu qemu-s390x=qemu-user
    /usr/s390x-linux-gnu/include/stdio.h=libc6-dev-s390x-cross'
why_s390x='to test the bits on a big-endian machine'
needs_windows='x86_64-w64-mingw32-gcc=gcc-mingw-w64-x86-64-win32
    /usr/x86_64-w64-mingw32/lib/libz.a=libz-mingw-w64-dev /usr/lib/wine/wine64=wine64'
why_windows='to test on Windows, in Wine'
needs_musl='musl-gcc=musl-tools'
why_musl='to test with another C library'
needs_zig='python3=python3 /usr/share/doc/python3-venv=python3-venv qemu-aarch64=qemu-user /usr/lib/wine/wine64=wine64'
why_zig='to test other systems, by the compiler of the PyPI package ziglang'
needs_cluster='parallel=parallel /usr/sbin/slurmctld=slurmctld /usr/sbin/slurmd=slurmd sbatch=slurm-client
    /usr/sbin/munged=munge python3=python3'
why_cluster='to test sweeps under GNU parallel and Slurm'
needs_docs='doxygen=doxygen python3=python3'
why_docs='to make the reference of the headers'
needs_fuzz='clang=clang clang-fuzzer=libclang-rt-dev'
why_fuzz='to look for inputs that break Kamm'
needs_lint='clang-tidy=clang-tidy cppcheck=cppcheck'
why_lint='to look for mistakes'

needs_api='libclang-python=python3-clang python3=python3'
why_api='to describe the C interface for bindings'
needs_lua='luajit=luajit'
why_lua='to test the Lua bindings'
needs_csharp='mcs=mono-mcs mono=mono-runtime'
why_csharp='to build and test the C# assembly'
needs_rust='cargo=cargo-web rustc=rustc-web cargo-clippy=rust-web-clippy rustfmt=rustfmt-web
    /usr/share/cargo/registry=librust-cc-dev'
why_rust='to build and test the Rust crates'

fail()
{
    echo "kamm: $*" >&2
    exit 1
}

# Prints a Python that has libclang's module: Debian's own has it, which another one may hide.
libclang_python()
{
    for python in python3 /usr/bin/python3; do
        if "$python" -c 'import clang.cindex' 2>/dev/null; then echo "$python" && return; fi
    done
    return 1
}

# debian_cargo COMMAND [ARGUMENT…]: cargo with the crates of Debian's packages; it fetches nothing.
debian_cargo()
{
    command=$1
    shift
    cargo --offline --config 'source.crates-io.replace-with="debian"' --config 'source.debian.directory="/usr/share/cargo/registry"' \
        "$command" "$@"
}

is_there()
{
    case $1 in
    libclang-python) libclang_python >/dev/null ;;
    pc:*) pkg-config --exists "${1#pc:}" 2>/dev/null ;;
    clang-rt:*) [ -e "$(clang --target="${1#clang-rt:}-wasi" -print-libgcc-file-name 2>/dev/null)" ] ;;
    clang-fuzzer) ls "$(clang -print-resource-dir 2>/dev/null)"/lib/*/libclang_rt.fuzzer*.a >/dev/null 2>&1 ;;
    /usr/include/*) [ -e "$1" ] || [ "$(uname -s)" != Linux ] ;;
    /*) [ -e "$1" ] ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# Prints the packages that are missing of the groups given.
missing_packages()
{
    for group; do
        eval "needs=\$needs_$group"
        for need in $needs; do
            is_there "${need%%=*}" || printf ' %s' "${need#*=}"
        done
    done
}

# Says what is missing, a line for each group that has something, and what it is for.
say_missing()
{
    for group; do
        absent=$(missing_packages "$group")
        eval "why=\$why_$group"
        [ -z "$absent" ] || echo "kamm:  $absent ($why)" >&2
    done
}

# Updates the lists first, as a fresh machine has none; waits for others that install.
as_root_install()
{
    apt_get="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300"
    $apt_get update && $apt_get install -y --no-install-recommends $packages
}

# How to become root: sudo asks for a password, except without a terminal.
find_root()
{
    as_root=
    [ "$(id -u)" != 0 ] || return 0
    command -v sudo >/dev/null ||
        fail "these are missing; please install them as root: apt-get install$packages"
    as_root=sudo
    [ -t 2 ] || as_root='sudo -n'
    $as_root true || fail "these have to be installed as root: apt-get install$packages"
}

# Installs what is missing of the groups given, after saying what and why. With KAMM_INSTALL=no it only says it.
require()
{
    packages=$(missing_packages "$@")
    [ -n "$packages" ] || return 0
    echo 'kamm: Debian packages are missing:' >&2
    say_missing "$@"
    [ "${KAMM_INSTALL:-}" != no ] ||
        fail "nothing is installed, as KAMM_INSTALL=no; please do it: apt-get install$packages"
    command -v apt-get >/dev/null || fail 'please install them by their names on this system, then try again'
    find_root
    echo 'kamm: installing them (KAMM_INSTALL=no would leave that to you)' >&2
    quietly "installing$packages" as_root_install
    packages=$(missing_packages "$@")
    [ -z "$packages" ] || fail "apt-get has installed$packages, yet something in it is not found"
    rm -f "$build/build.ninja" # what has come is to be found
}

# The same for what some tests need alone: with KAMM_INSTALL=no they are skipped.
want()
{
    if [ "${KAMM_INSTALL:-}" != no ]; then
        require "$@"
    elif [ -n "$(missing_packages "$@")" ]; then
        echo 'kamm: Debian packages are missing; the tests that need them will be skipped:' >&2
        say_missing "$@"
    fi
}

# ccache, where things may be installed; builds do without it as well (cmake/ccache.cmake).
cache_compilers()
{
    [ "${KAMM_INSTALL:-}" = no ] || require cache
}

# cached COMPILER OPTION…: through it, with paths that are relative to the working folder.
cached()
{
    if command -v ccache >/dev/null; then
        CCACHE_BASEDIR=$(pwd) CCACHE_NOHASHDIR=1 ccache "$@"
    else
        "$@"
    fi
}

# How far all is, in per cent: the shares of the steps before, and of this one what ninja counts in the log's last line.
percent_done()
{
    counted=$(tail -n 1 "$log" 2>/dev/null | sed -n 's|^\[\([0-9]*\)/\([0-9]*\)\].*|\1 * '"$share"' / \2|p')
    echo $((shares_before + ${counted:-0}))
}

# Tells of a step that takes more than a second: on a terminal how far it is, elsewhere a line.
show_progress()
{
    sleep 1 2>/dev/null # which else holds on to a pipe for a second
    [ -t 2 ] || echo "kamm: $what${share:+ ($share % of the time)}" >&2
    while [ -t 2 ]; do
        printf '\r\033[K%.79s' "kamm: ${share:+$(percent_done) %, }$what: $(tail -n 1 "$log" 2>/dev/null)" >&2
        sleep 1 2>/dev/null
    done
}

# quietly WHAT COMMAND…: shows what the command wrote only if it fails. `share` may say how much of the time of all steps it
# takes, in per cent; it is used up.
shares_before=0 share=
quietly()
{
    what=$1
    shift
    mkdir -p "$build"
    log=$build/log.txt
    : >"$log"
    show_progress >/dev/null </dev/null 9>&- &
    progress=$!
    status=0
    "$@" >"$log" 2>&1 </dev/null || status=$?
    kill "$progress" 2>/dev/null || true
    wait "$progress" 2>/dev/null || true # the shell would say "Terminated"
    [ ! -t 2 ] || printf '\r\033[K' >&2
    shares_before=$((shares_before + ${share:-0}))
    share=
    [ "$status" = 0 ] && return
    cat "$log" >&2
    fail "$what failed; the messages are above"
}

# Two calls at the same time must not build in the same folder.
lock_build()
{
    mkdir -p "$build"
    exec 9>"$build/lock"
    ! command -v flock >/dev/null || flock 9
}

# An option for kernels no wider than this machine's vectors; none where they are not known.
for_this_machine()
{
    [ "$(uname -m)" = x86_64 ] && [ -r /proc/cpuinfo ] || return 0
    if grep -qw avx512vl /proc/cpuinfo; then
        echo -DKAMM_WIDEST=16
    elif grep -qw avx2 /proc/cpuinfo; then
        echo -DKAMM_WIDEST=8
    else
        echo -DKAMM_WIDEST=4
    fi
}

# configured PRESET OPTION…: makes $build ready for ninja, if it isn't yet.
configured()
{
    ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt" ||
        [ ! -e "$build/build.ninja" ] || return 0
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt" ||
        rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles" # of a tree that has been moved
    quietly configuring cmake -S "$root" -B "$build" -DKAMM_CCACHE=ON --preset "$@"
}


processors()
{
    getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}
