#!/bin/sh
# Sweeps from outside: killed at any moment, on a disk that is full, in folders that can't be written, and as the tasks of
# an array. Usage: tools/test_sweep.sh BUILD
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
KAMM=$(CDPATH= cd -- "$1" && pwd -P)/bin/kamm
export KAMM
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

fail()
{
    echo "$*" >&2
    exit 1
}

# fails_with PART COMMAND…: exit status 1, and a message that has the part.
fails_with()
{
    part=$1 status=0
    shift
    "$@" >out 2>err || status=$?
    [ "$status" = 1 ] || fail "exit status $status instead of 1: $*: $(cat err)"
    grep -qF -- "$part" err || fail "'$part' is not in: $(cat err)"
}

runs=60
words="brake --car nissan-micra --rung rigid2d --vary body.mass_kg=800:1500:$runs"
sweep()
{
    "$KAMM" sweep $words "$@"
}

sweep --out whole >/dev/null

# Killed again and again, at moments of all kinds: nothing is lost, nothing is driven twice, and in the end it is the same.
kills=0 delay=1 status=137 kept=0
while [ "$status" = 137 ]; do
    "$KAMM" sweep $words --jobs 2 --out killed >out 2>err &
    sleep "$(printf '0.%03d' $delay)"
    kill -KILL $! 2>/dev/null || true
    status=0
    wait $! 2>/dev/null || status=$?
    [ "$status" = 0 ] || [ "$status" = 137 ] || fail "exit status $status: $(cat err)"
    if [ -e killed/runs.log ]; then
        again=$(cut -d' ' -f1 killed/runs.log | sort | uniq -d)
        [ -z "$again" ] || fail "driven twice: $again"
        now=$(grep -c ' #................$' killed/runs.log || true)
        [ "$now" -ge "$kept" ] || fail "$kept runs were done, now $now"
        kept=$now
    fi
    kills=$((kills + 1)) delay=$((delay * 5 / 4 + 1))
    [ "$kills" -lt 60 ] || fail 'it does not come to an end'
done
[ "$kills" -ge 3 ] || fail "it was killed $kills times only: make it longer"
[ "$(wc -l <killed/runs.log)" = "$runs" ] || fail "killed/runs.log: not $runs lines"
diff -r whole killed

# A disk that is full (files may have so many blocks of 512 bytes at most): what fits is kept, and goes on later.
for blocks in 4 7; do
    fails_with "full/runs.log: can't be written: File too large; " \
        sh -c 'trap "" XFSZ; ulimit -f '$blocks'; exec "$KAMM" sweep '"$words"' --jobs 1 --out full'
    grep -q "; [1-9][0-9]* of $runs runs are kept" err || fail "nothing is kept: $(cat err)"
    [ ! -e full/runs.csv ] || fail 'there are results of a sweep that is not complete'
done
sweep --out full >out 2>err
grep -q '1 records were not whole; their runs are driven again' err || fail "no word of the line that was cut: $(cat err)"
diff -r whole full

# Folders that can't be written, and what is no sweep.
: >file
fails_with "file/sweep: the folder can't be made: Not a directory" sweep --out file/sweep
[ ! -d /proc/self ] || fails_with "/proc/self/sweep: the folder can't be made" sweep --out /proc/self/sweep
mkdir broken && cp whole/* broken && echo '{' >broken/manifest.json
fails_with 'broken/manifest.json:' sweep --out broken
mkdir headless && cp whole/runs.log headless
fails_with 'headless: there is a runs.log but no manifest.json' sweep --out headless
cmp whole/runs.log headless/runs.log
fails_with 'nowhere: there is no sweep: no manifest.json' "$KAMM" merge nowhere --out merged

# Runs the sweep as tasks of an array, of which one is late.
for task in 1 3; do
    SLURM_ARRAY_TASK_ID=$task sh "$root/examples/sweep/array.sh" 3 array $words >/dev/null
done
fails_with '20 of 60 runs are missing: 1, 4, 7' "$KAMM" merge array/part-* --out all
[ ! -e all/runs.csv ] || fail 'there are results of a merge that is not complete'
SLURM_ARRAY_TASK_ID=2 SLURM_CPUS_PER_TASK=2 sh "$root/examples/sweep/array.sh" 3 array $words >/dev/null
"$KAMM" merge array/part-* --out all >/dev/null
diff -r whole all
"$KAMM" sweep $(echo "$words" | sed s/1500/1400/) --shard 1/3 --out alien >/dev/null
fails_with 'alien/manifest.json is of another sweep than array/part-1: body.mass_kg to is 1400 there, 1500 here' \
    "$KAMM" merge array/part-* alien --out all2
[ ! -e all2 ] || fail 'a merge of different sweeps was written'
echo "$kills kills"
