# Cross build for IBM Z, 64-bit and big-endian; tests run in QEMU.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
set(CMAKE_C_FLAGS_INIT "")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # so that programs run without the machine's libraries
set(CMAKE_FIND_ROOT_PATH /usr/s390x-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
