# Cross build for 64-bit Windows by MinGW-w64; programs run in Wine. Debian has the compiler, but not the
# libraries of kamm_io: tools/mingw_libraries.sh builds them where KAMM_MINGW_LIBRARIES says.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
find_program(KAMM_WINE NAMES wine64 wine PATHS /usr/lib/wine) # Debian keeps it out of the PATH
set(CMAKE_CROSSCOMPILING_EMULATOR ${KAMM_WINE})
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # programs that need no DLLs but the system's

set(KAMM_MINGW_LIBRARIES ${CMAKE_CURRENT_LIST_DIR}/../build/mingw64-libraries
    CACHE PATH "Where cJSON, libpng and zlib are installed")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES KAMM_MINGW_LIBRARIES) # they read this file as well
set(ENV{PKG_CONFIG_LIBDIR} ${KAMM_MINGW_LIBRARIES}/lib/pkgconfig)
set(PKG_CONFIG_ARGN --static)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 ${KAMM_MINGW_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
