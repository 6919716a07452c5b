/* Road tests: test procedures and their figures, comparisons of rungs and substep rates, and replays of logs (library
 * kamm_io).
 *
 *     kamm_test_result result;
 *     if (kamm_run_test("accel", &file, NULL, &result, &error) == KAMM_OK)
 *         printf("%s %.2f %s\n", result.figures[0].name, result.figures[0].value,
 *                result.figures[0].unit);
 */
#ifndef KAMM_IO_LAB_H
#define KAMM_IO_LAB_H

#include <kamm/cars.h>
#include <kamm/export.h>
#include <kamm/ground.h>
#include <kamm/io/combination_file.h>
#include <kamm/io/vehicle_file.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KAMM_MAX_FIGURES 12

/* A figure that a test yields. Names and units are stable; the name ends in the unit. */
typedef struct kamm_figure_info {
    const char *name; /* "time_0_100_kmh_s" */
    const char *unit; /* "s" */
    const char *doc;
} kamm_figure_info;

/* A road test. */
typedef struct kamm_road_test {
    const char *name;     /* "accel" */
    const char *title;    /* "Standing-start acceleration" */
    const char *doc;      /* what is done, in a sentence or two */
    const char *standard; /* the norm or custom that it follows */
    int32_t figure_count;
    const kamm_figure_info *figures;
    kamm_feature needs;  /* what a rung has to have for it (kamm_lowest_rung_with); 0: nothing */
    int32_t takes_world; /* 1: drives in a world from a file, with the surfaces that are there */
} kamm_road_test;

/* All road tests, in the order in which they are run. */
KAMM_IO_API int kamm_road_test_count(void);
KAMM_IO_API const kamm_road_test *kamm_road_test_at(int index);
/* NULL if no test has that name. */
KAMM_IO_API const kamm_road_test *kamm_find_road_test(const char *name);

/* Road tests measure at this rate of substeps, or the car's own where that is higher: there 9 of 10 figures lie within
 * 0.5 % of those at 9600 (docs/validation.md). */
#define KAMM_TEST_SUBSTEPS_PER_S 600

/* Called with the car of the run that gave the figures, in its state at that time: channels, poses and contacts may be
 * read of it. */
typedef void kamm_test_row(const kamm_cars *cars, int car, double time_s, void *user);

/* All zeros: dry asphalt, the full model, no channels. */
typedef struct kamm_test_options {
    const kamm_surface *surface; /* NULL: dry asphalt */
    kamm_rung rung;              /* 0: KAMM_FULL */
    FILE *csv;                   /* channels of the run that gave the figures; NULL: none */
    double csv_interval_s;       /* between two rows; 0: 0.01 */
    const char *world; /* where takes_world: a world's name or path; NULL: "proving-ground" */
    double
        substeps_per_s; /* 0: KAMM_TEST_SUBSTEPS_PER_S, or stepping.substeps_per_s of the car if that is more */
    kamm_test_row *at_row; /* for those who want no CSV: called where it has a row; or NULL */
    void *user;            /* for at_row and is_stopped */
    /* Asked each few milliseconds of simulated time; other than 0: the test ends soon, with KAMM_ERROR_STOPPED. Or
     * NULL. */
    int (*is_stopped)(void *user);
} kamm_test_options;

/* A figure of one car. */
typedef struct kamm_figure {
    const char *name, *unit, *doc;
    double value;               /* NaN: could not be measured, or the rung does not have it */
    char note[128];             /* why not, or a remark; may be empty */
    double published;           /* NaN: none is published */
    char published_source[256]; /* may be empty */
} kamm_figure;

typedef struct kamm_test_result {
    const kamm_road_test *test;
    int32_t figure_count;
    kamm_figure figures[KAMM_MAX_FIGURES];
} kamm_test_result;

/* Runs a test on a car that kamm_load_vehicle gave. `options` may be NULL. Equal calls give equal
 * figures. Different threads may run tests at the same time.
 * Errors: UNKNOWN (no such test), RANGE (it makes no sense on that rung, or with a surface or world),
 * those of kamm_compile and kamm_load_world, FILE (channels not written), STOPPED (by is_stopped), MEMORY. */
KAMM_IO_API kamm_result kamm_run_test(const char *test, const kamm_vehicle_file *car,
                                      const kamm_test_options *options, kamm_test_result *result,
                                      kamm_error *error);

/* What a road test is driven between and upon. Axes are those of its channels x_m and y_m. */
typedef enum kamm_course_kind {
    KAMM_COURSE_CONE = 1, /* its foot touches `from_m` from outside of the lane */
    KAMM_COURSE_LINE,     /* painted, to `to_m` */
    KAMM_COURSE_CIRCLE,   /* painted, of `radius_m` around `from_m` */
    KAMM_COURSE_AREA,     /* another surface between the corners `from_m` and `to_m`: `name` */
    KAMM_COURSE_RAMP,     /* so wide between the corners, rises along x */
    KAMM_COURSE_BLOCK,    /* stands between the corners and gives way to nothing */
    KAMM_COURSE_WIND      /* air that blows across between the corners */
} kamm_course_kind;

