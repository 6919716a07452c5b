#include "fleet.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 32 };

static char names[MOST][64];

static kamm_vehicle_def read_machine(const char *name)
{
    static kamm_vehicle_file file;
    kamm_error error;
    must(kamm_load_vehicle(name, &file, NULL, &error), &error);
    return file.def;
}

static int is_in_line(const kamm_vehicle_def *def)
{
    return def->axles_count == 2 && def->axles[0].wheels == KAMM_WHEELS_SINGLE;
}

int fleet_count(void)
{
    static int count;
    if (count) return count;
    int listed = kamm_list_data("two-wheelers", names, MOST);
    assert_in_range(listed, 1, MOST);
    for (int i = 0; i < listed; ++i) {
        kamm_vehicle_def def = read_machine(names[i]);
        if (is_in_line(&def)) memmove(names[count++], names[i], 64);
    }
    return count;
}

const char *fleet_name(int machine)
{
    assert_in_range(machine, 0, fleet_count() - 1);
    return names[machine];
}

/* Files are read once: grids ask for each machine hundreds of times. */
kamm_vehicle_def fleet_def(int machine, double substeps_per_s)
{
    static kamm_vehicle_def *defs[MOST];
    const char *name = fleet_name(machine);
    if (!defs[machine]) {
        defs[machine] = malloc(sizeof *defs[machine]);
        assert_non_null(defs[machine]);
        *defs[machine] = read_machine(name);
    }
    kamm_vehicle_def def = *defs[machine];
    def.stepping.substeps_per_s = fmax(substeps_per_s, def.stepping.substeps_per_s);
    return def;
}
