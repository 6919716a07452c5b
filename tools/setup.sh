# What ./kamm and ./dev have in common: install what is missing, configure, build. It is sourced by
# a POSIX sh that has set `root` to the folder of the source tree.

# WHAT=PACKAGE. What Kamm needs (a command, a pkg-config module, clang's runtime for a machine or a
# file) and Debian's name for the package that brings it.
command_needs='gcc=gcc /usr/include/stdio.h=libc6-dev cmake=cmake ninja=ninja-build
    pkg-config=pkg-config pc:libcjson=libcjson-dev pc:libpng=libpng-dev
    pc:libmicrohttpd=libmicrohttpd-dev'
page_needs="$command_needs node=nodejs npm=npm clang=clang wasm-ld=lld
    /usr/include/wasm32-wasi/stdio.h=wasi-libc"
test_needs="$page_needs g++=g++ pc:cmocka=libcmocka-dev clang-format=clang-format
    aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu qemu-aarch64=qemu-user
    /usr/aarch64-linux-gnu/include/stdio.h=libc6-dev-arm64-cross
    x86_64-w64-mingw32-gcc=gcc-mingw-w64-x86-64-win32
    /usr/x86_64-w64-mingw32/lib/libz.a=libz-mingw-w64-dev /usr/lib/wine/wine64=wine64
    pc:sdl2=libsdl2-dev pc:ode=libode-dev Xvfb=xvfb xdotool=xdotool python3=python3
    chromium=chromium"
lint_needs="$command_needs clang-tidy=clang-tidy"

fail()
{
    echo "kamm: $*" >&2
    exit 1
}

is_there()
{
    case $1 in
    pc:*) pkg-config --exists "${1#pc:}" 2>/dev/null ;;
    clang-rt:*) [ -e "$(clang --target="${1#clang-rt:}-wasi" -print-libgcc-file-name)" ] ;;
    /usr/include/*) [ -e "$1" ] || [ "$(uname -s)" != Linux ] ;;
    /*) [ -e "$1" ] ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# Prints the packages that are missing of the needs given.
missing_packages()
{
    for need in $1; do
        is_there "${need%%=*}" || printf ' %s' "${need#*=}"
    done
}

# Updates the lists first, as a fresh machine has none; waits for others that install.
as_root_install()
{
    apt_get="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600"
    $apt_get update && $apt_get install -y --no-install-recommends $packages
}

# Installs what is missing of the needs given.
require()
{
    packages=$(missing_packages "$1")
    [ -n "$packages" ] || return 0
    command -v apt-get >/dev/null ||
        fail "these are missing; please install them, then try again (Debian's names):$packages"
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null ||
            fail "these are missing; please install them as root: apt-get install$packages"
        as_root=sudo
    fi
    echo "kamm: installing$packages" >&2
    $as_root true || fail "these have to be installed as root:$packages"
    quietly "installing$packages" as_root_install
    packages=$(missing_packages "$1")
    [ -z "$packages" ] || fail "apt-get has installed$packages, yet something in it is not found"
}

# Shows the last line of a log, from the second second on.
show_progress()
{
    while sleep 1; do
        printf '\r\033[Kkamm: %.70s' "$(tail -n 1 "$log" 2>/dev/null)" >&2
    done
}

# quietly WHAT COMMAND…: shows what the command wrote only if it fails; on a terminal, its progress.
quietly()
{
    what=$1
    shift
    mkdir -p "$build"
    log=$build/log.txt
    progress=
    if [ -t 2 ]; then
        show_progress >/dev/null </dev/null 9>&- &
        progress=$!
    fi
    status=0
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [ -n "$progress" ]; then
        kill "$progress"
        wait "$progress" 2>/dev/null || true # the shell would say "Terminated"
        printf '\r\033[K' >&2
    fi
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

# configured NEEDS PRESET: makes $build ready for ninja, if it isn't yet. What is needed may have
# grown since the folder was configured.
configured()
{
    if [ "$(cat "$build/needs.txt" 2>/dev/null)" != "$1" ]; then
        require "$1"
        echo "$1" >"$build/needs.txt"
    fi
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt" &&
        [ -e "$build/build.ninja" ] && return
    require "$1"
    rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles" # of a tree that has been moved
    quietly configuring cmake -S "$root" -B "$build" --preset "$2"
}

processors()
{
    getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}