typedef struct kamm_course_part {
    kamm_course_kind kind;
    char name[32]; /* "side lane", "snow" */
    double from_m[2], to_m[2], radius_m;
    double from_height_m, to_height_m; /* of a ramp, at its ends; a block's height is the second */
    int32_t side; /* of a cone: 1 if it stands to the left of the lane, -1 to the right */
} kamm_course_part;

#define KAMM_MAX_COURSE_PARTS 40

typedef struct kamm_test_course {
    char world[32];    /* that it is driven in, where takes_world; else empty: an infinite plane */
    double grade;      /* of that plane, along x */
    double start_m[2]; /* where the channels begin, as near as the driver comes */
    double entry_mps;  /* at that speed; 0: from rest, NaN: the driver's choice */
    int32_t part_count;
    kamm_course_part parts[KAMM_MAX_COURSE_PARTS];
} kamm_test_course;

/* The course of a test for that car, which may depend on its size. `options` may be NULL.
 * Errors: those of kamm_run_test. */
KAMM_IO_API kamm_result kamm_describe_course(const char *test, const kamm_vehicle_file *car,
                                             const kamm_test_options *options,
                                             kamm_test_course *course, kamm_error *error);

/* How far the car's outline (its file's length and width) is from a cone, by which the test judges; negative: the
 * cone is inside, or on the wrong side of the car. The car is where its channels x_m, y_m and yaw_rad say. Infinite for
 * what is no cone. */
KAMM_IO_API double kamm_cone_distance_m(const kamm_course_part *cone, const kamm_vehicle_def *def,
                                        double x_m, double y_m, double yaw_rad);

/* The road tests of vehicles with trailers, which are others; otherwise the same. */
KAMM_IO_API int kamm_combination_test_count(void);
KAMM_IO_API const kamm_road_test *kamm_combination_test_at(int index);
KAMM_IO_API const kamm_road_test *kamm_find_combination_test(const char *name);
/* CSV has the channels of all units (kamm_write_combination_channels), at_row is called with the first one. A world is
 * none of the options. */
KAMM_IO_API kamm_result kamm_run_combination_test(const char *test,
                                                  const kamm_combination_file *combination,
                                                  const kamm_test_options *options,
                                                  kamm_test_result *result, kamm_error *error);

/* -- Results and cost -- */

/* Writes a result as JSON: {"test": …, "car": …, "figures": {NAME: {"value": …, "unit": …, "published": …}}}. NaN is
 * null. Errors: FILE, MEMORY. */
KAMM_IO_API kamm_result kamm_write_test_result(const kamm_test_result *result, const char *car,
                                               FILE *out, kamm_error *error);

/* Places all cars on level ground, rolling at 10 to 30 m/s, with inputs under which they corner, accelerate
 * and brake, and one in four slides: what costs are measured with. */
KAMM_IO_API void kamm_start_busy_drive(kamm_cars *cars);
/* What a substep costs, in ns per car: the cars drive on level ground by `rounds` (1 or more) calls of `substeps`
 * (1 or more) each, in this thread, and the fastest call counts, since others use the machine too. */
KAMM_IO_API double kamm_time_step_ns(kamm_cars *cars, int substeps, int rounds);
/* What a substep of a model costs, in ns per car: 256 cars that corner, accelerate and brake on level asphalt, in one
 * thread; the best of several batches, since others use the machine too. Takes some 0.1 s. NaN: out of memory. */
KAMM_IO_API double kamm_measure_cost_ns(const kamm_model *model);

/* A road test on one rung, beside the others. */
typedef struct kamm_compared_rung {
    kamm_rung rung;
    kamm_test_result result; /* all figures NaN where there is none */
    char reason[512];        /* why there is no result; empty: there is one */
    double cost_ns;          /* of the car on this rung, see kamm_measure_cost_ns; NaN: no result */
} kamm_compared_rung;

/* Runs the test on options->rung, or finds why that can't be, and measures what the rung costs. Called
 * for each rung in turn it gives what `kamm compare` prints. `options` may be NULL.
 * Errors: UNKNOWN (no such test), FILE, MEMORY; all else is a reason. */
KAMM_IO_API kamm_result kamm_compare_rung(const char *test, const kamm_vehicle_file *car,
                                          const kamm_test_options *options,
                                          kamm_compared_rung *compared, kamm_error *error);

/* Writes a comparison as JSON, with null for NaN and for no reason. The share is that of the cost on full.
 *
 *     {"test": …, "car": …, "figures": {NAME: {"unit": …, "published": …}}, "rungs": {RUNG:
 *      {"figures": {NAME: …}, "cost_ns": …, "cost_share": …, "reason": …}}}
 *
 * Errors: FILE, MEMORY. */
KAMM_IO_API kamm_result kamm_write_comparison(const kamm_compared_rung *rungs, int count,
                                              const char *car, FILE *out, kamm_error *error);

/* -- Comparison of substep rates -- */

/* A road test at one substep rate. */
typedef struct kamm_compared_rate {
    double substeps_per_s;
    kamm_test_result result;
} kamm_compared_rate;

