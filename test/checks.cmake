# Tests of the whole: the tree's order, the npm package and the page, other compilers and machines, the
# installed library. Those of the long tier (label long) take up to minutes or need more than the build does; they
# name the groups of needs in tools/setup.sh, without which they are skipped, and fail in CI. What a release needs on top
# of these (label release) stands at the end.
set(tools ${PROJECT_SOURCE_DIR}/tools)
# A test that builds uses few jobs, as CTest runs several tests at once.
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR jobs "(${processors} + 3) / 4")

# add_check(NAME COMMAND…): of the short tier.
function(add_check name)
    add_test(NAME ${name} COMMAND sh ${tools}/run_check.sh "" ${ARGN}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS check TIMEOUT 1200 SKIP_RETURN_CODE 77)
endfunction()

# add_kept_check(NAME COMMAND…): one that needs the tools alone, and of what is built at most the kernels; or a program of the build
# alone, which is then the first word of its command. `./dev test` leaves it out while these are as they were when it passed
# (tools/test_keys.py).
function(add_kept_check name)
    add_check(${name} sh ${tools}/run_unit.sh ${PROJECT_BINARY_DIR} ${name} ${ARGN})
endfunction()

# add_long_check(NAME "GROUP…" COMMAND…): of the tier that the variable names.
set(tier long)
function(add_long_check name groups)
    add_test(NAME ${name} COMMAND sh ${tools}/run_check.sh "${groups}" ${ARGN}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "check;${tier}" TIMEOUT 1200 SKIP_RETURN_CODE 77)
endfunction()

add_check(floors sh ${tools}/check_floors.sh)
add_kept_check(floors_selftest sh ${tools}/test_check_floors.sh)
add_check(links sh ${tools}/check_links.sh ${PROJECT_SOURCE_DIR})
add_check(names sh ${tools}/check_names.sh ${PROJECT_SOURCE_DIR})
add_kept_check(names_selftest sh ${tools}/test_check_names.sh)
add_check(words python3 ${tools}/check_words.py)
add_kept_check(words_selftest sh ${tools}/test_check_words.sh)
add_check(interface sh ${tools}/check_interface.sh ${PROJECT_BINARY_DIR})
add_long_check(docs docs sh ${tools}/test_docs.sh ${PROJECT_BINARY_DIR})
add_check(symbols sh ${tools}/check_symbols.sh ${PROJECT_BINARY_DIR})
add_kept_check(kernels sh ${tools}/check_kernels.sh ${PROJECT_BINARY_DIR})
add_check(version sh ${tools}/check_version.sh)
add_check(format sh ${tools}/format.sh --check ${PROJECT_BINARY_DIR})
add_kept_check(setup sh ${tools}/test_setup.sh)
add_kept_check(build_page sh ${tools}/test_build_page.sh)
add_check(second_start sh ${tools}/test_second_start.sh ${PROJECT_BINARY_DIR})
add_check(sweep sh ${tools}/test_sweep.sh ${PROJECT_BINARY_DIR})
add_kept_check(run_unit sh ${tools}/test_run_unit.sh)
add_kept_check(mutate python3 ${tools}/test_mutate.py)
add_kept_check(release_record sh ${tools}/test_release_record.sh)
add_long_check(release_run "" sh ${tools}/release_record.sh check)
add_long_check(api api sh ${tools}/test_api.sh ${PROJECT_BINARY_DIR})
add_long_check(lua "api lua" sh ${tools}/test_lua.sh ${PROJECT_BINARY_DIR})
add_long_check(csharp "api csharp" sh ${tools}/test_csharp.sh ${PROJECT_BINARY_DIR})
add_long_check(godot "" sh ${tools}/test_godot.sh ${PROJECT_BINARY_DIR})
add_long_check(unreal consumer sh ${tools}/test_unreal.sh ${PROJECT_BINARY_DIR})
add_long_check(cpp consumer sh ${tools}/test_cpp.sh ${PROJECT_BINARY_DIR})
add_long_check(consumer consumer sh ${tools}/test_consumer.sh ${PROJECT_BINARY_DIR})
add_long_check(start_page "" python3 ${tools}/start_page.py ${PROJECT_BINARY_DIR})
add_long_check(recipes "" sh ${tools}/test_recipes.sh ${jobs})
add_long_check(amalgamate consumer sh ${tools}/test_amalgamate.sh ${PROJECT_BINARY_DIR} -O1)
add_long_check(example_pile_up "" ${PROJECT_BINARY_DIR}/examples/pile_up)
add_long_check(enet_rollback examples sh ${tools}/test_enet_rollback.sh ${PROJECT_BINARY_DIR})
add_long_check(topdown examples sh ${tools}/test_topdown.sh ${PROJECT_BINARY_DIR})
# data/worlds holds what the script makes.
add_long_check(proving_ground examples python3 ${tools}/proving_ground.py --check)

