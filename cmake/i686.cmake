# Cross build for 32-bit x86 with SSE2; tests run in QEMU. Without SSE2 src/base/float_method.h refuses.
set(CMAKE_SYSTEM_PROCESSOR i686)
set(triplet i686-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/cross_linux.cmake)
set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse -B/usr/lib32") # where Debian's libc6-dev-i386 is
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-i386)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # so that programs run without the machine's libraries
