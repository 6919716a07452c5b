#!/bin/sh
# A unit test is left out while nothing that it is made of and reads has changed since it passed, and only then: in a small tree
# of two libraries, whose test writes down that it has run.
set -eu
tools=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
objects=build/test/CMakeFiles/tests_run.dir/run
mkdir -p tools data docs test/reference test/run "$objects" build/bin
cp "$tools/test_keys.py" "$tools/run_unit.sh" tools
echo 'int main(void) { return 0; }' >test/main.c
unset CI
calls=0

# compile FILE TEXT ARCHIVE: a member of an archive.
compile()
{
    echo "$2" >"$1.c"
    gcc -c "$1.c" -o "$1.o"
    ar rcs "$3" "$1.o"
}

# same_name TEXT: a second member `near`, behind others.
same_name()
{
    mkdir -p again
    echo "$1" >again/near.c
    gcc -c again/near.c -o again/near.o
    rm -f build/libkamm.a
    ar qcs build/libkamm.a near.o far.o again/near.o
}

# write_test NAME: what it is to the compiler; it asks for `near`, and its program runs the file `body`.
write_test()
{
    echo "const char *reads_$1 = \"docs/page.md\"; int near(void); int main_$1(void) { return near() + ${2:-0}; }" >"test/run/test_$1.c"
    gcc -c "test/run/test_$1.c" -o "$objects/test_$1.c.o"
}

# expect RUNS STATUS WHAT COMMAND…: after a change, the test runs or doesn't, and ends so.
expect()
{
    runs=$1 expected=$2 what=$3 status=0
    shift 3
    "$@"
    python3 tools/test_keys.py "$place/build"
    KAMM_UNCHANGED=${asked-yes} sh tools/run_unit.sh build "${name-test_one}" sh body >said 2>&1 || status=$?
    calls=$((calls + runs))
    [ "$status" = "$expected" ] || { echo "$what: it ended with $status" && exit 1; }
    [ "$(wc -l <log)" = "$calls" ] || { echo "$what: it should have run $runs times" && exit 1; }
    [ "$runs" = 1 ] || grep -q 'unchanged since it passed' said || { echo "$what: it doesn't say so" && exit 1; }
}
passes() { echo "echo run >>$place/log; exit 0" >body; }
fails() { echo "echo run >>$place/log; exit 3" >body; }

: >log
compile near 'int deep(void); int near(void) { return deep(); }' build/libkamm.a
compile far 'int far(void) { return 1; }' build/libkamm.a
compile deep 'int deep(void) { return 0; }' build/libkamm_io.a
compile other 'int other(void) { return 0; }' build/test/libkamm_test_support.a
write_test one
write_test two
echo 1 >data/car.json
echo 1 >docs/page.md
echo 1 >docs/other.md
passes
expect 1 0 'the first time' true
expect 0 0 'a second time' true
expect 0 0 'a member that it does not reach' compile far 'int far(void) { return 2; }' build/libkamm.a
expect 0 0 'one of the same name as a member that it reaches' same_name 'int other_near(void) { return 1; }'
expect 0 0 'another text of that' same_name 'int other_near(void) { return 2; }'
expect 0 0 'another test' write_test two 1
expect 0 0 'a page that no test names' eval 'echo 2 >docs/other.md'
expect 0 0 'the same text compiled again' compile deep 'int deep(void) { return 0; }' build/libkamm_io.a
expect 1 0 'a member that a member asks for' compile deep 'int deep(void) { return 0 * 1 + 4; }' build/libkamm_io.a
expect 1 0 'its own object' write_test one 1
expect 1 0 'a vehicle' eval 'echo 2 >data/car.json'
expect 1 0 'a vehicle more' eval 'echo 2 >data/bus.json'
expect 1 0 'a page that it names' eval 'echo 2 >docs/page.md'
expect 1 0 'reference numbers' eval 'echo 2 >test/reference/numbers.csv'
expect 1 0 'a variable' export KAMM_DATA=data
expect 0 0 'nothing' true
asked='' expect 1 0 'all tiers but the short one' true
CI=true expect 1 0 'in CI' true

# A check that needs the tools alone; `kernels` needs the kernels as well.
kernel=build/CMakeFiles/kamm_full_kernel_1_0.dir/src
mkdir -p "$kernel"
echo 1 >"$kernel/full_kernel.c.o"
printf 'add_kept_check(%s sh tools/test.sh)\n' words_selftest kernels >test/checks.cmake
name=words_selftest expect 1 0 'a check, for the first time' true
name=kernels expect 1 0 'that of the kernels' true
name=words_selftest expect 0 0 'a kernel that it does not need' eval 'echo 2 >"$kernel/full_kernel.c.o"'
name=kernels expect 1 0 'a kernel' true
name=kernels expect 0 0 'a page, for a check' eval 'echo 3 >docs/page.md'
name=words_selftest expect 1 0 'a tool' eval 'echo "#" >tools/more.sh'
name=kernels expect 1 0 'a tool, for the kernels' true

# A check of one program needs that alone.
echo 1 >build/bin/kamm_hash
echo 'add_kept_check(hash_native ${PROJECT_BINARY_DIR}/bin/kamm_hash --seconds 2)' >>test/checks.cmake
name=hash_native expect 1 0 'that of a program' true
name=hash_native expect 0 0 'a tool, for a program' eval 'echo "#" >>tools/more.sh'
name=hash_native expect 1 0 'the program' eval 'echo 2 >build/bin/kamm_hash'
name=kernels expect 1 0 'that tool, for the kernels' true
expect 1 0 'that page' true

# A failed test runs again in each tier until it passes.
fails
expect 0 0 'what passed and is as it was' true
asked='' expect 1 3 'a failure that another tier finds' true
expect 1 3 'after it' true
expect 1 3 'after that' true
passes
expect 1 0 'mended' true
expect 0 0 'and proved' true
