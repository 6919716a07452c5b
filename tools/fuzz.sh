#!/bin/sh
# Looks for inputs that break Kamm: each target by libFuzzer, from its seeds and the committed corpus on, and what earlier runs in
# the same folder have found out. Then a table. What breaks it is kept in FOLDER/fuzzing/TARGET/found.
#
# Usage: tools/fuzz.sh FOLDER [TARGET…] [--seconds N | --fixed] [--jobs N]
#     FOLDER has kamm_fuzz and kamm_libfuzzer (the preset fuzz); --seconds: of each target, 60 if left out
#     --fixed: the same inputs on every machine and day: from the seeds and the committed corpus alone, in the order of their names, with
#              one seed and a number of runs for each target
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
folder=$1
shift
programs=$folder/test/fuzz work=$folder/fuzzing
seconds=60 fixed= jobs=$(getconf _NPROCESSORS_ONLN) targets=
while [ $# -gt 0 ]; do
    case $1 in
    --seconds) seconds=$2 && shift ;;
    --fixed) fixed=yes ;;
    --jobs) jobs=$2 && shift ;;
    -*) echo "kamm: $1 is no option of ./dev fuzz; there are --seconds N, --fixed and --jobs N" >&2 && exit 2 ;;
    *) targets="$targets $1" ;;
    esac
    shift
done
all=$("$programs/kamm_fuzz" --list | cut -d ' ' -f 1)
for target in $targets; do
    echo "$all" | grep -qx "$target" || { echo "kamm: there is no target $target; there are:" && "$programs/kamm_fuzz" --list; } >&2
    echo "$all" | grep -qx "$target" || exit 2
done
mkdir -p "$work"
"$programs/kamm_fuzz" --dictionary | LC_ALL=C sort -u >"$work/words"

# Texts are long and have words; what bytes drive is short, and each byte counts from the start.
options_of()
{
    case $1 in
    vehicle | combination | tir | tyre | tyre_table | surfaces | world | log_csv | log_vbo | figures | sweep | axis | set)
        echo "-dict=$work/words -max_len=40000"
        ;;
    *) echo '-len_control=0 -max_len=1024' ;;
    esac
}

# Some 10 s of a processor each, by how long an input takes; more than there are seeds.
runs_of()
{
    case $1 in
    path) echo 400 ;;
    vehicle | fmu_state) echo 1000 ;;
    compile | worlds | env | fmu_car) echo 2000 ;;
    combinations | api) echo 4000 ;;
    world | cars | car | height_png) echo 10000 ;;
    *) echo 20000 ;;
    esac
}

# How long and from what. Folders list their files in any order, which counts where a search has to be the same again.
search_of()
{
    if [ -z "$fixed" ]; then
        echo "-max_total_time=$seconds -timeout=20 $work/$1/corpus $work/$1/seeds $2"
        return
    fi
    for inputs in "$work/$1/seeds" $2; do find "$inputs" -type f | LC_ALL=C sort; done | paste -s -d , - >"$work/$1/inputs"
    echo "-seed=1 -runs=$(runs_of "$1") -timeout=300 -reload=0 -seed_inputs=@$work/$1/inputs"
}

run_target()
{
    own=$work/$1
    mkdir -p "$own/corpus" "$own/seeds" "$own/found"
    rm -f "$own"/found/* "$own"/seeds/*
    "$programs/kamm_fuzz" --seeds "$1" "$own/seeds"
    committed=$root/test/fuzz/corpus/$1
    [ -d "$committed" ] || committed=
    status=0
    KAMM_FUZZ_TARGET=$1 ASAN_OPTIONS=allocator_may_return_null=1 "$programs/kamm_libfuzzer" $(options_of "$1") \
        -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$own/found/" $(search_of "$1" "$committed") \
        >"$own/log" 2>&1 </dev/null || status=$?
    echo "$status" >"$own/status"
}

# Some run at a time: one that ends makes room for the next.
count=0 running=
for target in ${targets:-$all}; do
    [ ! -t 2 ] || printf '\r\033[K%s' "kamm: fuzzing $target" >&2
    run_target "$target" &
    running="$running $!" count=$((count + 1))
    if [ "$count" -ge "$jobs" ]; then
        set -- $running
        wait "$1"
        shift
        running="$*" count=$((count - 1))
    fi
done
wait
[ ! -t 2 ] || printf '\r\033[K' >&2

number_of() # PATTERN FILE: the last number after it
{
    grep -ao "$1 *[0-9]*" "$2" | tail -n 1 | tr -cd 0-9
}

bad=0
printf '%-14s %12s %9s %9s %9s\n' target executions coverage corpus findings
for target in ${targets:-$all}; do
    own=$work/$target
    found=$(find "$own/found" -type f | wc -l)
    printf '%-14s %12s %9s %9s %9s\n' "$target" "$(number_of 'number_of_executed_units:' "$own/log")" "$(number_of 'cov:' "$own/log")" \
        "$(number_of 'corp:' "$own/log")" "$found"
    [ "$found" = 0 ] && [ "$(cat "$own/status")" = 0 ] && continue
    bad=$((bad + 1))
    grep -aE 'does not hold|SUMMARY|runtime error' "$own/log" | tail -n 2 || tail -n 5 "$own/log"
    [ "$found" = 0 ] || echo "again: $programs/kamm_fuzz $target $own/found/*"
done
[ "$bad" = 0 ] || echo "once mended, an input stays in test/fuzz/corpus/TARGET, and the tests run it"
exit $((bad > 0))
