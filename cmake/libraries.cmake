# kamm: base to env, needs libc and libm alone.
file(GLOB core_sources CONFIGURE_DEPENDS
    src/base/*.c src/fields/*.c src/part/*/*.c src/vehicle/*.c src/rungs/*.c src/rungs/*/*.c src/run/*.c src/driver/*.c src/world/*.c
    src/world/*/*.c src/env/*.c)
file(GLOB kernel_sources CONFIGURE_DEPENDS src/rungs/*/*_kernel.c)
list(REMOVE_ITEM core_sources ${kernel_sources})
if(KAMM_KERNELS STREQUAL scalar) # one car's wheels as lanes, of which there are none
    list(FILTER core_sources EXCLUDE REGEX "/wheel_lanes\\.c$")
endif()
if(KAMM_LITE) # most of what compiles, and worlds, drivers and environments, it never calls; else it does not link
    set(unused ${core_sources})
    list(FILTER unused INCLUDE REGEX "/src/(fields|part/tyre|vehicle|driver|world|env)/")
    list(FILTER unused EXCLUDE REGEX "/(info|(contact_size|heat|tyre|vertical|electric|power_split)_compile|tyre_summary|layout|settle|statics)\\.c$")
    list(FILTER unused EXCLUDE REGEX "/(input_assist|standing|shapes|ground|surfaces)\\.c$")
    list(REMOVE_ITEM core_sources ${unused})