# The npm package, in Node: its face, and the physics in it.
set(vitest ${PROJECT_SOURCE_DIR}/node_modules/.bin/vitest run)
add_long_check(package_build "" sh ${tools}/build_page.sh package)
set_tests_properties(package_build PROPERTIES FIXTURES_SETUP package COST 500)
add_long_check(package "" ${vitest} wasm)
set_tests_properties(package PROPERTIES FIXTURES_REQUIRED package)
add_long_check(package_lab "" ${vitest} wasm/test/lab.test.ts)
set_tests_properties(package_lab PROPERTIES FIXTURES_REQUIRED package ENVIRONMENT KAMM_TIER=long)

# The page: built once, then looked at from all sides.
function(add_page_check name groups)
    add_long_check(${name} "${groups}" ${ARGN})
    set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED page COST 500)
endfunction()
add_long_check(page_build "" sh ${tools}/build_page.sh)
set_tests_properties(page_build PROPERTIES FIXTURES_REQUIRED package FIXTURES_SETUP page COST 3000)
add_page_check(page_types "" npm run --silent check)
add_page_check(add_rung_page "" sh ${tools}/test_add_rung_page.sh)
# One process for all files, which would else each load the package and three.js: no file leaves a global behind.
set(one_process --no-isolate --pool=forks --poolOptions.forks.singleFork)
add_page_check(page_units "" ${vitest} ${one_process} viewer learn examples)
# In a browser, in parts that run side by side, each with a browser and a server of its own.
set(page_parts 2)
foreach(part RANGE 1 ${page_parts})
    add_page_check(page_${part} browser ${vitest} --config viewer/e2e/vitest.config.ts --shard=${part}/${page_parts})
    set_tests_properties(page_${part} PROPERTIES
        ENVIRONMENT KAMM=${PROJECT_BINARY_DIR}/bin/kamm COST 4000 TIMEOUT 3000)
endforeach()
add_page_check(wasm_bits "" sh ${tools}/test_wasm_bits.sh ${PROJECT_BINARY_DIR})
add_page_check(npm_package browser sh ${tools}/test_npm_package.sh ${PROJECT_BINARY_DIR}/bin/kamm)

# The Python package, beside the build.
add_long_check(python python sh ${tools}/test_python.sh ${PROJECT_BINARY_DIR})
set_tests_properties(python PROPERTIES COST 800)

# FMUs, in a host of Python's.
add_long_check(fmu python sh ${tools}/test_fmu.sh ${PROJECT_BINARY_DIR})
set_tests_properties(fmu PROPERTIES COST 800)

# Kamm in other configurations, each built once, in a folder that is kept so that a second run is quick, for the
# tests that need it.
set(nested ${PROJECT_BINARY_DIR}/nested)

# add_configuration(NAME "GROUP…" "TARGET…" "CMAKE OPTIONS")
function(add_configuration name groups targets options)
    add_long_check(build_${name} "${groups}" sh ${tools}/nested_build.sh ${nested}/${name} "${targets}" ${jobs}
        "${options} -DKAMM_WERROR=ON")
    set_tests_properties(build_${name} PROPERTIES FIXTURES_SETUP ${name} COST 1000) # start them first
