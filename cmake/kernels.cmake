# Lane kernels: each src/rungs/*/*_kernel.c is compiled once per width, with the instruction set of this width.
# Above 1 it is compiled once more for cars of mixed models. Each is compiled for any wheels, and for two axles of
# pairs alone. The dispatcher picks one at run time. Only pointers cross these units: whatever is inline in them is
# static.

# -mprefer-vector-width: otherwise compilers cut 512-bit work into 256-bit halves.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(flags_of_width_8 -mavx2)
    set(flags_of_width_16 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mprefer-vector-width=512)
endif()

# One car has nothing to vectorise but pairs of members, which then wait for each other in memory. Both compilers know the
# option; the bits are the same.
if(NOT MSVC)
    set(flags_of_width_1 -fno-tree-slp-vectorize)
endif()

# On Windows GCC knows that the stack is aligned to 16 bytes only. Yet it moves wider vectors to and from it by
# instructions that fault if these are not aligned to their own size (GCC's bug 54412). The assembler of binutils
# 2.38 and later can put those that take any address in their place: the same bits, no slower where they happen to
# be aligned. AVX's other operands may lie anywhere, and 16 bytes are what narrow kernels need.
if(MINGW AND CMAKE_C_COMPILER_ID STREQUAL GNU AND flags_of_width_8)
    include(CheckCCompilerFlag)
    check_c_compiler_flag(-Wa,-muse-unaligned-vector-move KAMM_MOVES_UNALIGNED)
    if(KAMM_MOVES_UNALIGNED)
        list(APPEND flags_of_width_8 -Wa,-muse-unaligned-vector-move)
        list(APPEND flags_of_width_16 -Wa,-muse-unaligned-vector-move)
    elseif(KAMM_WIDEST GREATER 4)
        set(KAMM_WIDEST 4)
    endif()
endif()

# What each profile has, as WIDTH_MIXED, with _2 for two axles alone (src/rungs/job.h lists the same for the linker).
set(all_kernels 1_0 4_0 4_1 8_0 8_1 16_0 16_1 1_0_2 4_0_2 4_1_2 8_0_2 8_1_2 16_0_2 16_1_2)
set(kernels_of_full ${all_kernels})
set(kernels_of_lean 1_0 4_0 4_1 16_0 1_0_2 8_0_2 8_1_2 16_0_2 16_1_2)
set(kernels_of_scalar 1_0 1_0_2)
set(kernels_of_native 1_0 ${KAMM_WIDEST}_0 ${KAMM_WIDEST}_0_2)
if(KAMM_WIDEST GREATER 4)
    math(EXPR half "${KAMM_WIDEST} / 2")
    list(APPEND kernels_of_native ${half}_0_2)
endif()
if(KAMM_WIDEST EQUAL 1)
    set(kernels_of_native ${kernels_of_scalar})
    set(kernels_of_single 1_0)
else()
    set(kernels_of_single 4_1)
endif()

# The widest lanes that this machine runs, of those that are built: tests of lane code compare them with widths 1 and 4. They have
# their width's instructions, as kernels do: with them 16 lanes compile in half a second, without in up to 14 s, as compilers cut them
# into scalars (which the hashes of the portable builds compare). src/run/dispatch.c asks the processor the same.
function(kamm_find_widest_here)
    include(CheckCSourceRuns)
    set(asks_16 "__builtin_cpu_supports(\"avx512f\") && __builtin_cpu_supports(\"avx512dq\") &&
        __builtin_cpu_supports(\"avx512bw\") && __builtin_cpu_supports(\"avx512vl\")")
    set(asks_8 "__builtin_cpu_supports(\"avx2\")")
    foreach(width 16 8)
        if(NOT KAMM_WIDEST LESS width AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
            check_c_source_runs("int main(void) { __builtin_cpu_init(); return !(${asks_${width}}); }"
                KAMM_RUNS_WIDTH_${width})
            if(KAMM_RUNS_WIDTH_${width})
                set(KAMM_WIDEST_HERE ${width} PARENT_SCOPE)
                return()
            endif()
        endif()
    endforeach()
    set(KAMM_WIDEST_HERE 4 PARENT_SCOPE)
endfunction()
if(KAMM_TESTS)
    kamm_find_widest_here()
endif()

# What only tests run adds little to the library's own work: it is to compile quickly.
set(options_of_tests $<$<AND:$<CONFIG:Release>,$<NOT:$<BOOL:${MSVC}>>>:-O1>)

# kamm_add_kernels(TARGET [TESTED] SOURCE…): TESTED means for a test: widths 1, 4 and KAMM_WIDEST_HERE, for any wheels.
function(kamm_add_kernels target)
    cmake_parse_arguments(arg TESTED "" "" ${ARGN})
    set(variants ${kernels_of_${KAMM_KERNELS}})
    if(arg_TESTED)
        list(FILTER all_kernels INCLUDE REGEX "^(1|4|${KAMM_WIDEST_HERE})_[01]$")
        set(variants ${all_kernels})
    endif()
    foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
        get_filename_component(stem ${source} NAME_WE)
        foreach(variant IN LISTS variants)
            string(REGEX MATCH "^([0-9]+)_([01])(_2)?$" _ ${variant})
            if(CMAKE_MATCH_1 GREATER KAMM_WIDEST)
                continue()
            endif()
            if(CMAKE_MATCH_3)
                set(two_axles 1)
            else()
                set(two_axles 0)
            endif()
            set(object kamm_${stem}_${variant})
            add_library(${object} OBJECT ${source})
            target_include_directories(${object} PRIVATE
                ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
            target_compile_definitions(${object} PRIVATE
                KAMM_WIDTH=${CMAKE_MATCH_1} KAMM_MIXED=${CMAKE_MATCH_2} KAMM_TWO_AXLES=${two_axles})
            target_compile_options(${object} PRIVATE ${flags_of_width_${CMAKE_MATCH_1}})
            # What sanitizers find in lane code they find at widths 1 and 4; wider ones take minutes. Kernels for two axles are the
            # source of those for any wheels, which trucks, two-wheelers and batches run on: where time counts they are not looked at.
            if(CMAKE_BUILD_TYPE STREQUAL Asan AND (CMAKE_MATCH_1 GREATER 4 OR (two_axles AND KAMM_QUICK_TESTS)))
                target_compile_options(${object} PRIVATE -fno-sanitize=all -O1)
            endif()
            if(arg_TESTED)
                target_compile_options(${object} PRIVATE ${options_of_tests})
            endif()
            if(KAMM_LITE)
                target_compile_options(${object} PRIVATE -Oz)
                target_compile_definitions(${object} PRIVATE KAMM_LITE=1)
            endif()
            target_link_libraries(${object} PRIVATE kamm_flags)
            target_sources(${target} PRIVATE $<TARGET_OBJECTS:${object}>)
            set_property(TARGET ${target} APPEND PROPERTY KAMM_KERNELS $<TARGET_OBJECTS:${object}>)
        endforeach()
    endforeach()
endfunction()
