# Cross build by zig's clang, which brings headers and C libraries of many systems: KAMM_ZIG is the program (of PyPI's package
# ziglang), KAMM_ZIG_TARGET the machine, system and C library, as in aarch64-macos or x86_64-linux-musl. docs/platforms.md lists
# those that are tested.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES KAMM_ZIG KAMM_ZIG_TARGET) # they read this file as well
string(REGEX MATCH "^([^-]+)-([^-]+)" _ "${KAMM_ZIG_TARGET}")
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
set(systems linux=Linux macos=Darwin windows=Windows)
list(FILTER systems INCLUDE REGEX "^${CMAKE_MATCH_2}=")
string(REGEX REPLACE ".*=" "" CMAKE_SYSTEM_NAME "${systems}")
if(NOT KAMM_ZIG OR NOT CMAKE_SYSTEM_NAME)
    message(FATAL_ERROR "KAMM_ZIG is \"${KAMM_ZIG}\", KAMM_ZIG_TARGET \"${KAMM_ZIG_TARGET}\": the path of zig, and a target "
        "for linux, macos or windows, such as aarch64-macos")
endif()

# CMake wants programs of one word.
foreach(tool cc ar ranlib)
    set(words ${tool})
    if(tool STREQUAL cc)
        set(words "cc -target ${KAMM_ZIG_TARGET}")
    endif()
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/zig/${tool} CONTENT "#!/bin/sh\nexec \"@KAMM_ZIG@\" @words@ \"$@\"\n" @ONLY)
    file(CHMOD ${CMAKE_BINARY_DIR}/zig/${tool} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endforeach()
set(CMAKE_C_COMPILER ${CMAKE_BINARY_DIR}/zig/cc)
set(CMAKE_AR ${CMAKE_BINARY_DIR}/zig/ar CACHE FILEPATH "" FORCE)
set(CMAKE_RANLIB ${CMAKE_BINARY_DIR}/zig/ranlib CACHE FILEPATH "" FORCE)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
