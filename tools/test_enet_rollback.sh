#!/bin/sh
# Two players, each a process, over the loopback with lost and late packets: their worlds have the same hash, which rollbacks
# have made so.
#
# Usage: tools/test_enet_rollback.sh BUILD
set -eu
program=$1/examples/enet_rollback
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail()
{
    cat "$folder"/* >&2
    echo "enet_rollback: not so: $*" >&2
    exit 1
}

# A port that is in use gives way to the next.
play()
{
    "$program" host "$1" >"$folder/host" 2>&1 &
    host=$!
    "$program" join "$1" >"$folder/join" 2>&1 || { kill "$host" 2>/dev/null || true; return 1; }
    wait "$host"
}
port=$((20000 + $$ % 20000))
play $port || play $((port + 1)) || play $((port + 2)) || fail 'they play to the end'

hash_of() { sed -n 's/^hash \([0-9a-f]*\),.*/\1/p' "$folder/$1"; }
[ -n "$(hash_of host)" ] && [ "$(hash_of host)" = "$(hash_of join)" ] || fail 'both have one hash'
for player in host join; do
    awk '/rollbacks/ { exit !($3 > 100 && $5 > 2) }' "$folder/$player" || fail "$player has guessed and gone back"
done
status=0
"$program" host 0 >"$folder/usage" 2>&1 || status=$?
[ $status = 2 ] && grep -q '1 to 65535' "$folder/usage" || fail 'a bad port is refused'
cat "$folder/host"
