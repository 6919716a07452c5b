#!/bin/sh
# What the last run of `./dev test release` covered: the state of what that tier looks at, in a file of the repository.
#
# Usage: tools/release_record.sh commit          the one that a run begins with; all that is looked at has to be committed
#        tools/release_record.sh write COMMIT    after a run that passed
#        tools/release_record.sh check           names what has changed since; fails if the run was too long ago
set -eu
record=test/reference/release_run.txt
# The lane code, and how it is compiled.
covered='CMakeLists.txt CMakePresets.json cmake src/base src/part src/rungs'
most_days=30

cd "$(git rev-parse --show-toplevel 2>/dev/null)" 2>/dev/null || { echo 'there is no history to compare with' && exit 77; }

fail()
{
    echo "$record: $*" >&2
    exit 1
}

# state COMMIT: the hash of each covered file or folder there.
state()
{
    for path in $covered; do
        printf '%s %s\n' "$(git rev-parse "$1:$path")" "$path"
    done
}

# When a commit was made, in s since 1970.
commit_time_s()
{
    git show -s --format=%ct "$1"
}

commit()
{
    [ -z "$(git status --porcelain -- $covered)" ] || fail "a run is recorded of what is committed alone, and these are not:
$(git status --porcelain -- $covered)"
    git rev-parse HEAD
}

write()
{
    {
        echo '# The state that the last whole run of `./dev test release` passed with; tools/release_record.sh writes and reads it.'
        echo "$(commit_time_s "$1") $(git show -s --format=%cs "$1")"
        state "$1"
    } >"$record"
    echo "$record is written; please commit it"
}

# Commits count, not the calendar: a tree without commits does not grow old.
check()
{
    [ -e "$record" ] || fail 'is missing; ./dev test release writes it'
    then_s=$(sed -n 2p "$record" | cut -d ' ' -f 1)
    case $then_s in
    '' | *[!0-9]*) fail 'line 2 has no time' ;;
    esac
    changed=$(state HEAD | grep -vxFf "$record" | cut -d ' ' -f 2 | tr '\n' ' ' || :)
    days=$((($(commit_time_s HEAD) - then_s) / 86400))
    [ -n "$changed" ] || echo "nothing that ./dev test release looks at has changed since it was run"
    [ -z "$changed" ] || echo "changed since ./dev test release was run, $days days of commits ago: $changed"
    [ -z "$changed" ] || [ "$days" -le "$most_days" ] ||
        fail "the run is $days days of commits old, $most_days are allowed: ./dev test release"
}

case "${1:-} $#" in
'commit 1' | 'check 1' | 'write 2') "$@" ;;
*) sed -n '/^# Usage:/,/^set /s/^# //p' "$0" >&2 && exit 2 ;;
esac
