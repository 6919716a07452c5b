#include "turn_excess.h"

#include "../run/cars.h"
#include "../vehicle/chassis.h"
#include "../vehicle/rider_gains.h"

#include <math.h>

/* A tyre under a load, leaning to the right and to the left. What it does straight ahead cancels between them. */
struct leaning_tyre {
    const struct tyre_constants *tyre;
    struct tyre_state to_right, to_left;
    float friction;
};

/* To the left. */
struct leaning_pull {
    double side_n, moment_nm;
};

static struct leaning_tyre leaning_tyre_of(const kamm_cars *cars, int car, int axle,
                                           double camber_rad)
{
    const kamm_model *model = kamm_model_of(cars, car);
    int wheel = left_hub(&model->layout, axle);
    float ground = cars->block[car / KAMM_BLOCK].contact[wheel].friction[car % KAMM_BLOCK];
    struct leaning_tyre leans = {.tyre = &model->chassis->axles[axle].tyre,
                                 .friction = ground > 0 ? ground : 1};
    float load_n = (float)model->rest.load_n[wheel];
    leans.to_right = kamm_tyre_prepare(leans.tyre, load_n, (float)camber_rad);
    leans.to_left = kamm_tyre_prepare(leans.tyre, load_n, -(float)camber_rad);
    return leans;
}

/* With a slip that pushes to the left. */
static struct leaning_pull pull_at(const struct leaning_tyre *leans, double slip)
{
    struct tyre_slip of = {.speed_mps = 20, .side = 1};
    of.friction_x = of.friction_y = leans->friction;
    of.tan_slip_angle = -(float)slip;
    const struct tyre_force right = kamm_tyre_force(leans->tyre, &leans->to_right, of);
    of.tan_slip_angle = (float)slip;
    const struct tyre_force left = kamm_tyre_force(leans->tyre, &leans->to_left, of);
    return (struct leaning_pull){((double)right.fy - (double)left.fy) / 2,
                                 ((double)right.mz - (double)left.mz) / 2};
}

/* Returns the slip that gives the force, at most that of a tyre at its limit. By halves, then along the chord; 0 is met to the bit. */
static double slip_for(const struct leaning_tyre *leans, double side_n)
{
    enum { HALVINGS = 8 };
    const double most = 0.25;
    double low = -most, high = most, low_n = -INFINITY, high_n = INFINITY;
    for (int i = 0; i < HALVINGS; ++i) {
        double middle = (low + high) / 2, middle_n = pull_at(leans, middle).side_n;
        if (middle_n < side_n)
            low = middle, low_n = middle_n;
        else
            high = middle, high_n = middle_n;
    }
    if (isinf(low_n)) return low;
    if (isinf(high_n)) return high;
    return low + (side_n - low_n) / (high_n - low_n) * (high - low);
}

struct turn_excess kamm_turn_excess(const kamm_cars *cars, int car, const struct linear_turn *turn)
{
    const kamm_model *model = kamm_model_of(cars, car);
    struct turn_excess more = {{0, 0}, 0};
    for (int w = 0; w < 2; ++w) {
        const struct lean_wheel *linear = &model->rider->wheel[w];
        if (model->def->axles[w].tyre.law == KAMM_TYRE_LINEAR) continue;
        /* Turns to both sides have the same bits. */
        double sign = turn->side_n[w] < 0 ? -1 : 1, side_n = sign * turn->side_n[w];
        double tilt_rad = turn->steer_rad * linear->tilt;
        double camber_rad = sign * (turn->linear_rad - tilt_rad);
        const struct leaning_tyre leans =
            leaning_tyre_of(cars, car, w, sign * (turn->lean_rad - tilt_rad));
        double tyres = model->layout.count[w], slip = slip_for(&leans, side_n / tyres);
        double linear_slip = (side_n + linear->camber_n * camber_rad) / linear->stiffness_n;
        double linear_nm = linear->camber_nm * camber_rad - linear->trail_m * side_n;
        more.slip_rad[w] = sign * (slip - linear_slip);
        if (w == 0) more.moment_nm = sign * (tyres * pull_at(&leans, slip).moment_nm - linear_nm);
    }
    return more;
}
