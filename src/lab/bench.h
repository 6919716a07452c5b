/* The bench of all road tests: cars of one kind on a proving ground, a clock, a channel recorder
 * and the figures. A test has a car for each of its runs. They drive side by side without touching
 * each other, which a batch makes cheap. */
#ifndef KAMM_LAB_BENCH_H
#define KAMM_LAB_BENCH_H

#include <kamm/io/combination_file.h>
#include <kamm/io/lab.h>
#include <kamm/world.h>

#include "../base/error.h"

#define KAMM_PI 3.14159265358979323846
#define KAMM_GRAVITY_MPS2 9.80665
#define KAMM_KMH (1 / 3.6)       /* in m/s */
#define KAMM_MPH 0.44704         /* in m/s */
#define KAMM_DEG (KAMM_PI / 180) /* in rad */

/* Request of a test to a rider: the bend, positive left, and the pedals. */
struct bench_ride {
    double bend_per_m;
    float throttle, brake, hand_brake;
};

typedef struct kamm_bench {
    const kamm_vehicle_file *car; /* at the rate of substeps that the test runs with */
    kamm_vehicle_file *at_rate;   /* that, as the bench's own */
    const kamm_test_options *options;
    kamm_test_result *result;
    kamm_error *error;
    kamm_result
        outcome; /* of a measurement that failed otherwise than by lack of memory, or was stopped */
    int is_stopped;
    double driven_s,
        most_driven_s; /* of all that were lined up one after the other, and its limit */
    kamm_model *model;
    kamm_model *variant; /* the car made otherwise, see kamm_bench_make_variant; or NULL */
    kamm_model_info info;
    double length,
        root; /* scales of the test's lengths, and of its speeds and times: 1 for ordinary cars */
    kamm_ground ground;
    kamm_terrain *terrain;                    /* of the ground, see kamm_bench_lay; or NULL */
    kamm_cars *cars;                          /* lined up now; of combinations their first units */
    const kamm_combination_file *combination; /* NULL: single vehicles */
    kamm_model *units[KAMM_MAX_UNITS];        /* of a combination; the first is `model` */
    kamm_combinations *combinations;          /* lined up now, of a combination */
    kamm_world *world; /* that steps them, see kamm_bench_enter; or NULL: each is alone */
    int count;         /* of them */
    double time_s;     /* since kamm_bench_start_time; the driver settles before that */
    double tick_s; /* between two actions of the driver: some 5 ms times `root`, whole substeps */
    int substeps;  /* in a tick */
    double *unloaded_s;       /* on double_track: of each car's sides, for how long without load */
    struct bench_ride *rides; /* of two-wheelers, one for each car; else NULL */
    int hands_off;            /* riders neither steer nor stand on their feet */
    int feet_up;              /* riders steer, with their feet on the pegs */
    int recorded;             /* car whose channels are written; -1: none */
    double next_row_s;
    int header_written;
} kamm_bench;

/* A road test with its procedure, which measures and fills in all figures; false: out of memory, or
 * what `outcome` says. */
typedef struct kamm_procedure {
    kamm_road_test test;
    int (*measure)(kamm_bench *bench);
    void (*lay_out)(const kamm_bench *bench, kamm_test_course *course); /* NULL: an empty course */
} kamm_procedure;

kamm_result kamm_bench_build(kamm_bench *bench, const kamm_vehicle_file *car,
                             const kamm_test_options *options, kamm_error *error);
void kamm_bench_clear(kamm_bench *bench);

/* Sends the cars before away and lines up new ones at the origin, at rest. 0: out of memory. */
int kamm_bench_line_up(kamm_bench *bench, int count);
/* The same of cars of different models. */
int kamm_bench_line_up_models(kamm_bench *bench, const kamm_model *const *models, int count);
/* The same of combinations, where the bench is of one. */
int kamm_bench_line_up_combinations(kamm_bench *bench, int count);
/* Puts `copies` cars in the place of each that is lined up now, one after the other, which go on with its bits. All are cars of one
 * model. 0: out of memory. */
int kamm_bench_multiply(kamm_bench *bench, int copies);
/* Compiles another make of the car, on the same rung, in place of the one before; the cars are sent away. 0: it
 * could not be, as `outcome` says. */
int kamm_bench_make_variant(kamm_bench *bench, const kamm_vehicle_def *def);
/* Lays a terrain, which is the ground from now on. 0: it could not be, as `outcome` says. */
int kamm_bench_lay(kamm_bench *bench, const kamm_terrain_def *def);
/* Returns the requested surface without a roughness of its own; dry asphalt without a request. */
kamm_surface kamm_bench_surface(const kamm_bench *bench);
/* Shortens the time between two actions, as near to `tick_s` (of an ordinary car) as whole substeps allow. */
void kamm_bench_set_tick(kamm_bench *bench, double tick_s);
/* Brings the cars that were just lined up into a world of the bench's ground and these bodies, in which they
 * touch what is there and each other. 0: it could not be, as `outcome` says. */