endif()
if(KAMM_KERNELS STREQUAL single) # what runs once for a model or a car, or with plans: as small as it goes
    file(GLOB compile_sources CONFIGURE_DEPENDS
        src/fields/*.c src/vehicle/*.c src/part/*/*_compile.c src/rungs/*.c src/rungs/*/*_compile.c src/rungs/*/*_stand.c
        src/rungs/*/*_balance.c src/driver/*.c src/env/*.c src/run/*create*.c src/run/*snapshot*.c src/run/hand_over*.c
        src/run/place.c src/run/rest.c src/run/linear.c src/run/trim*.c src/run/expand.c src/run/read*.c src/run/motion.c
        src/world/snapshot.c src/world/bodies/*_set.c src/world/terrain/mesh_build.c)
    set_source_files_properties(${compile_sources} PROPERTIES COMPILE_OPTIONS -Oz)
endif()

# kamm_library(NAME DEFINITION SOURCE…): a library with what both have in common. DEFINITION marks what it
# exports (include/kamm/export.h).
function(kamm_library name definition)
    add_library(${name} ${ARGN})
    target_include_directories(${name}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        PRIVATE src)
    target_compile_definitions(${name} PRIVATE ${definition})
    if(BUILD_SHARED_LIBS AND WIN32) # elsewhere a shared library is of the same objects as a static one (ccache)
        target_compile_definitions(${name} PUBLIC KAMM_SHARED)
    endif()
    set_target_properties(${name} PROPERTIES DEFINE_SYMBOL "")
    target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:kamm_flags>)
    set_target_properties(${name} PROPERTIES VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}) # below 1.0 minor versions differ
endfunction()

kamm_library(kamm KAMM_BUILDS_CORE ${core_sources})
add_library(Kamm::kamm ALIAS kamm)
if(KAMM_KERNELS STREQUAL single) # bytes count there
    include(cmake/one_unit.cmake)
    kamm_join_kernels(kernel_sources ${kernel_sources})
endif()
kamm_add_kernels(kamm ${kernel_sources})
# Which kernels there are is known to those that call them: all else compiles to the same for any of them (ccache).
string(COMPARE NOTEQUAL "${flags_of_width_8}" "" has_width_8) # which may be several flags
set(callers_of_kernels ${core_sources})
list(FILTER callers_of_kernels INCLUDE REGEX "src/(rungs/|run/dispatch\\.c$)")
set_property(SOURCE ${callers_of_kernels} APPEND PROPERTY COMPILE_DEFINITIONS
    KAMM_WIDEST=${KAMM_WIDEST}
    $<$<BOOL:${has_width_8}>:KAMM_WIDE_INSTRUCTIONS=1>
    $<$<STREQUAL:${KAMM_KERNELS},lean>:KAMM_LEAN=1>
    $<$<STREQUAL:${KAMM_KERNELS},native>:KAMM_NATIVE=1>
    $<$<STREQUAL:${KAMM_KERNELS},single>:KAMM_SINGLE=1>)
target_compile_definitions(kamm PRIVATE
    $<$<OR:$<BOOL:${KAMM_CHECK_HANDLES}>,$<CONFIG:Debug>>:KAMM_CHECK_HANDLES=1>
    $<$<BOOL:${KAMM_LITE}>:KAMM_LITE=1>)
# Threads (src/world/threads/threads.c) are in libc where it is not old, and in Windows; a machine may have none.
if(UNIX)
    target_link_libraries(kamm PUBLIC m PRIVATE -pthread)
endif()

# kamm_inside, kamm_io_inside: the same objects as archives, for tests, which look at what a shared library hides, and for FMUs, which stand alone.
function(kamm_add_inside name)
    if(NOT BUILD_SHARED_LIBS)
        add_library(${name}_inside ALIAS ${name})
    elseif(KAMM_TESTS OR KAMM_COMMAND)
        get_target_property(kernels ${name} KAMM_KERNELS)
        if(NOT kernels)
            set(kernels)
        endif()
        add_library(${name}_inside STATIC $<TARGET_OBJECTS:${name}> ${kernels})
        set_target_properties(${name}_inside PROPERTIES LINKER_LANGUAGE C)
        target_include_directories(${name}_inside PUBLIC ${PROJECT_SOURCE_DIR}/include)
        target_link_libraries(${name}_inside PUBLIC ${ARGN})
    endif()
endfunction()
kamm_add_inside(kamm m -pthread)

if(NOT KAMM_IO)
    return()
endif()

# kamm_io: readers, writers, road tests.
find_package(PkgConfig REQUIRED)
pkg_check_modules(KAMM_CJSON REQUIRED IMPORTED_TARGET libcjson)
pkg_check_modules(KAMM_PNG REQUIRED IMPORTED_TARGET libpng)
file(GLOB io_sources CONFIGURE_DEPENDS src/io/*.c src/lab/*.c)
kamm_library(kamm_io KAMM_BUILDS_IO ${io_sources})
add_library(Kamm::io ALIAS kamm_io)
# Paths of this tree are known to the one file that asks for them: others compile to the same in any clone (ccache).
set_source_files_properties(src/io/data_folder.c PROPERTIES COMPILE_DEFINITIONS
    "KAMM_SOURCE_DATA=\"${PROJECT_SOURCE_DIR}/data\";$<$<BOOL:${KAMM_INSTALL}>:KAMM_INSTALL_DATA=\"${CMAKE_INSTALL_FULL_DATADIR}/kamm\">")
if(NOT CMAKE_C_EXTENSIONS) # C17's headers name what POSIX has if asked
    target_compile_definitions(kamm_io PUBLIC _GNU_SOURCE)
endif()
target_link_libraries(kamm_io PRIVATE PkgConfig::KAMM_CJSON PkgConfig::KAMM_PNG PUBLIC kamm)
if(UNIX)
    target_link_libraries(kamm_io PRIVATE -pthread) # sweeps run on threads
endif()
set_target_properties(kamm_io PROPERTIES EXPORT_NAME io)

# What kamm_io uses of the core beyond its public functions: names and units of fields; poses; the compile of tyres and
# linkages; the driver's data of a car, the pedals of riders; the cones of ISO 3888-2; the checks of hulls and meshes; upright
# faces of terrains. A shared core hides these, so that a shared kamm_io has copies of its own; none of them keeps a state.
if(BUILD_SHARED_LIBS)
    file(GLOB shared_sources CONFIGURE_DEPENDS src/base/*.c src/fields/*.c src/part/tyre/*.c
        src/vehicle/*.c)
    list(FILTER shared_sources EXCLUDE REGEX "/(hooks|version|tyre_def|tyre_spec)\\.c$")
    add_library(kamm_io_copies OBJECT ${shared_sources} src/rungs/car.c src/run/glance.c src/driver/rider_pedals.c src/driver/stance.c src/env/cones.c src/world/collide/convex.c
        src/world/collide/triangle_mesh.c src/world/terrain/faces_shape.c)
    target_include_directories(kamm_io_copies PRIVATE include src)
    target_compile_definitions(kamm_io_copies PRIVATE KAMM_API=)
    target_link_libraries(kamm_io_copies PRIVATE kamm_flags)
    target_sources(kamm_io PRIVATE $<TARGET_OBJECTS:kamm_io_copies>)
endif()
kamm_add_inside(kamm_io kamm_inside PkgConfig::KAMM_CJSON PkgConfig::KAMM_PNG)

if(NOT KAMM_COMMAND)
    return()
endif()

# The kamm command; in bin/, as a target and a file of one name can't share a folder.
file(GLOB command_sources CONFIGURE_DEPENDS cli/*.c fmu/pack/*.c)
list(APPEND command_sources fmu/car.c fmu/variables.c)
pkg_check_modules(KAMM_MICROHTTPD REQUIRED IMPORTED_TARGET libmicrohttpd)
pkg_check_modules(KAMM_ZLIB REQUIRED IMPORTED_TARGET zlib)
add_executable(kamm_command ${command_sources})
set_source_files_properties(cli/drive.c PROPERTIES COMPILE_DEFINITIONS
    "KAMM_SOURCE_PAGE=\"${PROJECT_SOURCE_DIR}/build/page\";$<$<BOOL:${KAMM_INSTALL}>:KAMM_INSTALL_PAGE=\"${CMAKE_INSTALL_FULL_DATADIR}/kamm/page\">")
set_source_files_properties(cli/fmu.c PROPERTIES COMPILE_DEFINITIONS
    "KAMM_SOURCE_FMU=\"${PROJECT_BINARY_DIR}/fmu\";$<$<BOOL:${KAMM_INSTALL}>:KAMM_INSTALL_FMU=\"${CMAKE_INSTALL_FULL_DATADIR}/kamm/fmu\">")
target_link_libraries(kamm_command PRIVATE
    kamm_flags kamm_io -pthread PkgConfig::KAMM_MICROHTTPD PkgConfig::KAMM_ZLIB)
set_target_properties(kamm_command PROPERTIES
    OUTPUT_NAME kamm RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
