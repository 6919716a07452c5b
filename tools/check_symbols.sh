#!/bin/sh
# Looks at what the core library asks of its surroundings: functions of C17 alone, and threads, which only
# src/world/threads/threads.c has (thread_primitives.h says from where on each system). So it goes wherever there is a C library.
# Memory comes through the allocation hooks alone (src/base/hooks.c), in the library of readers and road tests as well.
#
# Usage: tools/check_symbols.sh BUILD
set -eu
library=$1/libkamm.a
[ -e "$library" ] || { echo "there is no $library: this looks at a static library" && exit 77; }
command -v nm >/dev/null || exit 77

# sincos: what GCC makes of a sine and a cosine of one angle. The last two lines are the compiler's own: what the processor
# can (__builtin_cpu_supports), the global offset table, the guard of the stack.
c17='abort aligned_alloc calloc free malloc qsort strtod
    fprintf snprintf stderr vsnprintf localeconv __ctype_tolower_loc tolower
    memchr memcmp memcpy memmove memset strchr strcmp strcpy strcspn strlen strncmp
    acos asin atan atan2 cbrt cos exp expm1 fmax fmaxf fmin fminf fmod frexp hypot ldexp log lround modf nearbyint pow
    remainder round sin sincos sqrt sqrtf tan tanh fegetround fesetround
    __cpu_indicator_init __cpu_model
    _GLOBAL_OFFSET_TABLE_ __stack_chk_fail'
threads='pthread_attr_destroy pthread_attr_init pthread_attr_setstacksize pthread_cond_broadcast pthread_cond_destroy
    pthread_cond_init pthread_cond_signal pthread_cond_wait pthread_create pthread_join pthread_mutex_destroy
    pthread_mutex_init pthread_mutex_lock pthread_mutex_unlock'

# A yield is inline, where others wait for threads as well.
nm -A "$library" | awk -v c17="$c17 sched_yield" -v threads="$threads" '
BEGIN {
    count = split(c17, list, /[ \n]+/)
    for (i = 1; i <= count; ++i) allowed[list[i]] = 1
    count = split(threads, list, /[ \n]+/)
    for (i = 1; i <= count; ++i) of_threads[list[i]] = 1
}
NF > 2 && $(NF - 1) == "U" {
    split($1, place, ":")
    object = place[2]
    symbol = $NF
    sub(/@.*/, "", symbol)
    ++seen
    if (symbol ~ /^kamm_/ || symbol in allowed || (object == "threads.c.o" && symbol in of_threads)) next
    print object ": asks for " symbol ", which is not in C17; the core has to do without"
    failed = 1
}
END {
    if (seen < 1000) {
        print "only " seen + 0 " symbols have been seen: this looks at nothing"
        failed = 1
    }
    if (!failed) print "the core asks for C17 and threads alone"
    exit failed
}'

archives=$library
[ ! -e "$1/libkamm_io.a" ] || archives="$archives $1/libkamm_io.a"
nm -A $archives | awk '
NF > 2 && $(NF - 1) == "U" {
    symbol = $NF
    sub(/@.*/, "", symbol)
    if (symbol !~ /^(malloc|calloc|realloc|reallocarray|free|aligned_alloc|posix_memalign|strdup|strndup|asprintf|getline)$/) next
    split($1, place, ":")
    if (place[2] == "hooks.c.o") { ++seen; next }
    print place[2] ": asks for " symbol "; memory comes from kamm_allocate (src/base/hooks.c)"
    failed = 1
}
END {
    if (!seen) {
        print "hooks.c.o asks for no memory: this looks at nothing"
        failed = 1
    }
    if (!failed) print "memory comes through the hooks alone"
    exit failed
}'
