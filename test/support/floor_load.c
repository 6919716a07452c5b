#include "floor_load.h"

#include "rungs.h"

#include <math.h>

void put_load(kamm_vehicle_def *def, double share, double friction, double gap_m)
{
    kamm_shifting_load_def *load = &def->shifting_load;
    load->mass_kg = share * def->body.mass_kg;
    load->length_m = 0.3 * def->axles[def->axles_count - 1].behind_front_axle_m;
    load->width_m = 0.4 * def->axles[0].track_m;
    load->height_m = load->width_m;
    load->middle_behind_front_axle_m = def->body.cg_behind_front_axle_m;
    load->middle_left_m = def->body.cg_left_m;
    load->floor_height_m = fmax(0, def->body.cg_height_m - 0.5 * load->height_m);
    load->friction = friction;
    load->gap_front_m = load->gap_rear_m = gap_m;
    load->gap_left_m = load->gap_right_m = fmin(gap_m, 5);
    load->stop_n_per_m = fmax(900 * load->mass_kg, 1e3);
}

double shifted(const kamm_cars *cars, int i)
{
    return read_channel(cars, i ? KAMM_CHANNEL_shifted_aside_m : KAMM_CHANNEL_shifted_along_m);
}
double shifting(const kamm_cars *cars, int i)
{
    return read_channel(cars,
                        i ? KAMM_CHANNEL_shifting_aside_mps : KAMM_CHANNEL_shifting_along_mps);
}
