#include "soak.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define SOAK_TEXT(name, text) text,
const char *const soak_kind_texts[] = {SOAK_KINDS(SOAK_TEXT)};

void soak_find(struct soak *soak, enum soak_kind kind, const char *text, ...)
{
    va_list values;
    if (soak->found >> kind & 1) return;
    soak->found |= 1 << kind;
    va_start(values, text);
    char *finding = soak->findings[kind];
    int length = vsnprintf(finding, sizeof soak->findings[kind], text, values);
    va_end(values);
    if (length >= 0 && length < (int)sizeof soak->findings[kind])
        snprintf(finding + length, sizeof soak->findings[kind] - (size_t)length, " (%s)",
                 soak->what);
}

/* -- Memory -- */
struct soak_memory soak_memory;

/* Before each piece lies its size; pieces are aligned to 64 bytes. */
enum { HEAD = 64 };

static void *take(size_t size, size_t alignment, void *user)
{
    (void)alignment, (void)user;
    char *piece = aligned_alloc(HEAD, HEAD + (size + HEAD - 1) / HEAD * HEAD);
    if (!piece) return NULL;
    *(size_t *)(void *)piece = size;
    soak_memory.bytes += (long)size;
    soak_memory.pieces += 1;
    soak_memory.asked += 1;
    return piece + HEAD;
}

static void give_back(void *memory, void *user)
{
    (void)user;
    if (!memory) return;
    char *piece = (char *)memory - HEAD;
    soak_memory.bytes -= (long)*(size_t *)(void *)piece;
    soak_memory.pieces -= 1;
    free(piece);
}

void soak_count_memory(void) { kamm_set_allocator(take, give_back, NULL); }

/* -- A case -- */
void soak_run(struct soak *soak)
{
    const struct soak_memory before = soak_memory;
    int kind = soak_below(soak, 8);
    if (kind < 5)
        soak_cars(soak);
    else if (kind < 6)
        soak_combinations(soak);
    else
        soak_world(soak);
    if (soak_memory.bytes != before.bytes || soak_memory.pieces != before.pieces)
        soak_find(soak, SOAK_MEMORY, "%ld bytes in %ld pieces are not given back",
                  soak_memory.bytes - before.bytes, soak_memory.pieces - before.pieces);
}
