#include "lanes_tyre_laws.h"

#include "part/tyre/tyre.h"

#define NAME_OF(name, width, mixed) name##_##width##_##mixed
#define NAME(name, width, mixed) NAME_OF(name, width, mixed)

static void tyre_group(const struct tyre_constants *tyre, float in[TYRE_INPUTS][16],
                       float out[TYRE_OUTPUTS][16], int first)
{
    struct tyre_state at =
        tyre_prepare(tyre, load(&in[TYRE_LOAD][first]), load(&in[TYRE_CAMBER][first]));
    struct tyre_slip slip = {.slip_ratio = load(&in[TYRE_KAPPA][first]),
                             .tan_slip_angle = load(&in[TYRE_TAN][first]),
                             .speed_mps = load(&in[TYRE_SPEED][first]),
                             .friction_x = load(&in[TYRE_FRICTION_X][first]),
                             .friction_y = load(&in[TYRE_FRICTION_Y][first]),
                             .side = load(&in[TYRE_SIDE][first])};
    struct tyre_force f = tyre_forces(tyre, &at, slip);
    real results[TYRE_OUTPUTS] = {f.fx,
                                  f.fy,
                                  f.mx,
                                  f.my,
                                  f.mz,
                                  f.rolling_resistance,
                                  f.peak_fx,
                                  f.peak_fy,
                                  at.slip_stiffness,
                                  at.cornering_stiffness,
                                  at.carcass_x,
                                  at.carcass_y};
    for (int i = 0; i < TYRE_OUTPUTS; ++i) store(&out[i][first], results[i]);
}

void NAME(tyre_block, KAMM_WIDTH, KAMM_MIXED)(const float *constants, float in[TYRE_INPUTS][16],
                                              float out[TYRE_OUTPUTS][16])
{
    enum { COUNT = sizeof(struct tyre_constants) / sizeof(num) };
    for (int first = 0; first < KAMM_BLOCK; first += KAMM_WIDTH) {
        const struct tyre_constants *tyre =
            (const void *)(constants + (KAMM_MIXED ? first * COUNT : 0));
        tyre_group(tyre, in, out, first);
    }
}
