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
add_check(second_start sh ${tools}/test_second_start.sh ${PROJECT_BINARY_DIR})
add_check(consumer sh ${tools}/test_consumer.sh ${PROJECT_BINARY_DIR})
add_check(topdown sh ${tools}/test_topdown.sh ${PROJECT_BINARY_DIR})

# A nested build uses few jobs, as CTest runs several of these tests at once.
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR jobs "(${processors} + 3) / 4")

# add_nested_check(NAME TARGET "CMAKE OPTIONS" COMMAND…)
function(add_nested_check name target options)
    add_check(${name} sh ${tools}/nested_build.sh ${nested}/${name} ${target} ${jobs}
        "${options} -DKAMM_WERROR=ON" ${ARGN})
    set_tests_properties(${name} PROPERTIES COST 1000) # start them first
endfunction()

# The hash of one scenario, at every width, is one constant for each rung everywhere.
add_check(hash_gcc_native ${PROJECT_BINARY_DIR}/bin/kamm_hash)
foreach(compiler gcc clang)
    foreach(level 0 3)
        set(name hash_${compiler}_O${level})
        add_nested_check(${name} kamm_hash
            "--preset portable -DCMAKE_C_COMPILER=${compiler} -DCMAKE_C_FLAGS_RELEASE=-O${level}"
            ${nested}/${name}/bin/kamm_hash)
    endforeach()
endforeach()
# QEMU is slow: all widths drive for 2 s, one drives the whole scenario.
set(hash_in_qemu qemu-aarch64 -L /usr/aarch64-linux-gnu ${nested}/hash_aarch64/bin/kamm_hash)
add_nested_check(hash_aarch64 kamm_hash "--preset aarch64" ${hash_in_qemu} --seconds 2)
add_check(hash_aarch64_all ${hash_in_qemu} --width 4)
set_tests_properties(hash_aarch64_all PROPERTIES DEPENDS hash_aarch64 COST 900)

# The unit tests under the address and undefined-behaviour sanitizers.
add_nested_check(sanitizers all "--preset asan"
    ${CMAKE_CTEST_COMMAND} --test-dir ${nested}/sanitizers -L unit --output-on-failure)
set_tests_properties(sanitizers PROPERTIES COST 3000) # the longest
set_tests_properties(hash_aarch64 PROPERTIES COST 2000) # another waits for it
