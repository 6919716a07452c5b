#include "shipped.h"

#include "cars.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_VEHICLES = 128 };

static char names[MAX_VEHICLES][64];

int shipped_count(void)
{
    static int count;
    if (!count) count = kamm_list_data("vehicles", names, MAX_VEHICLES);
    assert_in_range(count, 1, MAX_VEHICLES);
    return count;
}

const char *shipped_name(int vehicle)
{
    assert_in_range(vehicle, 0, shipped_count() - 1);
    return names[vehicle];
}

int shipped_number(const char *name)
{
    int vehicle = 0;
    while (strcmp(shipped_name(vehicle), name) != 0)
        ++vehicle; /* which asserts that there is one more */
    return vehicle;
}

/* Files are read once: grids ask for each vehicle thousands of times. */
kamm_vehicle_def shipped_def(int vehicle)
{
    static kamm_vehicle_file file;
    static kamm_vehicle_def *defs[MAX_VEHICLES];
    const char *name = shipped_name(vehicle);
    if (!defs[vehicle]) {
        kamm_error error;
        if (kamm_load_vehicle(name, &file, NULL, &error) != KAMM_OK) fail_msg("%s", error.text);
        file.def.stepping.substeps_per_s = 1200;
        defs[vehicle] = malloc(sizeof *defs[vehicle]);
        assert_non_null(defs[vehicle]);
        *defs[vehicle] = file.def;
    }
    return *defs[vehicle];
}

double allowed_rate(const kamm_vehicle_def *def, double rate)
{
    static kamm_vehicle_def at;
    for (at = *def; rate < 1200; rate *= 2) {
        at.stepping.substeps_per_s = rate;
        kamm_model *model = kamm_create_model(&at, KAMM_FULL, NULL);
        if (!model) continue;
        kamm_destroy_model(model);
        return rate;
    }
    return rate;
}

/* Each asks for a model of the vehicle: grids ask for the same few rates thousands of times. */
static double rate_of(int vehicle, double rate)
{
    enum { RATES = 8 };
    static struct {
        double asked, allowed;
    } known[MAX_VEHICLES][RATES];
    kamm_vehicle_def def = shipped_def(vehicle);
    int i = 0;
    while (i < RATES - 1 && known[vehicle][i].asked > 0 && known[vehicle][i].asked != rate) ++i;
    if (known[vehicle][i].asked != rate) {
        known[vehicle][i].asked = rate;
        known[vehicle][i].allowed = allowed_rate(&def, rate);
    }
    return known[vehicle][i].allowed;
}

int takes_rate(int vehicle, double rate) { return rate_of(vehicle, rate) <= rate; }

kamm_vehicle_def shipped_on(int vehicle, kamm_rung rung, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    double least = rung == KAMM_DOUBLE_TRACK && rate < 240 ? 240 : rate;
    def.stepping.substeps_per_s = rate_of(vehicle, least);
    return def;
}
