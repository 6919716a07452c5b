#include "lab/moose_drivers.h"

#include <math.h>
#include <stdlib.h>

enum { ELITE = KAMM_CLASS / 4 };

static const struct {
    double lowest, first, highest;
} ranges[KAMM_TRAITS] = {
    [KAMM_PREVIEW] = {0.15, 0.4, 0.8},   [KAMM_GAIN] = {0.5, 1.5, 4},
    [KAMM_OUT_START] = {2, 9, 16},       [KAMM_OUT_LENGTH] = {8, 16, 24},
    [KAMM_SIDE_OFFSET] = {-0.6, 0, 0.6}, [KAMM_BACK_START] = {24, 33, 42},
    [KAMM_BACK_LENGTH] = {8, 16, 24},    [KAMM_EXIT_OFFSET] = {-0.6, 0, 0.6},
};

static double width_of(int trait) { return ranges[trait].highest - ranges[trait].lowest; }

static double between(double value, double lowest, double highest)
{
    return fmin(fmax(value, lowest), highest);
}

/* Marsaglia's xorshift, 0 to 1. */
static double random_share(kamm_moose_school *school)
{
    school->random ^= school->random << 13;
    school->random ^= school->random >> 17;
    school->random ^= school->random << 5;
    return school->random / 4294967296.0;
}

/* Near enough to a normal distribution of mean 0 and deviation 1: a sum of four equal ones. */
static double random_deviate(kamm_moose_school *school)
{
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += random_share(school);
    return (sum - 2) * sqrt(3);
}

kamm_moose_school kamm_found_school(uint32_t seed, kamm_moose_driver *first)
{
    kamm_moose_school school = {.random = seed};
    for (int i = 0; i < KAMM_TRAITS; ++i) {
        first->traits[i] = school.mean[i] = ranges[i].first;
        school.deviation[i] = width_of(i);
    }
    return school;
}

void kamm_widen_school(kamm_moose_school *school)
{
    const double least = 0.06, most = 0.15, times = 3;
    for (int i = 0; i < KAMM_TRAITS; ++i)
        school->deviation[i] =
            between(times * school->deviation[i], least * width_of(i), most * width_of(i));
}

void kamm_form_class(kamm_moose_school *school, const kamm_moose_driver *best,
                     kamm_moose_driver drivers[KAMM_CLASS])
{
    drivers[0] = *best;
    for (int driver = 1; driver < KAMM_CLASS; ++driver)
        for (int i = 0; i < KAMM_TRAITS; ++i)
            drivers[driver].traits[i] =
                between(school->mean[i] + school->deviation[i] * random_deviate(school),
                        ranges[i].lowest, ranges[i].highest);
}

static int by_margin(const void *a, const void *b)
{
    const kamm_moose_driver *one = a, *other = b;
    return (other->margin_m > one->margin_m) - (other->margin_m < one->margin_m);
}

void kamm_learn_from_class(kamm_moose_school *school, kamm_moose_driver drivers[KAMM_CLASS])
{
    const double least = 0.01;
    qsort(drivers, KAMM_CLASS, sizeof *drivers, by_margin);
    for (int i = 0; i < KAMM_TRAITS; ++i) {
        double sum = 0, squares = 0;
        for (int driver = 0; driver < ELITE; ++driver) sum += drivers[driver].traits[i];
        school->mean[i] = sum / ELITE;
        for (int driver = 0; driver < ELITE; ++driver) {
            double apart = drivers[driver].traits[i] - school->mean[i];
            squares += apart * apart;
        }
        school->deviation[i] = fmax(least * width_of(i), sqrt(squares / ELITE));
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
