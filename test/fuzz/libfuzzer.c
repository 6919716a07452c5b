/* The targets as a program of libFuzzer's; $KAMM_FUZZ_TARGET names one. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct fuzz_target *target;

int LLVMFuzzerInitialize(int *count, char ***words)
{
    (void)count, (void)words;
    const char *name = getenv("KAMM_FUZZ_TARGET");
    fuzz_begin();
    target = name ? fuzz_find(name) : NULL;
    if (target) return 0;
    fprintf(stderr, "KAMM_FUZZ_TARGET names no target\n");
    exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    target->run(data, size);
    return 0;
}
