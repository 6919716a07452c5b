#!/bin/sh
# Reads the #include lines and fails on a climb: a file includes its own floor and those below (base < fields < part <
# vehicle < rungs < run < driver < world < env < io < lab). A part never includes another part, and the faces (cli,
# wasm, python, godot, fmu, bench, examples) include public headers only (cli also fmu). Base to env need libc alone, and
# io and lab the system's headers in src/io/system.c alone. Also fails on the name of a rung outside of src/rungs, and on
# words of some compilers alone outside of their headers. Fails on functions over 80 lines, on files over 500, and if the median function has 15 lines or more. Last on a circle of
# files, in C, TypeScript or Python (tools/find_circles.py).
#
# Usage: tools/check_floors.sh [ROOT]
set -eu
tools=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cd "${1:-$tools/..}"
folders=
for folder in src include cli wasm python godot fmu test bench examples; do
    [ ! -d "$folder" ] || folders="$folders $folder"
done

find $folders -name '*.[ch]' | sort >"${TMPDIR:-/tmp}/kamm_floors.$$"
trap 'rm -f "${TMPDIR:-/tmp}/kamm_floors.$$"' EXIT
failed=0
awk -v list="${TMPDIR:-/tmp}/kamm_floors.$$" '
function complain(text)
{
    print file ":" line ": " text
    failed = 1
}