endfunction()

# add_configured_check(NAME CONFIGURATION "GROUP…" COMMAND…)
function(add_configured_check name configuration groups)
    add_long_check(${name} "${groups}" ${ARGN})
    set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED ${configuration} COST 500)
endfunction()

# The hash of one scenario, at every width, is one constant for each rung everywhere. Where code is
# slow, all widths drive for 2 s.
add_kept_check(hash_native ${PROJECT_BINARY_DIR}/bin/kamm_hash --seconds 2)
add_long_check(hash_native_long "" ${PROJECT_BINARY_DIR}/bin/kamm_hash)
# Without vectors, and without the GNU dialect, as Microsoft's compiler has neither, with the same bits. The core is one source there;
# clang does not optimise it. What no test runs is looked at, not compiled; plain_gcc_tests compiles each file.
foreach(compiler gcc clang)
    add_long_check(plain_${compiler} "" sh ${tools}/test_plain.sh ${compiler})
    add_configuration(${compiler}_plain "" none "--preset plain -DCMAKE_C_COMPILER=${compiler}")
    add_configured_check(syntax_${compiler} ${compiler}_plain ""
        python3 ${tools}/check_syntax.py ${nested}/${compiler}_plain src/io src/lab cli fmu fmu/pack)
endforeach()

# Beside a host with functions of the same names, static and shared. The shared libraries are of this build's objects: their folder is
# as deep as its own, so that ccache has them.
set(shared ${PROJECT_BINARY_DIR}_shared)
add_long_check(build_shared "" sh ${tools}/nested_build.sh ${shared} "kamm kamm_io" ${jobs}
    "--preset dev -DKAMM_TESTS=OFF -DKAMM_CHECKS=OFF -DKAMM_COMMAND=OFF -DBUILD_SHARED_LIBS=ON\
    -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DKAMM_KERNELS=${KAMM_KERNELS} -DKAMM_WIDEST=${KAMM_WIDEST}")
set_tests_properties(build_shared PROPERTIES FIXTURES_SETUP shared COST 1000)
add_configured_check(linking shared "" sh ${tools}/test_linking.sh ${PROJECT_BINARY_DIR} ${shared})

# The kernels of ./kamm, with which cars of other widths, mixed models and more axles run on what there is; of this build's objects, too.
set(native ${PROJECT_BINARY_DIR}_native)
add_long_check(build_native "" sh ${tools}/nested_build.sh ${native} kamm_hash ${jobs}
    "--preset dev -DKAMM_TESTS=OFF -DKAMM_CHECKS=OFF -DKAMM_COMMAND=OFF\
    -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DKAMM_KERNELS=native -DKAMM_WIDEST=${KAMM_WIDEST}")
set_tests_properties(build_native PROPERTIES FIXTURES_SETUP native)
add_configured_check(hash_native_kernels native "" ${native}/bin/kamm_hash --seconds 2)

# A part of the unit tests of the short tier under the address and undefined-behaviour sanitizers (docs/reliability.md, sanitizers), with
# the programs of docs/cookbook.md and docs/start.md. sanitizers_all has the other tests and the examples.
add_configuration(sanitizers "" "unit_tests test_cookbook test_start kamm_command kamm_fuzz kamm_soak"
    "--preset asan -DKAMM_QUICK_TESTS=ON -DKAMM_KERNELS=lean -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld") # links in half the time
add_configured_check(sanitizers sanitizers ""
    ${CMAKE_CTEST_COMMAND} --test-dir ${nested}/sanitizers -L unit -E "^example_" --output-on-failure)
set_tests_properties(sanitizers PROPERTIES COST 2000 TIMEOUT 2400)
# … and what the Python extension does with arrays, views and bad input; after `python`, which makes their environment.
add_configured_check(python_sanitizers sanitizers python
    sh ${tools}/test_python_sanitizers.sh ${nested}/sanitizers)
set_tests_properties(python_sanitizers PROPERTIES DEPENDS python)

# What is looked at before a release, once a week, and when lane code or the compiler's options have changed.
set(tier release)

