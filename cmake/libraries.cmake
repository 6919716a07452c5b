# kamm: base to world, needs libc and libm alone.
file(GLOB core_sources CONFIGURE_DEPENDS
    src/base/*.c src/part/*.c src/model/*.c src/model/*/*.c src/world/*.c)
file(GLOB kernel_sources CONFIGURE_DEPENDS src/model/*/*_kernel.c)
if(kernel_sources)
    list(REMOVE_ITEM core_sources ${kernel_sources})
endif()

add_library(kamm ${core_sources})
add_library(Kamm::kamm ALIAS kamm)
kamm_add_kernels(kamm ${kernel_sources})
target_include_directories(kamm
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE src)
target_compile_definitions(kamm PRIVATE
    KAMM_WIDEST=${KAMM_WIDEST}
    $<$<BOOL:${KAMM_PORTABLE_KERNELS}>:KAMM_PORTABLE_KERNELS=1>
    $<$<BOOL:${KAMM_COMPACT}>:KAMM_COMPACT=1>)
# Threads (src/world/threads.c) are in libc where it is not old, and in Windows; a machine may have none.
if(NOT WIN32)
    find_package(Threads QUIET)
endif()
target_link_libraries(kamm PRIVATE $<BUILD_INTERFACE:kamm_flags> PUBLIC m ${CMAKE_THREAD_LIBS_INIT})
set_target_properties(kamm PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0)

if(NOT KAMM_IO)
    return()
endif()

# kamm_io: readers, writers, road tests.
find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBCJSON REQUIRED IMPORTED_TARGET libcjson)
pkg_check_modules(LIBPNG REQUIRED IMPORTED_TARGET libpng)
file(GLOB io_sources CONFIGURE_DEPENDS src/io/*.c src/lab/*.c)
add_library(kamm_io ${io_sources})
add_library(Kamm::io ALIAS kamm_io)
target_include_directories(kamm_io PRIVATE src)
target_compile_definitions(kamm_io PRIVATE
    KAMM_SOURCE_DATA="${PROJECT_SOURCE_DIR}/data"
    KAMM_INSTALL_DATA="${CMAKE_INSTALL_FULL_DATADIR}/kamm")
target_link_libraries(kamm_io
    PRIVATE $<BUILD_INTERFACE:kamm_flags> PkgConfig::LIBCJSON PkgConfig::LIBPNG
    PUBLIC kamm)
set_target_properties(kamm_io PROPERTIES
    EXPORT_NAME io LINKER_LANGUAGE C VERSION ${PROJECT_VERSION} SOVERSION 0)

if(NOT KAMM_COMMAND)
    return()
endif()

# The kamm command; in bin/, as a target and a file of one name can't share a folder.
file(GLOB command_sources CONFIGURE_DEPENDS cli/*.c)
if(command_sources)
    set(THREADS_PREFER_PTHREAD_FLAG ON)
    find_package(Threads REQUIRED)
    pkg_check_modules(LIBMICROHTTPD REQUIRED IMPORTED_TARGET libmicrohttpd)
    add_executable(kamm_command ${command_sources})
    target_compile_definitions(kamm_command PRIVATE
        KAMM_SOURCE_PAGE="${PROJECT_SOURCE_DIR}/build/page"
        KAMM_INSTALL_PAGE="${CMAKE_INSTALL_FULL_DATADIR}/kamm/page")
    target_link_libraries(kamm_command PRIVATE
        kamm_flags kamm_io Threads::Threads PkgConfig::LIBMICROHTTPD)
    set_target_properties(kamm_command PROPERTIES
        OUTPUT_NAME kamm RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endif()