# The floor of a file: 1 is base. 0 is a public header that every floor may include.
function floor_of(path,    name)
{
    if (match(path, /^src\/[a-z]+\//)) {
        name = substr(path, 5, RLENGTH - 5)
        if (!(name in floors)) complain("no floor is named " name)
        return floors[name]
    }
    if (path ~ /^include\/kamm\//) return public_floors[substr(path, 14)] + 0
    return floors["lab"] + 1
}

# Which part a file in src/part belongs to: its folder there, or its name.
function part_of(path)
{
    sub(/^src\/part\//, "", path)
    sub(/[\/.].*/, "", path)
    return path
}

# Longer names may belong to one part: magic_formula and magic_formula_moments.
function same_part(a, b)
{
    return a == b || index(a, b "_") == 1 || index(b, a "_") == 1
}

function check_own(included,    folder, path)
{
    folder = file
    sub(/[^\/]*$/, "", folder)
    path = folder included
    while (sub(/[^\/]+\/\.\.\//, "", path)) {}
    if (!(path in known)) path = "src/" included
    if (file ~ /^wasm\/c\/(png_grey|system)\.c$/) return # stand in for files of io
    if (file ~ /^(cli|wasm|python|godot|fmu|bench|examples)\//) {
        sub(/\/.*/, "/", folder)
        if (path !~ "^" folder && !(folder == "cli/" && path ~ /^fmu\//)) complain("a face includes public headers only, not \"" included "\"")
    } else if (!(path in known)) {
        if (file !~ /^test\//) complain("\"" included "\" is not in its folder nor in src/")
    } else if (floor_of(path) > floor_of(file)) {
        complain("climbs to " path)
    } else if (file ~ /^src\/part\// && path ~ /^src\/part\//) {
        if (!same_part(part_of(file), part_of(path))) complain("a part includes another: " path)
    }
}

function check_system(included)
{
    if (included ~ /^kamm\//) {
        if (!(("include/" included) in known)) complain("there is no <" included ">")
        else if (floor_of("include/" included) > floor_of(file)) complain("climbs to <" included ">")
    } else if (file !~ /^test\// && !(included in libc)) {
        if (floor_of(file) == floors["io"] || floor_of(file) == floors["lab"]) {
            if (!(included in io_may) && !(file == "src/io/system.c" && (included in system_may)))
                complain("kamm_io may not use <" included ">")
        } else if (!(file == "src/world/threads/thread_primitives.h" && (included in threads_may)) &&
                   !(file ~ /^src\/base\/(error|hooks)\.c$/ && included == "malloc.h") &&
                   !(file ~ /^(cli|wasm|python|godot|fmu|bench|examples)\// && included in posix) &&
                   !(file ~ /^cli\/drive/ && (included in server_may)) &&
                   !(file ~ /^fmu\/pack\// && included == "zlib.h") &&
                   !(file ~ /^python\// && (included == "Python.h" || included == "process.h")) &&
                   !(file ~ /^(examples|bench\/peers)\// && included ~ /^(SDL|ode\/ode|enet\/enet)\.h$/)) {
            complain("needs more than libc: <" included ">")
        }
    }
}

# Common code knows a rung by struct rung alone.
function check_rungs(text)
{
    if (file !~ /^(src|cli|wasm)\// || file ~ /^src\/rungs\//) return
    if (text ~ /KAMM_(KINEMATIC|RIGID2D|SINGLE_TRACK|DOUBLE_TRACK|FULL)([^A-Za-z0-9_]|$)/ ||
        text ~ /#include ".*rungs\/[a-z0-9_]+\//) complain("names a rung outside of src/rungs")
}

# What only some compilers understand stands in few files, which have a plain form of it as well.
function check_dialect(text)
{
    if (file !~ /^(src|include)\// || file ~ dialect_files) return
    gsub(/"([^"\\]|\\.)*"/, "\"\"", text)
    if (text ~ /__attribute__|__builtin_|__extension__|__typeof|__restrict|__asm|__declspec|__int128/ ||
        text ~ /(^|[^A-Za-z0-9_])(typeof|asm|_mm_[a-z0-9_]+)[^A-Za-z0-9_]|\(\{|\? *:/ ||
        text ~ /#[ \t]*pragma|__GNUC__|__clang__|_MSC_VER|_Pragma/)
        complain("not C17: it belongs to src/base/compiler.h")
}

function check_line(text,    included)
{
    check_rungs(text)
    check_dialect(text)
    if (match(text, /^[ \t]*#[ \t]*include[ \t]*["<][^">]*/)) {
        included = substr(text, RSTART, RLENGTH)
        sub(/^[^"<]*/, "", included)
        if (substr(included, 1, 1) == "<") check_system(substr(included, 2))
        else check_own(substr(included, 2))
    }
    if (text == "{") start = line
    if (text ~ /^}/ && start) {
        if (line - start + 2 > 80) complain("the function ends after " line - start + 2 " lines")
        if (file ~ /^src\//) ++lengths[line - start + 2]
        start = 0
    } else if (file ~ /^src\// && text ~ /^[A-Za-z].*\).*\{.*\}$/) {
        ++lengths[1]
    }
}

function check_file()
{
    line = start = 0
    while ((getline text < file) > 0) {
        ++line
        check_line(text)
    }
    close(file)
    if (line > 500) complain("the file has over 500 lines")
}

function words(text, set,    list, i)
{
    for (i = split(text, list, " "); i > 0; --i) set[list[i]] = 1
}

function median(    total, seen, length_lines)
{
    for (length_lines in lengths) total += lengths[length_lines]
    for (length_lines = 1; length_lines < 1000; ++length_lines) {
        seen += lengths[length_lines]
        if (2 * seen >= total) return length_lines
    }
}

BEGIN {
    for (i = split("base fields part vehicle rungs run driver world env io lab", names, " "); i > 0; --i) floors[names[i]] = i
    public_floors["world.h"] = public_floors["terrain.h"] = floors["world"]
    public_floors["env.h"] = public_floors["kamm.h"] = floors["env"]
    public_floors["world_events.h"] = public_floors["world_joints.h"] = public_floors["world_query.h"] = public_floors["world_sleep.h"] = public_floors["debug_draw.h"] = public_floors["portable_world.h"] = floors["world"]
    public_floors["driver.h"] = public_floors["traffic.h"] = public_floors["rider.h"] = public_floors["input_assist.h"] = public_floors["arcade_drive.h"] = floors["driver"]
    public_floors["io/world_file.h"] = public_floors["io/vehicle_file.h"] = floors["io"]
    public_floors["io/tyre_file.h"] = public_floors["io/combination_file.h"] = public_floors["io/arcade_file.h"] = public_floors["io/recording.h"] = floors["io"]
    public_floors["io/estimate.h"] = public_floors["io/import.h"] = floors["io"]
    public_floors["io/suspension.h"] = public_floors["io/diagnosis.h"] = floors["lab"]
    public_floors["io/lab.h"] = public_floors["io/sweep.h"] = public_floors["io/fit.h"] = public_floors["io/sensitivity.h"] = public_floors["io/report.h"] = public_floors["io/scenario.h"] = floors["lab"]
    words("assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h " \
          "math.h setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h " \
          "stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h time.h uchar.h wchar.h " \
          "wctype.h", libc)
    words("cpuid.h immintrin.h intrin.h wasm_simd128.h xmmintrin.h", libc) # of the compiler
    dialect_files = "^(src/base/(compiler|lane|lane_[a-z0-9]+|wide|float_mode|float_method|mingw_root)|include/kamm/export)\\.h$"
    words("dirent.h fcntl.h getopt.h glob.h libgen.h poll.h pthread.h strings.h unistd.h sys/ioctl.h " \
          "sys/resource.h sys/stat.h sys/time.h sys/types.h sys/utsname.h sys/wait.h", posix)
    words("cjson/cJSON.h png.h", io_may)
    words("direct.h io.h windows.h", system_may)
    words("arpa/inet.h ifaddrs.h microhttpd.h netdb.h netinet/in.h sys/socket.h", server_may)
    words("pthread.h windows.h", threads_may)
    for (name in posix) system_may[name] = 1

    while ((getline file < list) > 0) known[file] = ++count
    for (file in known) order[known[file]] = file
    for (i = 1; i <= count; ++i) {
        file = order[i]
        check_file()
    }
    if (median() >= 15) {
        print "the median function has " median() " lines"
        failed = 1
    }
    if (!failed) print count " files stand on their floors; the median function has " median() " lines"
    exit failed
}' || failed=1
python3 "$tools/find_circles.py" . || failed=1
exit $failed
