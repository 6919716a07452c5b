/* Shipped vehicles and a motorcycle whose values are changed within their ranges: what compiles drives without a number that is none. */
#include "bytes.h"
#include "fuzz.h"
#include "scenes.h"

#include "soak/leaves.h"
#include <kamm/io/vehicle_file.h>

#include <stdlib.h>

enum { VEHICLES = 64 };

/* A shipped one, or a motorcycle. */
static const kamm_vehicle_def *shipped(struct bytes *from)
{
    static char names[VEHICLES][64];
    static kamm_vehicle_def *defs[VEHICLES];
    static kamm_vehicle_file file;
    static int count;
    if (!count) count = kamm_list_data("vehicles", names, VEHICLES - 1);
    if (count >= VEHICLES) count = VEHICLES - 1;
    int which = take_below_or(from, count, 1);
    if (defs[which]) return defs[which];
    const char *name = which < count ? names[which] : TWO_WHEELER;
    hold(kamm_load_vehicle(name, &file, NULL, NULL) == KAMM_OK);
    defs[which] = malloc(sizeof *defs[which]);
    hold(defs[which]);
    *defs[which] = file.def;
    return defs[which];
}

void fuzz_compile(const uint8_t *data, size_t size)
{
    enum { MOST = 16 };
    static kamm_vehicle_def def;
    static struct leaf leaves[MOST_LEAVES];
    struct bytes from = {data, size};
    def = *shipped(&from);
    kamm_rung rung = (kamm_rung)(1 + take_below(&from, KAMM_RUNG_COUNT));
    int count = list_leaves(kamm_vehicle_table(), &def, leaves, MOST_LEAVES);
    hold(count > 0 && count < MOST_LEAVES);
    for (int i = 0; i < MOST && from.left; ++i)
        set_leaf(&leaves[take_word(&from) % (unsigned)count], take_share(&from));
    drive_def(&def, rung);
}

void seeds_compile(fuzz_take *take, void *user)
{
    for (unsigned char i = 0; i < 32; ++i) {
        const unsigned char seed[] = {
            i < 27 ? i : 255, (unsigned char)(i % 5), i, 1, 0, 0, 0x80, 0x40, i, 2, 0, 0, 0, 0x80};
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        take(name, seed, sizeof seed, user);
    }
}
