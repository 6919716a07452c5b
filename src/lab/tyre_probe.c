#include "lab/tyre_probe.h"

#include <math.h>

struct tyre_probe kamm_probe_tyre(const kamm_tyre_def *def)
{
    return (struct tyre_probe){def, kamm_tyre_compile(def), kamm_tyre_compile_vertical(def)};
}

struct tyre_state kamm_probe_load(const struct tyre_probe *probe, double load_n)
{
    return kamm_tyre_prepare(&probe->constants, (float)load_n, 0);
}

struct tyre_force kamm_probe_force(const struct tyre_probe *probe, double load_n, double slip_ratio,
                                   double slip_angle_rad, double camber_rad)
{
    struct tyre_slip slip = {.slip_ratio = (float)slip_ratio,
                             .tan_slip_angle = (float)tan(slip_angle_rad),
                             .speed_mps = (float)probe->def->test_speed_mps,
                             .friction_x = 1,
                             .friction_y = 1,
                             .side = 1};
    struct tyre_state at = kamm_tyre_prepare(&probe->constants, (float)load_n, (float)camber_rad);
    return kamm_tyre_force(&probe->constants, &at, slip);
}

double kamm_probe_effective_radius_m(const struct tyre_probe *probe, double load_n)
{
    const struct tyre_vertical_constants *vertical = &probe->vertical;
    double radius = probe->def->unloaded_radius_m;
    for (int i = 0; i < 10; ++i) /* the radius grows with the spin, which falls with the radius */
        radius = tyre_effective_radius(vertical, (float)load_n,
                                       (float)(probe->def->test_speed_mps / radius));
    return radius;
}

double kamm_probe_rolling_resistance(const struct tyre_probe *probe, double load_n)
{
    return kamm_probe_force(probe, load_n, 0, 0, 0).rolling_resistance /
           (load_n * probe->def->unloaded_radius_m);
}
