# Shared code of cross builds by zig's clang (PyPI's ziglang), which brings headers and C libraries of other systems. It is sourced.

zig_targets='x86_64-linux-musl aarch64-linux-musl riscv64-linux-musl x86_64-linux-gnu.2.17 x86_64-macos aarch64-macos
x86_64-windows-gnu aarch64-windows-gnu'

# install_zig FOLDER: into it, once; `zig` is the program then.
install_zig()
{
    [ -x "$1/pip/bin/pip" ] || python3 -m venv "$1/pip"
    "$1/pip/bin/pip" install --quiet --disable-pip-version-check ziglang==0.15.2
    zig=$("$1/pip/bin/python" -c 'import ziglang; print(ziglang.__path__[0])')/zig
    ZIG_GLOBAL_CACHE_DIR=$1/cache
    export ZIG_GLOBAL_CACHE_DIR
}

# configure_core SOURCE BUILD TARGET OPTION…: the core alone, for that target.
configure_core()
{
    source_tree=$1 build_folder=$2 target=$3
    shift 3
    # No lanes wider than 4: zig has no __cpu_model, by which the widest that the processor has is chosen.
    case $target in
    riscv64-*) kernels=scalar ;; # zig's RISC-V has no vectors
    *) kernels=single ;;
    esac
    cmake -G Ninja -S "$source_tree" -B "$build_folder" -DCMAKE_TOOLCHAIN_FILE="$source_tree/cmake/zig.cmake" -DKAMM_ZIG="$zig" \
        -DKAMM_ZIG_TARGET="$target" -DKAMM_KERNELS=$kernels -DKAMM_IO=OFF -DKAMM_COMMAND=OFF -DKAMM_WERROR=ON \
        -DCMAKE_BUILD_TYPE=Release "$@"
}
