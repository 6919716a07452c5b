/* A tyre on the test bench: steady state, one value at a time. */
#ifndef KAMM_LAB_TYRE_PROBE_H
#define KAMM_LAB_TYRE_PROBE_H

#include "part/tyre/tyre.h"

#include <kamm/tyre.h>

struct tyre_probe {
    const kamm_tyre_def *def;
    struct tyre_constants constants;
    struct tyre_vertical_constants vertical;
};

struct tyre_probe kamm_probe_tyre(const kamm_tyre_def *def);

/* The tyre's force at its own speed of measurement, on its own surface. */
struct tyre_force kamm_probe_force(const struct tyre_probe *probe, double load_n, double slip_ratio,
                                   double slip_angle_rad, double camber_rad);
struct tyre_state kamm_probe_load(const struct tyre_probe *probe, double load_n);
/* Free rolling at the speed of measurement. */
double kamm_probe_effective_radius_m(const struct tyre_probe *probe, double load_n);
/* Rolling resistance over load at the speed of measurement. */
double kamm_probe_rolling_resistance(const struct tyre_probe *probe, double load_n);

#endif
