#!/bin/sh
# Shows that check_floors.sh can fail: a sound tree passes, each kind of offence is found.
set -eu
. "$(dirname -- "$0")/test_tree.sh"

sound_tree()
{
    rm -rf "${tree:?}"/*
    write include/kamm/cars.h '#include <stdint.h>'
    write include/kamm/io/vehicle_file.h '#include <kamm/cars.h>'
    write src/base/lane.h '#include <string.h>'
    write src/part/tyre.h '#include "base/lane.h"'
    write src/part/tyre_moments.h '#include "tyre.h"'
    write src/part/wheel.h '#include "base/lane.h"'
    write src/rungs/full/step.c '#include "../../part/tyre.h"' '#include <kamm/cars.h>'
    write src/io/read.c '#include <cjson/cJSON.h>' '#include <kamm/io/vehicle_file.h>' '#include "base/lane.h"'
    write src/io/system.c '#include <windows.h>' '#include <unistd.h>'
    write src/world/threads/thread_primitives.h '#include <windows.h>' '#include <pthread.h>'
    write src/base/error.c '#include <malloc.h>'
    write cli/main.c '#include <kamm/io/vehicle_file.h>' '#include "cli.h"' '#include <unistd.h>'
    write cli/cli.h '#include <stdio.h>'
    write test/test_step.c '#include "base/lane.h"' '#include <cmocka.h>'
    # What looks like circles and is none: types, names of file scope, declarations, packages.
    write src/run/cars.h 'struct cars { int count; };' 'int kamm_count(const struct cars *cars);' 'void kamm_place(struct cars *cars);'
    write src/run/cars.c '#include "cars.h"' 'static int step;' 'int kamm_count(const struct cars *cars)' '{' \
        '    return cars->count + step; /* kamm_place */' '}'
    write src/run/place.c '#include "cars.h"' 'void kamm_place(struct cars *cars)' '{' '    kamm_count(cars);' '}'
    write viewer/src/eye.ts 'import type { Box } from "./box";' 'export const eye = 1;'
    write viewer/src/box.ts 'import { eye } from "./eye";' 'export interface Box { eye: typeof eye }'
    write viewer/src/later.ts 'import { eye } from "./eye";' 'const box = () => import("./later_box");'
    write viewer/src/later_box.ts 'import "./later";'
    write python/kamm/__init__.py 'from .batch import Batch'
    write python/kamm/batch.py 'from typing import TYPE_CHECKING' 'if TYPE_CHECKING:' '    from .steady import trim'
    write python/kamm/steady.py 'from .batch import Batch'
}

# circle WHAT FILE TEXT FILE TEXT: with these two files there has to be one.
circle()
{
    what=$1
    sound_tree
    write "$2" "$3"
    write "$4" "$5"
    if found=$(sh "$tools/check_floors.sh" "$tree"); then
        echo "not found: a circle $what" && exit 1
    fi
    case $found in
    *'a circle of 2 files'*) ;;
    *) echo "a circle $what gave: $found" && exit 1 ;;
    esac
}

# offends WHAT MESSAGE FILE LINE…: the file must be complained of with the message.
offends()
{
    what=$1 message=$2 file=$3
    shift 2
    sound_tree
    write "$@"
    if found=$(sh "$tools/check_floors.sh" "$tree"); then
        echo "not found: $what" && exit 1
    fi
    case $found in
    "$file:"*"$message"*) ;;
    *) echo "$what gave: $found" && exit 1 ;;
    esac
}

sound_tree
sh "$tools/check_floors.sh" "$tree"
offends 'a climb' 'climbs to src/rungs/full/step.c' src/base/lane.h '#include "rungs/full/step.c"'
offends 'a climb by ..' 'climbs to src/rungs/full/step.c' src/part/wheel.h \
    '#include "../rungs/full/step.c"'
offends 'a climb in a public header' 'climbs to <kamm/io/vehicle_file.h>' include/kamm/cars.h \
    '#include <kamm/io/vehicle_file.h>'
offends 'a climb by public header' 'climbs to <kamm/io/vehicle_file.h>' src/rungs/full/step.c \
    '#  include <kamm/io/vehicle_file.h>'
