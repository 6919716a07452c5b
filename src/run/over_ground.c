#include "over_ground.h"

#include "../base/vector_double.h"

#include <math.h>

/* Velocity of a wheel's plane, world axes. */
static void plane_velocity(const kamm_cars *cars, int car, int w, double v[3])
{
    const struct contact_rows *rows = &cars->block[car / KAMM_BLOCK].contact[w];
    for (int i = 0; i < 3; ++i) v[i] = rows->velocity_mps[i][car % KAMM_BLOCK];
}

/* Axle by axle, on each left and right first, so that a mirrored car has the mirrored bits. */
static double total(const struct layout *l, const double *of_wheel)
{
    double sum = 0;
    for (int a = 0; a < l->axles; ++a) {
        const double *own = of_wheel + l->first[a];
        double inner = own[0] + (l->count[a] > 1 ? own[1] : 0);
        sum += l->count[a] == 4 ? inner + (own[2] + own[3]) : inner;
    }
    return sum;
}

static void find_mean(const struct layout *l, const double (*of_wheel)[3], double mean[3])
{
    double one[MAX_WHEELS];
    for (int i = 0; i < 3; ++i) {
        for (int w = 0; w < l->wheels; ++w) one[w] = of_wheel[w][i];
        mean[i] = total(l, one) / l->wheels;
    }
}

/* Sums of the fit, of velocities and arms in body axes. */
struct fit_sums {
    double spins, polar, along, across, along_2, across_2, product;
};

static struct fit_sums fit_sums_of(const struct layout *l, const double (*arm)[3],
                                   const double (*v)[3])
{
    double spins[MAX_WHEELS], along[MAX_WHEELS], across[MAX_WHEELS], xx[MAX_WHEELS], yy[MAX_WHEELS],
        xy[MAX_WHEELS];
    for (int w = 0; w < l->wheels; ++w) {
        double x = arm[w][0], y = arm[w][1];
        spins[w] = x * v[w][1] - y * v[w][0];
        along[w] = x * v[w][2], across[w] = y * v[w][2];
        xx[w] = x * x, yy[w] = y * y, xy[w] = x * y;
    }
    return (struct fit_sums){.spins = total(l, spins),
                             .polar = total(l, xx) + total(l, yy),
                             .along = total(l, along),
                             .across = total(l, across),
                             .along_2 = total(l, xx),
                             .across_2 = total(l, yy),
                             .product = total(l, xy)};
}

static void turning_of(const struct fit_sums *s, double turning[3])
{
    double det = fmax(s->along_2 * s->across_2 - s->product * s->product, 1e-6);
    turning[0] = (s->along_2 * s->across - s->product * s->along) / det;
    turning[1] = -(s->across_2 * s->along - s->product * s->across) / det;
    turning[2] = s->spins / fmax(s->polar, 1e-6);
}

/* From the body frame's origin to the middle of the wheels' contacts, and from there to each, body axes. */
static void contact_arms(const kamm_cars *cars, int car, double middle[3],
                         double arm[MAX_WHEELS][3])
{
    const kamm_model *model = kamm_model_at(cars, car);
    int wheels = cars->layout->wheels;
    for (int w = 0; w < wheels; ++w)
        for (int i = 0; i < 3; ++i)
            arm[w][i] = (i < 2 ? model->info.wheel_position_m[w][i] : 0) - model->origin[i];
    find_mean(cars->layout, (const double(*)[3])arm, middle);
    for (int w = 0; w < wheels; ++w)
        for (int i = 0; i < 3; ++i) arm[w][i] -= middle[i];
}

struct ground_seen kamm_ground_seen(const kamm_cars *cars, int car)
{
    struct ground_seen ground = {{0}, {0}};
    const struct layout *l = cars->layout;
    double v[MAX_WHEELS][3], arm[MAX_WHEELS][3], middle[3], at[3], q[4], swing[3];
    int moves = 0;
    for (int w = 0; w < l->wheels; ++w) {
        plane_velocity(cars, car, w, v[w]);
        moves |= v[w][0] != 0 || v[w][1] != 0 || v[w][2] != 0;
    }
    if (!moves) return ground;
    find_mean(l, (const double(*)[3])v, ground.velocity);
    kamm_body_frame(cars, car, at, q);
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    contact_arms(cars, car, middle, arm);
    for (int w = 0; w < l->wheels; ++w) {
        for (int i = 0; i < 3; ++i) v[w][i] -= ground.velocity[i];
        kamm_rotate(back, v[w], v[w]);
    }
    struct fit_sums sums = fit_sums_of(l, (const double(*)[3])arm, (const double(*)[3])v);
    turning_of(&sums, ground.turning);
    cross3(ground.turning, middle, swing);
    kamm_rotate(q, swing, swing);
    kamm_rotate(q, ground.turning, ground.turning);
    for (int i = 0; i < 3; ++i) ground.velocity[i] -= swing[i];
    return ground;
}

struct motion_over_ground kamm_motion_over_ground(const kamm_cars *cars, int car)
{
    const struct car one = kamm_car_of(cars, car);
    const struct seen_frame frame = seen_frame_of(cars, car);
    const struct ground_seen ground = kamm_ground_seen(cars, car);
    const double *q = frame.q, back[4] = {q[0], -q[1], -q[2], -q[3]};
    struct motion_over_ground over;
    double arm[3], under[3], turning[3], swing[3];
    seen_velocity(&frame, &one, over.velocity);
    reported_arm(one.model, arm);
    kamm_rotate(back, ground.velocity, under);
    kamm_rotate(back, ground.turning, turning);
    cross3(turning, arm, swing);
    for (int i = 0; i < 3; ++i) over.velocity[i] -= under[i] + swing[i];
    over.yaw_radps = (double)state_of(&one, STATE_NUMBER(car.yaw_rate_radps)) - turning[2];
    return over;
}
