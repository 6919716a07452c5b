#!/bin/sh
# A second ./kamm call starts at once: it builds nothing. Usage: test_second_start.sh BUILD
set -eu
cd "$(dirname "$0")/.."
KAMM_BUILD=$1
export KAMM_BUILD

./kamm --help >/dev/null
begin=$(date +%s)
./kamm --help >/dev/null
took=$(($(date +%s) - begin))
grep -q 'no work to do' "$KAMM_BUILD/log.txt" || { cat "$KAMM_BUILD/log.txt" && exit 1; }
[ "$took" -le 3 ] || { echo "it took $took s" && exit 1; } # 0.1 s on an idle machine
