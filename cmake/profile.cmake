# Which kernels are built, in one of five profiles; no bit of a result depends on them. docs/building.md has their sizes and speeds.
#   full    all: each width for cars of one model and of several, for two axles of pairs and for any wheels
#   lean    those that most cars run on; others run on one for any wheels, or on a narrower one
#   native  one car, the widest, and half of it for two axles: for a machine whose vectors are that wide; cars of mixed models go one by one
#   single  one for all cars, at the width KAMM_WIDEST, as small as it goes: 4, or 1 with the wheels as lanes
#   scalar  one car at a time in plain C17, without vectors: for compilers that have none, and 32-bit Arm
if(MSVC OR CMAKE_SYSTEM_PROCESSOR MATCHES "^arm(v[0-7].*|hf|el|)$") # src/base/compiler.h says why
    set(kernels scalar)
else()
    set(kernels full)
endif()
kamm_setting(KAMM_KERNELS "Which kernels are built: full, lean, native, single or scalar" ${kernels})
set(profiles full lean native single scalar)
if(NOT KAMM_KERNELS IN_LIST profiles)
    message(FATAL_ERROR "KAMM_KERNELS is \"${KAMM_KERNELS}\": it is one of ${profiles}")
endif()

# Wider kernels than the machine's vectors are never picked; they are left out where no such machine is.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(widest 16)
else()
    set(widest 4)
endif()
kamm_setting(KAMM_WIDEST "The widest kernels that are built: 1, 4, 8 or 16 cars at a time" ${widest})
set(widths 1 4 8 16)
if(NOT KAMM_WIDEST IN_LIST widths)
    message(FATAL_ERROR "KAMM_WIDEST is \"${KAMM_WIDEST}\": it is one of ${widths}")
endif()
if(KAMM_KERNELS STREQUAL single AND KAMM_WIDEST GREATER 4)
    set(KAMM_WIDEST 4)
endif()
if(KAMM_KERNELS STREQUAL scalar)
    set(KAMM_WIDEST 1)
endif()
