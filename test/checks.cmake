# Tests of the whole: the tree's order, other compilers and machines, the installed package. Some
# build Kamm anew, in folders that are kept, so that a second run is quick.
set(tools ${PROJECT_SOURCE_DIR}/tools)
set(nested ${PROJECT_BINARY_DIR}/nested)

function(add_check name)
    add_test(NAME ${name} COMMAND ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS check TIMEOUT 1200 SKIP_RETURN_CODE 77)
endfunction()

add_check(floors sh ${tools}/check_floors.sh)
add_check(floors_selftest sh ${tools}/test_check_floors.sh)
add_check(kernels sh ${tools}/check_kernels.sh ${PROJECT_BINARY_DIR})
add_check(format sh ${tools}/format.sh --check)
add_check(setup sh ${tools}/test_setup.sh)
add_check(build_page sh ${tools}/test_build_page.sh)
add_check(second_start sh ${tools}/test_second_start.sh ${PROJECT_BINARY_DIR})
add_check(consumer sh ${tools}/test_consumer.sh ${PROJECT_BINARY_DIR})
add_check(example_pile_up ${PROJECT_BINARY_DIR}/examples/pile_up)
add_check(topdown sh ${tools}/test_topdown.sh ${PROJECT_BINARY_DIR})
# data/worlds holds what the script makes.
add_check(proving_ground python3 ${tools}/proving_ground.py --check)

# The npm package and the page: built once, then looked at from all sides.
function(add_page_check name)
    add_check(${name} ${ARGN})
    set_tests_properties(${name} PROPERTIES
        FIXTURES_REQUIRED page WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} COST 500)
endfunction()
set(vitest ${PROJECT_SOURCE_DIR}/node_modules/.bin/vitest run)
add_check(page_build sh ${tools}/build_page.sh)
set_tests_properties(page_build PROPERTIES FIXTURES_SETUP page COST 3000)
add_page_check(page_types npm run --silent check)
add_page_check(page_units ${vitest})
add_page_check(page ${vitest} --config viewer/e2e/vitest.config.ts)
set_tests_properties(page PROPERTIES ENVIRONMENT KAMM=${PROJECT_BINARY_DIR}/bin/kamm)
add_page_check(wasm_bits sh ${tools}/test_wasm_bits.sh ${PROJECT_BINARY_DIR})
add_page_check(npm_package sh ${tools}/test_npm_package.sh ${PROJECT_BINARY_DIR}/bin/kamm)

# A nested build uses few jobs, as CTest runs several of these tests at once.
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR jobs "(${processors} + 3) / 4")

# add_nested_check(NAME TARGET "CMAKE OPTIONS" COMMAND…)
function(add_nested_check name target options)
    add_check(${name} sh ${tools}/nested_build.sh ${nested}/${name} ${target} ${jobs}
        "${options} -DKAMM_WERROR=ON" ${ARGN})
    set_tests_properties(${name} PROPERTIES COST 1000) # start them first
endfunction()

# The hash of one scenario, at every width, is one constant for each rung everywhere. Where code is
# slow, all widths drive for 2 s; of what is not optimised one drives the whole scenario as well.
add_check(hash_gcc_native ${PROJECT_BINARY_DIR}/bin/kamm_hash)
# GCC takes minutes to cut wide vectors into scalars at -O3. Where the machine runs all widths of the build
# above, which is GCC's at -O3 as well, the baseline one is left with those that have no flags of their own.
set(native_widths)
if(EXISTS /proc/cpuinfo AND CMAKE_C_COMPILER_ID STREQUAL GNU)
    file(STRINGS /proc/cpuinfo native_widths REGEX "avx512vl" LIMIT_COUNT 1)
endif()
if(native_widths)
    set(widest_of_gcc_O3 -DKAMM_WIDEST=4)
endif()
foreach(compiler gcc clang)
    set(options "--preset portable -DCMAKE_C_COMPILER=${compiler} -DCMAKE_C_FLAGS_RELEASE")
    set(hash ${nested}/hash_${compiler}_O0/bin/kamm_hash)
    add_nested_check(hash_${compiler}_O0 kamm_hash "${options}=-O0"
        sh -c "${hash} --seconds 2 && ${hash} --width 4")
    add_nested_check(hash_${compiler}_O3 kamm_hash "${options}=-O3 ${widest_of_${compiler}_O3}"
        ${nested}/hash_${compiler}_O3/bin/kamm_hash)
endforeach()
add_nested_check(hash_aarch64 kamm_hash "--preset aarch64 -DCMAKE_C_FLAGS_RELEASE=-O1"
    qemu-aarch64 -L /usr/aarch64-linux-gnu ${nested}/hash_aarch64/bin/kamm_hash --seconds 2)

# Windows: the hashes, and programs that have to print what they print here.
add_check(windows sh ${tools}/test_windows.sh ${PROJECT_BINARY_DIR} ${nested}/windows ${jobs})
set_tests_properties(windows PROPERTIES COST 1500)

# The unit tests under the address and undefined-behaviour sanitizers, but for those that drive for
# minutes on code that others have gone through.
add_nested_check(sanitizers all "--preset asan"
    ${CMAKE_CTEST_COMMAND} --test-dir ${nested}/sanitizers -L unit -E "test_lab$|test_cli_lab|bars_driving|rungs_torture"
    --output-on-failure)
set_tests_properties(sanitizers hash_aarch64 PROPERTIES COST 2000) # the longest