int kamm_bench_enter(kamm_bench *bench, const kamm_body_def *bodies, int count);
/* Places a car on the plane ground, rolling. */
void kamm_bench_place(kamm_bench *bench, int car, double x_m, double y_m, double yaw_rad,
                      double speed_mps, int gear);
/* From now on time counts and, if the user wants channels, this car's are written. */
void kamm_bench_start_time(kamm_bench *bench, int recorded_car);
/* Whether the user wants channels, in any form. */
int kamm_bench_is_recorded(const kamm_bench *bench);
/* One action of the drivers has been set: drive on for tick_s. */
void kamm_bench_tick(kamm_bench *bench);

/* When, within the last tick, something that went from `before` to `now` passed the mark. */
double kamm_bench_crossing_s(const kamm_bench *bench, double before, double now, double mark);

/* The bend that the rider of a two-wheeler steers for from now on, positive left; 0 after lining up. */
void kamm_bench_bend(kamm_bench *bench, int car, double curvature_per_m);
/* Whether the vehicle is a two-wheeler: its riders act in each tick, and go as far with the pedals as both wheels stay on the road. */
int kamm_bench_is_ridden(const kamm_bench *bench);
/* A tick of two-wheelers, with their riders. The inputs that the test has set stay. */
void kamm_bench_step_ridden(kamm_bench *bench);

kamm_input *kamm_bench_input(kamm_bench *bench, int car);
double kamm_bench_read(const kamm_bench *bench, int car, kamm_channel channel);
double kamm_bench_wheel(const kamm_bench *bench, int car, int wheel, kamm_wheel_channel channel);
/* Whether the caller wants no more, or the test's time is over; it then ends without figures. */
int kamm_bench_is_stopped(const kamm_bench *bench);
/* Asks whether it is to be: what takes long without a tick calls this. */
int kamm_bench_ask_to_stop(kamm_bench *bench);
/* Stops it with that outcome; 1. From then on nothing moves, but time goes on, beyond where any run ends; no other run is lined
 * up. */
int kamm_bench_stop(kamm_bench *bench, kamm_result outcome);
/* 0 once the car's step has gone wrong, or the test is stopped: such a run yields nothing. */
int kamm_bench_is_well(const kamm_bench *bench, int car);

/* How high the lower of the wheels on a side (0 left, 1 right) stands above the level road while none of
 * them carries load; 0 or less while one does. Below the full model no wheel leaves the road. On
 * double_track a side counts as lifted by 4 inches once it has been without load for 0.3 s. A tall car
 * takes that time to rise by 2 when it is tipped by a tenth of g too much; below that, loads do not
 * shift, and none ever is. */
double kamm_bench_side_lift_m(const kamm_bench *bench, int car, int side);
/* NHTSA's two-wheel lift: both wheels of a side at least 2 inches off the road. */
#define KAMM_TWO_WHEEL_LIFT_M 0.0508 /* of an ordinary car */
int kamm_bench_has_lifted(const kamm_bench *bench, int car);

/* The highest gear in which the engine turns at 2000 rpm or more at that speed, at least first; KAMM_GEAR_DRIVE where there are none. */
int kamm_bench_gear_at(const kamm_bench *bench, double speed_mps);
/* The lowest gear in which the engine stays below 90 % of its limit at that speed. */
int kamm_bench_pulling_gear_at(const kamm_bench *bench, double speed_mps);
double kamm_bench_engine_radps(const kamm_bench *bench, double speed_mps, int gear);
/* Mean unloaded radius of all wheels. */
double kamm_bench_wheel_radius_m(const kamm_bench *bench);
/* The whole car's centre of gravity, wheels where they are now; full model. */
void kamm_bench_centre(const kamm_bench *bench, int car, double at_m[3]);
/* Effective rolling radius: what a moving car's wheel rolls per radian. */
double kamm_bench_rolling_radius_m(const kamm_bench *bench, int car, int wheel);
/* A moving car's mass plus what the spin of its freely rolling wheels adds, and of the motors that turn with them. */
double kamm_bench_rolling_mass_kg(const kamm_bench *bench, int car);

/* Fill in a figure by its place in the test's table. */
void kamm_bench_found(kamm_bench *bench, int figure, double value);
void kamm_bench_note(kamm_bench *bench, int figure, const char *format, ...) KAMM_PRINTF(3, 4);
/* The figure could not be measured, and why. */
void kamm_bench_missed(kamm_bench *bench, int figure, const char *format, ...) KAMM_PRINTF(3, 4);
/* Whether the rung's cars have that; and whether they lack it, for which the figure then is missed. */
int kamm_bench_has(const kamm_bench *bench, kamm_feature feature);
int kamm_bench_lacks(kamm_bench *bench, int figure, kamm_feature feature);

#endif