/* Runs the test at a substep rate. `options` may be NULL. Errors: those of kamm_run_test; RANGE (an invalid rate). */
KAMM_IO_API kamm_result kamm_compare_rate(const char *test, const kamm_vehicle_file *car,
                                          const kamm_test_options *options, double substeps_per_s,
                                          kamm_compared_rate *compared, kamm_error *error);

/* Of rates in ascending order the last one is the reference. What a figure at a rate differs by from it, in per
 * cent of its size there; NaN if either could not be measured, or the reference is 0 and the other is not. */
KAMM_IO_API double kamm_rate_difference_percent(const kamm_compared_rate *rates, int count,
                                                int rate, int figure);
/* With which power of the substep a figure's error falls: log2(|f1 - f2| / |f2 - f3|) at the highest three
 * rates of which each is twice the one before. NaN where there are no such rates, or where the figure does
 * not move twice to the same side, the second time by less, and by more than 1e-6 of itself. */
KAMM_IO_API double kamm_convergence_order(const kamm_compared_rate *rates, int count, int figure);

/* Writes {"test": …, "car": …, "rung": …, "reference_substeps_per_s": …, "figures": {NAME: {"unit": …,
 * "published": …, "order": …}}, "rates": [{"substeps_per_s": …, "figures": {NAME: {"value": …,
 * "difference_percent": …}}}]}; null where there is no number. Errors: FILE, MEMORY. */
KAMM_IO_API kamm_result kamm_write_rates(const kamm_compared_rate *rates, int count, kamm_rung rung,
                                         const char *car, FILE *out, kamm_error *error);

/* Channels as CSV: time_s, the car's channels by name, then wheel0_load_n and so on (the channel "wheels[0].load_n",
 * without what other programs take for an index). `time_s` goes into the first column. Whether all was written, ferror
 * tells. */
KAMM_IO_API void kamm_write_channel_names(const kamm_model *model, FILE *out);
KAMM_IO_API void kamm_write_channels(const kamm_cars *cars, int car, double time_s, FILE *out);

/* The same of a combination: the first unit's channels by name, then those of the others as unit1_x_m,
 * unit1_wheel0_load_n, each with its hitch, as kamm_hitch_state has it: unit1_hitch_articulation_rad,
 * unit1_hitch_articulation_rate_radps, unit1_hitch_force_x_n, …_y_n, …_z_n, unit1_hitch_roll_nm, unit1_hitch_yaw_nm. */
KAMM_IO_API void kamm_write_combination_channel_names(kamm_combinations *rigs, int index,
                                                      FILE *out);
KAMM_IO_API void kamm_write_combination_channels(kamm_combinations *rigs, int index, double time_s,
                                                 FILE *out);

/* Drives a car from a log: a CSV file whose first line names its columns, where lines that start with # are skipped, or
 * Racelogic's .vbo. Names may end in another unit of their kind, as in vehicle files (speed_kmh, steering_wheel_deg),
 * pedals in _percent. Columns: time_s               required, ascending strictly; any rate; from first to last 100 000
 * s at most steering_wheel_rad   or road_wheel_rad, which is multiplied by the steering ratio road_wheel_rate_radps
 * or the rate of the road wheels' angle, as planners have it throttle, brake, hand_brake, clutch, gear
 * acceleration_mps2    or the acceleration along the path: where kamm_model_info.takes_commands the
 *                        model obeys it, else a driver holds the speed that follows from it
 *   speed_mps            where there is none of these: a driver holds this speed x_m, y_m, yaw_rad, speed_mps, gear,
 *   steering, yaw_rate_radps, sideslip_rad
 *                        in the first row: where and how the car starts. x_m and y_m are those of
 *                        the channels: the point that they tell of is put there. The kinematic rung's
 *                        yaw rate and sideslip follow from its steering
 * Between rows inputs change linearly; gear, road_wheel_rate_radps and acceleration_mps2 hold from row to row, as
 * CommonRoad's inputs do. Other channels of Kamm are noted and ignored; any other column is an error, unless `columns`
 * has it. Of a .vbo time, velocity, heading, lat and long tell time_s, speed_mps, yaw_rad, y_m and x_m (from the first
 * place on, x to the east), if nothing else does; other columns without a meaning are noted and ignored. */
typedef struct kamm_replay_options {
    const kamm_surface *surface; /* NULL: dry asphalt */
    kamm_rung rung;              /* 0: KAMM_FULL */
    FILE *out; /* channels at the log's times, to the nearest substep; NULL: none */
    /* Called at each row of the log, for those who compare with what was measured; or NULL. */
    void (*at_row)(const kamm_cars *cars, double time_s, void *user);
    void *user;
    /* "THEIRS=OURS,…": what the log's own names mean; without OURS the column is left aside. NULL: none is another. */
    const char *columns;
} kamm_replay_options;

/* `notes` (may be NULL) gets the initial conditions and the columns that were ignored.
 * Errors: FILE, FORMAT, MISSING, UNKNOWN, RANGE with file, line, column and value; those of kamm_compile. */
KAMM_IO_API kamm_result kamm_replay(const char *log_path, const kamm_vehicle_file *car,
                                    const kamm_replay_options *options, kamm_notes *notes,
                                    kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
