# Cross build for 32-bit Arm with hardware floats (VFP); tests run in QEMU. Lanes are scalar: src/base/compiler.h.
set(CMAKE_SYSTEM_PROCESSOR arm)
set(triplet arm-linux-gnueabihf)
include(${CMAKE_CURRENT_LIST_DIR}/cross_linux.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # so that programs run without the machine's libraries