# All unit tests of the short tier under the sanitizers, those that drive for long included, with all checks, and the examples.
add_configuration(sanitizers_all "" all
    "--preset asan -DKAMM_KERNELS=lean -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld")
add_configured_check(sanitizers_all sanitizers_all ""
    ${CMAKE_CTEST_COMMAND} --test-dir ${nested}/sanitizers_all -L unit --output-on-failure)
set_tests_properties(sanitizers_all PROPERTIES TIMEOUT 7200)
# The Python extension's too.
add_configured_check(python_sanitizers_all sanitizers_all python
    sh ${tools}/test_python_sanitizers.sh ${nested}/sanitizers_all all)

# Many processes: GNU parallel and Slurm.
add_long_check(sweep_cluster cluster sh ${tools}/test_sweep_cluster.sh ${PROJECT_BINARY_DIR})
# The Python package as a wheel, on all versions of Python that there are.
add_long_check(python_wheel python sh ${tools}/test_python_wheel.sh ${PROJECT_BINARY_DIR}/nested/python)

# The Rust crates, with the core linked and compiled in.
add_long_check(rust "api rust" sh ${tools}/test_rust.sh ${PROJECT_BINARY_DIR} ${PROJECT_BINARY_DIR}/nested/rust)

# All packages of the last commit, opened as by those who get them.
add_long_check(release_packages "build page python api rust zig" sh ${tools}/test_package.sh ${PROJECT_BINARY_DIR}/nested/package)
set_tests_properties(release_packages PROPERTIES COST 4000 TIMEOUT 5000)

# The core as one source, as its users compile it.
add_long_check(amalgamate_optimised consumer sh ${tools}/test_amalgamate.sh ${PROJECT_BINARY_DIR} -O2)
# GCC's code that is not optimised, at widths 1 and 4. Optimised code of GCC is in the build above, each width with its own instructions,
# and in the one source, as is clang's (amalgamate).
add_configuration(gcc_O0 "" kamm_hash
    "--preset release -DCMAKE_C_COMPILER=gcc -DCMAKE_C_FLAGS_RELEASE=-O0 -DKAMM_KERNELS=lean -DKAMM_WIDEST=4 -DKAMM_IO=OFF")
add_configured_check(hash_gcc_O0 gcc_O0 "" ${nested}/gcc_O0/bin/kamm_hash --seconds 2)
# clang's kernels with the instructions of each width.
add_configuration(clang "" kamm_hash
    "--preset clang -DKAMM_TESTS=OFF -DKAMM_IO=OFF -DCMAKE_C_FLAGS_RELEASE=-O3 -DKAMM_KERNELS=lean")
add_configured_check(hash_clang clang "" ${nested}/clang/bin/kamm_hash)
# What the Python package's tests of learning and its examples leave out else.
add_long_check(python_release python sh ${tools}/test_python.sh ${PROJECT_BINARY_DIR})
set_tests_properties(python_release PROPERTIES
    ENVIRONMENT "KAMM_TIER=release;KAMM_PYTHON_TESTS=python/test/test_gym.py python/test/test_examples.py")

# The page's memory over 40 changes of car in ten minutes, where the long tier has 30 in three; the cockpits of all
# vehicles, of which it has a third; what each quality draws.
add_page_check(page_release browser ${vitest} --config viewer/e2e/vitest.config.ts budget cockpit)
set_tests_properties(page_release PROPERTIES
    ENVIRONMENT "KAMM_TIER=release;KAMM=${PROJECT_BINARY_DIR}/bin/kamm" TIMEOUT 3000)

# Some minutes of fuzzing, the same on every machine; `./dev fuzz` goes on for longer.
add_configuration(fuzz fuzz "kamm_fuzz kamm_libfuzzer" "--preset fuzz")
add_configured_check(fuzz fuzz fuzz sh ${tools}/fuzz.sh ${nested}/fuzz --fixed)

