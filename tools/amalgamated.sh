# Shared code of tests of the core as one source. It is sourced; then `root` is the folder of the source tree, and the working folder
# has kamm.c, kamm.h and include/kamm/, and goes with the shell.
. "$root/tools/setup.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# compiles COMPILER OPTION…: without a folder of headers, without a macro; warnings are errors.
compiles()
{
    cached "$@" -c kamm.c || fail "does not compile: $*"
}

# has_bits COMPILER OBJECT WIDTH…: the hashes, at each width.
has_bits()
{
    "$1" -O1 -Iinclude "$root"/test/hash/*.c "$2" -lm -o hash
    ./hash --seconds 2 >hashes || fail "other bits by $1: $(grep WRONG hashes)"
    shift 2
    for width; do
        grep -q "^full  *width  *$width," hashes || fail "no hash at width $width: $(cat hashes)"
    done
}

"$root/tools/amalgamate.py" "$work"
mkdir -p include/kamm
cp kamm.h include/kamm/
echo '#include "kamm.h"' >include/kamm/vehicle.h # which the hash program asks for
