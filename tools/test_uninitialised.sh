#!/bin/sh
# Looks for what is read before it is written, by the memory sanitizer: all that fuzzing begins with (each shipped vehicle on each rung,
# combinations, worlds, snapshots, environments, models, FMUs) and its corpus, and some cases of the soak.
#
# Usage: tools/test_uninitialised.sh BUILD    of the preset msan, where kamm_fuzz and kamm_soak are
set -eu
cd "$(dirname "$0")/.."

# libpng and cJSON are not instrumented: what they write into memory that they have asked for would count as unwritten. The core clears
# what it asks for, so that only its stack remains to be looked at.
export MSAN_OPTIONS=poison_in_malloc=0:poison_in_free=0
"$1/test/fuzz/kamm_fuzz"
"$1/bin/kamm_soak" --cases 8 --jobs 1