# Races between threads, in the unit tests that have any: worlds, batches, environments, sweeps, kamm lab, kamm drive. And what is read
# before it is written.
add_configuration(tsan fuzz "tests_base tests_cli tests_env tests_lab tests_run tests_world kamm_command kamm_soak" "--preset tsan")
add_configured_check(threads tsan fuzz
    ${CMAKE_CTEST_COMMAND} --test-dir ${nested}/tsan -L threads --output-on-failure)
add_configuration(msan fuzz "kamm_fuzz kamm_soak" "--preset msan")
add_configured_check(uninitialised msan fuzz sh ${tools}/test_uninitialised.sh ${nested}/msan)

# What a static analysis finds.
add_long_check(cppcheck lint sh ${tools}/cppcheck.sh ${PROJECT_BINARY_DIR} ${jobs})

# Which lines of src/ the short tier reaches; ./dev coverage does the same.
add_configuration(coverage test "unit_tests test_cookbook test_start kamm_command kamm_fuzz kamm_soak" "--preset coverage")
add_configured_check(coverage coverage "" sh ${tools}/coverage.sh ${nested}/coverage)

# All kernels without instructions of their own, of both compilers: all widths on any machine. GCC's at -O1, as at -O2 and -O3 it
# takes a quarter of an hour and more to cut wide vectors into scalars.
foreach(pair clang=-O3 gcc=-O1)
    string(REGEX MATCH "^(.*)=(.*)$" _ ${pair})
    set(compiler ${CMAKE_MATCH_1})
    add_configuration(${compiler}_portable "" kamm_hash
        "--preset portable -DCMAKE_C_COMPILER=${compiler} -DCMAKE_C_FLAGS_RELEASE=${CMAKE_MATCH_2}")
    add_configured_check(hash_${compiler}_portable ${compiler}_portable ""
        ${nested}/${compiler}_portable/bin/kamm_hash)
endforeach()

# Tests, benchmarks and examples are plain C17 as well.
add_configuration(gcc_plain_tests examples all
    "--preset plain -DCMAKE_C_COMPILER=gcc -DCMAKE_C_FLAGS_DEBUG=-O0 -DKAMM_TESTS=ON")
add_configured_check(plain_gcc_tests gcc_plain_tests ""
    ${nested}/gcc_plain_tests/bin/kamm_hash --seconds 2)

# Other machines, in emulators.
add_configuration(aarch64 aarch64 kamm_hash "--preset aarch64 -DCMAKE_C_FLAGS_RELEASE=-O1")
add_configured_check(hash_aarch64 aarch64 aarch64
    qemu-aarch64 -L /usr/aarch64-linux-gnu ${nested}/aarch64/bin/kamm_hash --seconds 2)
set_tests_properties(hash_aarch64 PROPERTIES COST 2000) # the longest
# 32 bits, and the other order of bytes: at one width, of the full car alone, as emulators are slow.
foreach(machine i686 armhf s390x)
    set(emulator_of_i686 qemu-i386)
    set(emulator_of_armhf qemu-arm)
    set(emulator_of_s390x qemu-s390x)
    add_configuration(${machine} ${machine} kamm_hash
        "--preset ${machine} -DKAMM_KERNELS=scalar -DCMAKE_C_FLAGS_RELEASE=-O1")
    add_configured_check(hash_${machine} ${machine} ${machine}
        ${emulator_of_${machine}} ${nested}/${machine}/bin/kamm_hash --rung full --seconds 2)
endforeach()

# Another C library: the same constants in the models that it compiles.
add_long_check(musl musl sh ${tools}/test_musl.sh ${nested}/musl)

# Other systems and a newer clang: zig brings their headers and C libraries.
add_long_check(zig zig sh ${tools}/test_zig.sh ${nested}/zig ${jobs})
set_tests_properties(zig PROPERTIES COST 1500 TIMEOUT 2400)

# Windows: the hashes, and programs that have to print what they print here.
add_long_check(windows windows sh ${tools}/test_windows.sh ${PROJECT_BINARY_DIR} ${nested}/windows ${jobs})
set_tests_properties(windows PROPERTIES COST 1500)
