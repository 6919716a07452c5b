# Cross build for 32-bit Arm with hardware floats (VFP); tests run in QEMU. Lanes are scalar: src/base/compiler.h.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_C_FLAGS_INIT "")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # so that programs run without the machine's libraries
set(CMAKE_FIND_ROOT_PATH /usr/arm-linux-gnueabihf)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
