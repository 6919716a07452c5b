#include "shipped.h"

#include "cars.h"

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

kamm_vehicle_def shipped_def(int vehicle)
{
    static kamm_vehicle_file file;
    kamm_error error;
    if (kamm_load_vehicle(shipped_name(vehicle), &file, NULL, &error) != KAMM_OK)
        fail_msg("%s", error.text);
    file.def.stepping.substeps_per_s = 1200;
    return file.def;
}
