#include "lab/moose_drivers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* `first` suits most cars, and by `spread` what suits one differs from it. */
static const struct {
    double min, first, max, spread;
} ranges[KAMM_TRAITS] = {
    [KAMM_PREVIEW] = {0.15, 0.43, 0.8, 0.1},     [KAMM_GAIN] = {0.5, 1.75, 4, 0.5},
    [KAMM_OUT_START] = {2, 12, 16, 1},           [KAMM_OUT_LENGTH] = {8, 13.5, 24, 2},
    [KAMM_SIDE_OFFSET] = {-0.6, 0.05, 0.6, 0.1}, [KAMM_BACK_START] = {24, 32.5, 42, 2.5},
    [KAMM_BACK_LENGTH] = {8, 14.5, 24, 2.5},     [KAMM_EXIT_OFFSET] = {-0.6, 0, 0.6, 0.17},
};

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

static void widen(kamm_cem *cem, double spreads)
{
    for (int i = 0; i < KAMM_TRAITS; ++i)
        cem->noise[i] = fmax(cem->noise[i], spreads * ranges[i].spread);
}

kamm_cem kamm_cem_init(uint32_t seed, kamm_moose_driver *first)
{
    const double spreads = 1.5;
    kamm_cem cem = {.random = seed};
    for (int i = 0; i < KAMM_TRAITS; ++i) first->traits[i] = cem.mean[i] = ranges[i].first;
    widen(&cem, spreads);
    return cem;
}

void kamm_cem_begin(kamm_cem *cem)
{
    cem->has_elite = 0;
    kamm_cem_widen(cem);
}

void kamm_cem_widen(kamm_cem *cem)
{
    const double spreads = 0.5;
    widen(cem, spreads);
}

void kamm_cem_look_everywhere(kamm_cem *cem)
{
    const double spreads = 3;
    widen(cem, spreads);
}

static void draw(kamm_cem *cem, kamm_moose_driver *driver)
{
    double traits[KAMM_TRAITS];
    for (int i = 0; i < KAMM_TRAITS; ++i)
        traits[i] = cem->mean[i] + cem->noise[i] * random_deviate(cem);
    for (int elite = 0; elite < KAMM_CEM_ELITE; ++elite) {
        double share = random_deviate(cem);
        for (int i = 0; i < KAMM_TRAITS; ++i) traits[i] += share * cem->steps[elite][i];
    }
    for (int i = 0; i < KAMM_TRAITS; ++i)
        driver->traits[i] = between(traits[i], ranges[i].min, ranges[i].max);
}

void kamm_cem_sample(kamm_cem *cem, const kamm_moose_driver *best,
                     kamm_moose_driver drivers[KAMM_CEM_SAMPLES])
{
    drivers[0] = *best;
    for (int driver = 1; driver < KAMM_CEM_SAMPLES; ++driver) draw(cem, &drivers[driver]);
}

static int by_margin(const void *a, const void *b)
{
    const kamm_moose_driver *one = a, *other = b;
    return (other->margin_m > one->margin_m) - (other->margin_m < one->margin_m);
}

/* The best of the samples and of the best ones before, the first of which has driven again as the first sample. */
static void choose_elite(kamm_cem *cem, const kamm_moose_driver drivers[KAMM_CEM_SAMPLES])
{
    kamm_moose_driver all[KAMM_CEM_ELITE + KAMM_CEM_SAMPLES];
    int before = cem->has_elite ? KAMM_CEM_ELITE - 1 : 0;
    memcpy(all, cem->elite + 1, (size_t)before * sizeof *all);
    memcpy(all + before, drivers, KAMM_CEM_SAMPLES * sizeof *all);
    qsort(all, (size_t)(before + KAMM_CEM_SAMPLES), sizeof *all, by_margin);
    memcpy(cem->elite, all, sizeof cem->elite);
    cem->has_elite = 1;
}

static void follow_elite(kamm_cem *cem, int trait)
{
    const double growth = 1.2, own_spreads = 0.1;
    double sum = 0;
    for (int i = 0; i < KAMM_CEM_ELITE; ++i) sum += cem->elite[i].traits[trait];
    cem->mean[trait] = sum / KAMM_CEM_ELITE;
    for (int i = 0; i < KAMM_CEM_ELITE; ++i)
        cem->steps[i][trait] =
            growth / sqrt(KAMM_CEM_ELITE) * (cem->elite[i].traits[trait] - cem->mean[trait]);
    cem->noise[trait] = own_spreads * ranges[trait].spread;
}

void kamm_cem_update(kamm_cem *cem, kamm_moose_driver drivers[KAMM_CEM_SAMPLES])
{
    choose_elite(cem, drivers);
    qsort(drivers, KAMM_CEM_SAMPLES, sizeof *drivers, by_margin);
    for (int trait = 0; trait < KAMM_TRAITS; ++trait) follow_elite(cem, trait);
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
