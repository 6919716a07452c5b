#!/bin/sh
# A second ./kamm call starts at once: it builds nothing. Usage: test_second_start.sh BUILD
set -eu
cd "$(dirname "$0")/.."
KAMM_BUILD=$1
export KAMM_BUILD

./kamm --help >/dev/null
./kamm --help >/dev/null
grep -q 'no work to do' "$KAMM_BUILD/log.txt" || { cat "$KAMM_BUILD/log.txt" && exit 1; }
