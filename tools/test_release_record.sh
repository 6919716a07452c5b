#!/bin/sh
# The record of the last release run, in a small repository whose commits have made-up dates.
set -eu
tools=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
record=$tools/release_record.sh
cd "$place"

# commit_on DATE: all that there is.
commit_on()
{
    git add -A
    GIT_AUTHOR_DATE="$1T12:00:00Z" GIT_COMMITTER_DATE="$1T12:00:00Z" git commit -q --allow-empty -m "of $1"
}

# ends_with STATUS WORDS COMMAND…: with these words.
ends_with()
{
    expected=$1 words=$2 status=0
    shift 2
    "$@" >said 2>&1 || status=$?
    mv said .git/said
    [ "$status" = "$expected" ] && grep -qF "$words" .git/said ||
        { echo "$* ended with $status, not $expected, or without '$words': $(cat .git/said)" && exit 1; }
}

git init -q
mkdir -p src/base src/part src/rungs src/world cmake test/reference
for file in CMakeLists.txt CMakePresets.json cmake/a src/base/a src/part/a src/rungs/a src/world/a; do echo 1 >"$file"; done
commit_on 2026-01-01
ends_with 1 'is missing' "$record" check

ends_with 0 "$(git rev-parse HEAD)" "$record" commit
ends_with 0 'is written' "$record" write "$(git rev-parse HEAD)"
commit_on 2026-01-02
ends_with 0 'nothing that ./dev test release looks at has changed' "$record" check
# Other folders are of no matter, however old the run is.
echo 2 >src/world/a
commit_on 2026-06-01
ends_with 0 'has changed since it was run' "$record" check

# What has changed is named; a month of commits later it fails.
echo 2 >src/base/a
ends_with 1 'src/base/a' "$record" commit
commit_on 2026-01-30
ends_with 0 '29 days of commits ago: src/base ' "$record" check
echo 2 >CMakeLists.txt
commit_on 2026-02-02
ends_with 1 '32 days of commits old, 30 are allowed' "$record" check
ends_with 0 '' "$record" write "$(git rev-parse HEAD)"
ends_with 0 'nothing that' "$record" check

echo rubbish >test/reference/release_run.txt
ends_with 1 'line 2 has no time' "$record" check
ends_with 2 'Usage' "$record" wrong
