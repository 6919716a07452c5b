#include "fleet.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>

enum { MOST = 32 };

static char names[MOST][64];

int fleet_count(void)
{
    static int count;
    if (!count) count = kamm_list_data("two-wheelers", names, MOST);
    assert_in_range(count, 1, MOST);
    return count;
}

const char *fleet_name(int machine)
{
    assert_in_range(machine, 0, fleet_count() - 1);
    return names[machine];
}

kamm_vehicle_def fleet_def(int machine, double substeps_per_s)
{
    static kamm_vehicle_file file;
    kamm_error error;
    must(kamm_load_vehicle(fleet_name(machine), &file, NULL, &error), &error);
    file.def.stepping.substeps_per_s = fmax(substeps_per_s, file.def.stepping.substeps_per_s);
    return file.def;
}
