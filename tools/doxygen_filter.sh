#!/bin/sh
# A header as Doxygen reads it: see the two programs.
#
# Usage: tools/doxygen_filter.sh HEADER    in the source tree's root
set -eu
case $1 in
*_fields.h) awk -f tools/doxygen_filter.awk "$1" ;;
*) awk -f tools/doxygen_filter.awk "$1" | python3 tools/doxygen_fields.py ;;
esac