offends 'a part in a part' 'includes another' src/part/wheel.h '#include "tyre.h"'
offends 'a face that looks inside' 'public headers only' cli/main.c '#include "base/lane.h"'
offends 'a face that looks inside by ..' 'public headers only' cli/main.c \
    '#include "../src/base/lane.h"'
offends 'a core that needs a library' 'more than libc' src/rungs/full/step.c \
    '#include <cjson/cJSON.h>'
offends 'a core that needs POSIX' 'more than libc' src/base/lane.h '#include <unistd.h>'
offends 'a reader that needs POSIX' 'kamm_io may not use' src/io/read.c '#include <unistd.h>'
offends 'threads outside their header' 'more than libc' src/world/threads/threads.c '#include <pthread.h>'
offends 'Windows outside that header' 'more than libc' src/world/threads/threads.c '#include <windows.h>'
offends 'another malloc' 'more than libc' src/base/curve.c '#include <malloc.h>'
offends 'Windows in the readers' 'may not use' src/io/read.c '#include <windows.h>'
offends 'a library too many' 'may not use' src/io/read.c '#include <curl/curl.h>'
offends 'a header that is nowhere' 'not in its folder' src/part/tyre.h '#include "gone.h"'
offends 'a rung in common code' 'names a rung' src/run/step.c 'if (rung == KAMM_FULL) return;'
offends 'a rung that is looked into' 'names a rung' src/run/step.c '#include "rungs/full/step.c"'
offends 'an attribute' 'not C17' src/run/step.c 'static __attribute__((noinline)) void f(void);'
offends 'a builtin' 'not C17' include/kamm/cars.h '#define root(x) __builtin_sqrt(x)'
offends 'an instruction' 'not C17' src/world/threads/threads.c 'asm("nop");'
offends 'a statement in an expression' 'not C17' src/run/step.c 'int x = ({ 1; });'
offends 'a question about the compiler' 'not C17' src/run/step.c '#ifdef __GNUC__'
offends 'a long function' 'after 81 lines' src/base/lane.h 'int f(void)' '{' \
    "$(seq 78)" '}'
offends 'a long file' 'over 500 lines' test/test_step.c "$(seq 501)"
sound_tree
rm -r "$tree/src/run"
write src/base/lane.h 'int f(void)' '{' "$(seq 20)" '}'
! sh "$tools/check_floors.sh" "$tree" || { echo 'not found: a long median' && exit 1; }
circle 'of calls' src/run/a.c 'void kamm_a(void) { kamm_b(); }' src/run/b.c 'void kamm_b(void) { kamm_a(); }'
circle 'by an object' src/run/a.c 'const int kamm_a[1] = {sizeof kamm_b};' src/run/b.c 'int kamm_b(void) { return kamm_a[0]; }'
circle 'by an inline function' src/run/place.h 'static inline void place(void) { kamm_b(); }' src/run/b.c \
    'void kamm_b(void) { kamm_place(0); }'
circle 'by a macro' src/run/place.h '#define PLACE() kamm_b()' src/run/b.c 'void kamm_b(void) { kamm_place(0); }'
circle 'by a pasted name' src/run/a.c '#define TASK(name) &kamm_##name##_task,
const void *kamm_tasks[] = {TASK(park)};' src/run/b.c 'const struct task kamm_park_task = {kamm_tasks};'
circle 'of headers' src/run/a.h '#include "b.h"' src/run/b.h '#include "a.h"'
circle 'in a face' cli/a.c 'void a(void) { b(); }' fmu/b.c 'void b(void) { a(); }'
circle 'in TypeScript' viewer/src/eye.ts 'import { type Box, inBox } from "./box";' viewer/src/other.ts ''
circle 'in an export' wasm/src/a.ts 'export * from "./b";' wasm/src/b.ts 'import { a } from "./a";'
circle 'in Python' python/kamm/batch.py 'from .steady import trim' python/kamm/other.py ''
circle 'in a function of Python' python/kamm/batch.py 'def trim():
    from .steady import trim' python/kamm/other.py ''
echo 'every offence is found'
