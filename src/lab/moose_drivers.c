#include "lab/moose_drivers.h"

#include <math.h>
#include <stdlib.h>

enum { ELITE = KAMM_CEM_SAMPLES / 4 };

static const struct {
    double min, first, max;
} ranges[KAMM_TRAITS] = {
    [KAMM_PREVIEW] = {0.15, 0.4, 0.8},   [KAMM_GAIN] = {0.5, 1.5, 4},
    [KAMM_OUT_START] = {2, 9, 16},       [KAMM_OUT_LENGTH] = {8, 16, 24},
    [KAMM_SIDE_OFFSET] = {-0.6, 0, 0.6}, [KAMM_BACK_START] = {24, 33, 42},
    [KAMM_BACK_LENGTH] = {8, 16, 24},    [KAMM_EXIT_OFFSET] = {-0.6, 0, 0.6},
};

static double width_of(int trait) { return ranges[trait].max - ranges[trait].min; }

static double between(double value, double min, double max) { return fmin(fmax(value, min), max); }

/* Marsaglia's xorshift, 0 to 1. */
static double random_share(kamm_cem *cem)
{
    cem->random ^= cem->random << 13;
    cem->random ^= cem->random >> 17;
    cem->random ^= cem->random << 5;
    return cem->random / 4294967296.0;
}

/* Near enough to a normal distribution of mean 0 and deviation 1: a sum of four equal ones. */
static double random_deviate(kamm_cem *cem)
{
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += random_share(cem);
    return (sum - 2) * sqrt(3);
}

kamm_cem kamm_cem_init(uint32_t seed, kamm_moose_driver *first)
{
    kamm_cem cem = {.random = seed};
    for (int i = 0; i < KAMM_TRAITS; ++i) {
        first->traits[i] = cem.mean[i] = ranges[i].first;
        cem.deviation[i] = width_of(i);
    }
    return cem;
}

void kamm_cem_widen(kamm_cem *cem)
{
    const double min = 0.06, max = 0.15, times = 3;
    for (int i = 0; i < KAMM_TRAITS; ++i)
        cem->deviation[i] =
            between(times * cem->deviation[i], min * width_of(i), max * width_of(i));
}

void kamm_cem_sample(kamm_cem *cem, const kamm_moose_driver *best,
                     kamm_moose_driver drivers[KAMM_CEM_SAMPLES])
{
    drivers[0] = *best;
    for (int driver = 1; driver < KAMM_CEM_SAMPLES; ++driver)
        for (int i = 0; i < KAMM_TRAITS; ++i)
            drivers[driver].traits[i] =
                between(cem->mean[i] + cem->deviation[i] * random_deviate(cem), ranges[i].min,
                        ranges[i].max);
}

static int by_margin(const void *a, const void *b)
{
    const kamm_moose_driver *one = a, *other = b;
    return (other->margin_m > one->margin_m) - (other->margin_m < one->margin_m);
}

void kamm_cem_update(kamm_cem *cem, kamm_moose_driver drivers[KAMM_CEM_SAMPLES])
{
    const double min = 0.01;
    qsort(drivers, KAMM_CEM_SAMPLES, sizeof *drivers, by_margin);
    for (int i = 0; i < KAMM_TRAITS; ++i) {
        double sum = 0, squares = 0;
        for (int driver = 0; driver < ELITE; ++driver) sum += drivers[driver].traits[i];
        cem->mean[i] = sum / ELITE;
        for (int driver = 0; driver < ELITE; ++driver) {
            double apart = drivers[driver].traits[i] - cem->mean[i];
            squares += apart * apart;
        }
        cem->deviation[i] = fmax(min * width_of(i), sqrt(squares / ELITE));
    }
}

static double smooth_step(double x)
{
    x = between(x, 0, 1);
    return x * x * (3 - 2 * x);
}

static double middle_m(const kamm_lane *lane) { return (lane->left_m + lane->right_m) / 2; }

double kamm_driver_line_m(const kamm_moose_driver *driver, const kamm_course *course, double x_m)
{
    const double *traits = driver->traits;
    double side_m = middle_m(&course->lanes[1]) + traits[KAMM_SIDE_OFFSET];
    double exit_m = middle_m(&course->lanes[2]) + traits[KAMM_EXIT_OFFSET];
    double out = smooth_step((x_m - traits[KAMM_OUT_START]) / traits[KAMM_OUT_LENGTH]);
    double back = smooth_step((x_m - traits[KAMM_BACK_START]) / traits[KAMM_BACK_LENGTH]);
    return side_m * out + (exit_m - side_m) * back;
}
