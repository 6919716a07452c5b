/* What several tests share: plain cars, grounds, a random generator and checks that say what they
 * compared. */
#ifndef KAMM_TEST_SUPPORT_CARS_H
#define KAMM_TEST_SUPPORT_CARS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <kamm/kamm.h>

#define PI 3.14159265358979323846
#define GRAVITY_MPS2 9.80665

/* Fail and say the numbers unless |actual - expected| <= tolerance (or <= share of expected). */
#define expect_near(actual, expected, tolerance) \
    check_near(actual, expected, tolerance, #actual, __FILE__, __LINE__)
#define expect_share(actual, expected, share) \
    check_share(actual, expected, share, #actual, __FILE__, __LINE__)
#define expect_below(actual, bound) check_below(actual, bound, #actual, __FILE__, __LINE__)
#define expect_above(actual, bound) check_above(actual, bound, #actual, __FILE__, __LINE__)

void check_near(double actual, double expected, double tolerance, const char *what,
                const char *file, int line);
void check_share(double actual, double expected, double share, const char *what, const char *file,
                 int line);
void check_below(double actual, double bound, const char *what, const char *file, int line);
void check_above(double actual, double bound, const char *what, const char *file, int line);

/* A tyre without load sensitivity, camber stiffness, trail, offsets or speed-dependent rolling
 * resistance, so that closed forms hold. */
kamm_tyre_def plain_tyre(void);

/* The default vehicle at 1200 substeps per second: what is held against closed forms is to be of the model, not of the
 * substep. What the rate does is tested for itself. */
kamm_vehicle_def default_vehicle(void);

/* The default car on plain tyres, with brakes that can lock every wheel, a hand brake on the rear
 * axle and no driver aids. */
kamm_vehicle_def plain_car(void);

/* The plain car without drag and rolling resistance, with roll centres at the height of its sprung
 * mass, so that it neither rolls nor slows down. */
kamm_vehicle_def flat_riding_car(void);

/* Sprung mass and the height of its centre of gravity, from the def. */
double sprung_mass_kg(const kamm_vehicle_def *def);
double sprung_height_m(const kamm_vehicle_def *def);

/* Fails with the error's text unless the result is KAMM_OK. */
void must(kamm_result result, const kamm_error *error);

/* Compiles the def and creates cars of it; a failure fails the test with the error's text. */
kamm_cars *start_cars(const kamm_vehicle_def *def, int count);
kamm_cars *start_mixed_cars(const kamm_vehicle_def *defs, int count);
void end_cars(kamm_cars *cars);

/* Level ground with that friction left and right of the x axis, which lies in `halves` and is used from there. */
kamm_ground split_ground(kamm_ground halves[2], double left, double right);

/* Puts a car on plane ground, with its input's gear as given. */
void put_car(kamm_cars *cars, int car, const kamm_ground *ground, double yaw_rad, double speed_mps,
             int gear);

/* Steps by frames of 1/60 s. */
void drive_for(kamm_cars *cars, const kamm_ground *ground, double seconds);

double read_channel(const kamm_cars *cars, kamm_channel channel); /* of car 0 */
int wheels_of(const kamm_cars *cars, int car);
double distance_between(const double a[3], const double b[3]);
void read_position(const kamm_cars *cars, int car, double position_m[3]);
double sum_of_loads(const kamm_cars *cars, int car);
double min_load(const kamm_cars *cars, int car);

/* Longitudinal Magic Formula force over load in pure slip at nominal pressure, without camber. */
double longitudinal_friction(const kamm_tyre_def *tyre, double load_n, double slip_ratio,
                             double surface_friction);

/* A small generator of repeatable noise (splitmix64). */
struct noise {
    uint64_t state;
};
uint64_t noise_bits(struct noise *noise);
double noise_between(struct noise *noise, double low, double high);

/* The mirror image of a ground, y for -y, to the bit; give `mirror` as long a life. */
struct mirrored_ground {
    kamm_ground original;
};
kamm_ground mirror_of_ground(struct mirrored_ground *mirror, const kamm_ground *original);

/* Infinite rough ground: heights in a repeating grid, smoothly joined. */
struct rough_ground {
    double cell_m, amplitude_m, friction;
    float heights[32][32]; /* -1 to 1 */
};
void make_rough(struct rough_ground *rough, uint64_t seed, double cell_m, double amplitude_m,
                double friction);
kamm_ground ground_of_rough(struct rough_ground *rough);
void rough_contact(const struct rough_ground *rough, const double position_m[3],
                   kamm_contact *contact);

#endif
