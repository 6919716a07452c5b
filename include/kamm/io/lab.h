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

/* -- Tests of vehicles -- */

/* Most figures of a test. */
#define KAMM_MAX_FIGURES 12

/* A figure of a test. Names and units are stable. The name ends in the unit. */
typedef struct kamm_figure_info {
    const char *name; /* "time_0_100_kmh_s" */
    const char *unit; /* "s" */
    const char *doc;  /* meaning */
} kamm_figure_info;

/* A road test. */
typedef struct kamm_road_test {
    const char *name;     /* "accel" */
    const char *title;    /* "Standing-start acceleration" */
    const char *doc;      /* procedure in one or two sentences */
    const char *standard; /* norm or custom of the test */
    /* Number of figures. */
    int32_t figure_count;
    /* Figures, in the order of reports. */
    const kamm_figure_info *figures;
    /* Features that the rung must have (kamm_lowest_rung_with); 0: none. */
    kamm_feature needs;
    /* 1: the test drives in a world from a file, with the surfaces of that world. */
    int32_t takes_world;
} kamm_road_test;

/* Returns the number of road tests. */
KAMM_IO_API int kamm_road_test_count(void);
/* Returns a road test, in the order in which they are run. */
KAMM_IO_API const kamm_road_test *kamm_road_test_at(int index);
/* Returns the test of a name, of this list or of that of two-wheelers. NULL: no such test. */
KAMM_IO_API const kamm_road_test *kamm_find_road_test(const char *name);

/* The road tests of vehicles with two wheels in line. Some are cars' tests too, with a rider who balances. */
KAMM_IO_API int kamm_two_wheeler_test_count(void);
KAMM_IO_API const kamm_road_test *kamm_two_wheeler_test_at(int index);
/* Returns 1 if a def has two axles with a single wheel each, or one and a tilting pair: then that list has its
 * tests. */
KAMM_IO_API int kamm_rides_on_two_wheels(const kamm_vehicle_def *def);

/* Substep rate of road tests; a car's own rate replaces it if that is higher. At this rate 9 of 10 figures lie within
 * 0.5 % of those at 9600 (docs/validation.md). */
#define KAMM_TEST_SUBSTEPS_PER_S 600

/* A road test from a file (scenario.h). */
typedef struct kamm_scenario kamm_scenario;

/* Receives the car of the measured run at a time. The function may read its channels, poses and contacts. */
typedef void kamm_test_row(const kamm_cars *cars, int car, double time_s, void *user);

/* Does the same for the combination of the measured run. */
typedef void kamm_test_combination_row(kamm_combinations *combinations, int index, double time_s,
                                       void *user);

/* All zeros: dry asphalt, the rung full, no channels. */
typedef struct kamm_test_options {
    /* NULL: dry asphalt. */
    const kamm_surface *surface;
    /* 0: KAMM_FULL. */
    kamm_rung rung;
    /* Output of the channels of the measured run; NULL: none. */
    FILE *csv;
    /* Time between two rows; 0: 0.01. */
    double csv_interval_s;
    /* Name or path of a world, for tests with takes_world; NULL: "proving-ground". */
    const char *world;
    /* 0: KAMM_TEST_SUBSTEPS_PER_S over the root of `scale`, or stepping.substeps_per_s of the car if that is
     * higher. */
    double substeps_per_s;
    /* Called at each row, with or without CSV; NULL: none. */
    kamm_test_row *at_row;
    /* Argument of at_row, at_combination_row and is_stopped. */
    void *user;
    /* Called every few milliseconds of simulated time. A result other than 0 ends the test soon, with
     * KAMM_ERROR_STOPPED. NULL: none. */
    int (*is_stopped)(void *user);
    /* Size of the vehicle over that of an ordinary one. Lengths of a test go with it, speeds and times with its
     * root (Froude). 0: 1 for wheels of 0.1 to 1.3 m radius, else in proportion to the radius. */
    double scale;
    /* Scenario that is driven in place of the test of the name; the name is not read then. It must outlive the call.
     * NULL: none. */
    const kamm_scenario *scenario;
    /* Called at each row of a combination, beside at_row, with the same argument; NULL: none. */
    kamm_test_combination_row *at_combination_row;
} kamm_test_options;

/* A figure of one car. */
typedef struct kamm_figure {
    /* Name, unit and meaning, as in kamm_figure_info. */
    const char *name, *unit, *doc;
    double value;               /* NaN: not measurable, or not on this rung */
    char note[128];             /* reason of NaN, or a remark; may be empty */
    double published;           /* NaN: none is published */
    char published_source[256]; /* may be empty */
} kamm_figure;

/* Figures of one car in a test. */
typedef struct kamm_test_result {
    /* Test that was driven. */
    const kamm_road_test *test;
    /* Number of figures. */
    int32_t figure_count;
    /* Figures in the order of the test. */
    kamm_figure figures[KAMM_MAX_FIGURES];
} kamm_test_result;

/* Runs a test on a car of kamm_load_vehicle. `options` may be NULL. Equal calls give equal figures. Different threads
 * may run tests at the same time. Errors: UNKNOWN (no such test), RANGE (unsuitable rung, surface or world; a test of
 * two-wheelers for a car, or the other way round), those of kamm_create_model and kamm_load_world, FILE (channels not
 * written), STOPPED (by is_stopped), MEMORY. */
KAMM_IO_API kamm_result kamm_run_test(const char *test, const kamm_vehicle_file *car,
                                      const kamm_test_options *options, kamm_test_result *result,
                                      kamm_error *error);

/* Returns 1 if a figure of a test is one of the common ones that `kamm lab --quick` and kamm_write_report show. Their
 * tests take seconds at most. `figure` NULL: any figure of the test. */
KAMM_IO_API int kamm_is_quick_figure(const char *test, const char *figure);

/* -- Courses -- */

/* Kinds of parts of a course, in the axes of the channels x_m and y_m. */
typedef enum kamm_course_kind {
    /* Cone whose foot touches `from_m` from outside of the lane. */
    KAMM_COURSE_CONE = 1,
    /* Painted line from `from_m` to `to_m`. */
    KAMM_COURSE_LINE,
    /* Painted circle with `radius_m` around `from_m`. */
    KAMM_COURSE_CIRCLE,
    /* Surface `name` between the corners `from_m` and `to_m`. */
    KAMM_COURSE_AREA,
    /* Ramp between the corners that rises along x. */
    KAMM_COURSE_RAMP,
    /* Fixed block between the corners. */
    KAMM_COURSE_BLOCK,
    /* Crosswind between the corners. */
    KAMM_COURSE_WIND
} kamm_course_kind;

/* A part of a course. */
typedef struct kamm_course_part {
    /* Kind of the part. */
    kamm_course_kind kind;
    /* Such as "side lane", "snow". */
    char name[32];
    /* Ends in the axes of the channels, and radius of a circle or cone. */
    double from_m[2], to_m[2], radius_m;
    /* Heights of a ramp at its ends; the height of a block is the second one. */
    double from_height_m, to_height_m;
    /* Cone: 1 to the left of the lane, -1 to the right. */
    int32_t side;
} kamm_course_part;

/* Most parts of a course. */
#define KAMM_MAX_COURSE_PARTS 40

/* Course of a test. */
typedef struct kamm_test_course {
    /* World of a test with takes_world; empty: an infinite plane. */
    char world[32];
    /* Slope of that plane along x. */
    double grade;
    /* Place where the channels begin, with the accuracy of the driver. */
    double start_m[2];
    /* Speed at that place; 0: from rest, NaN: the driver's choice. */
    double entry_mps;
    /* Number of parts. */
    int32_t part_count;
    /* Parts, the first `part_count` in use. */
    kamm_course_part parts[KAMM_MAX_COURSE_PARTS];
} kamm_test_course;

/* Describes the course of a test for a car. It may depend on the car's size. `options` may be NULL. Errors: those of
 * kamm_run_test. */
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

/* Places all cars for a measurement of cost: on level ground, at 10 to 30 m/s, with inputs by which they corner,
 * accelerate and brake. One in four slides. */
KAMM_IO_API void kamm_start_busy_drive(kamm_cars *cars);
/* Returns the time of a substep in ns per car. The cars drive on level ground in this thread, by `rounds` (1 or more)
 * calls of `substeps` (1 or more). The fastest call counts, because other programs use the machine too. */
KAMM_IO_API double kamm_time_step_ns(kamm_cars *cars, int substeps, int rounds);
/* Returns the time of a substep of a model in ns per car, after some 0.1 s. It steps 256 cars in one thread, which
 * corner, accelerate and brake on level asphalt. The fastest of several batches counts, because other programs use the
 * machine too. NaN: out of memory. */
KAMM_IO_API double kamm_measure_cost_ns(const kamm_model *model);

/* -- Comparison of rungs -- */

/* A road test on one rung. */
typedef struct kamm_compared_rung {
    /* Rung of the car. */
    kamm_rung rung;
    /* Without a result all figures are NaN. */
    kamm_test_result result;
    /* Reason for a missing result; empty: there is a result. */
    char reason[512];
    /* Cost of the car on this rung (kamm_measure_cost_ns); NaN: no result. */
    double cost_ns;
} kamm_compared_rung;

/* Runs the test on options->rung, and measures the cost of the rung. If the rung can't run the test, `reason` tells
 * why. `kamm compare` calls it for each rung. `options` may be NULL. Errors: UNKNOWN (no such test), FILE, MEMORY; all
 * others are reasons. */
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
    /* Substeps per second. */
    double substeps_per_s;
    /* Figures at that rate. */
    kamm_test_result result;
} kamm_compared_rate;

/* Runs the test at a substep rate. `options` may be NULL. Errors: those of kamm_run_test; RANGE (an invalid rate). */
KAMM_IO_API kamm_result kamm_compare_rate(const char *test, const kamm_vehicle_file *car,
                                          const kamm_test_options *options, double substeps_per_s,
                                          kamm_compared_rate *compared, kamm_error *error);

/* Returns the difference of a figure from that at the reference rate, in per cent of the latter. The reference is the
 * last of rates in ascending order. NaN: one of both is not measurable, or only the reference is 0. */
KAMM_IO_API double kamm_rate_difference_percent(const kamm_compared_rate *rates, int count,
                                                int rate, int figure);
/* Returns the order with which a figure converges: log2(|f1 - f2| / |f2 - f3|) at the highest three rates of which each
 * is twice the one before. NaN: there are no such rates, or the figure does not converge evenly. It must move to the
 * same side twice, the second time by less, and by more than 1e-6 of itself. */
KAMM_IO_API double kamm_convergence_order(const kamm_compared_rate *rates, int count, int figure);

/* Writes a comparison as JSON, with null for NaN:
 *
 *     {"test": …, "car": …, "rung": …, "reference_substeps_per_s": …, "figures": {NAME: {"unit": …,
 *      "published": …, "order": …}}, "rates": [{"substeps_per_s": …, "figures": {NAME: {"value": …,
 *      "difference_percent": …}}}]}
 *
 * Errors: FILE, MEMORY. */
KAMM_IO_API kamm_result kamm_write_rates(const kamm_compared_rate *rates, int count, kamm_rung rung,
                                         const char *car, FILE *out, kamm_error *error);

/* -- Channels as CSV -- */

/* Write the names and values of all channels as CSV. The columns are time_s, the car's channels by name, then
 * wheel0_load_n and so on. wheel0_load_n is the channel "wheels[0].load_n", without the brackets that other programs
 * take for an index. The argument `time_s` is the first column. ferror reports write errors. */
KAMM_IO_API void kamm_write_channel_names(const kamm_model *model, FILE *out);
KAMM_IO_API void kamm_write_channels(const kamm_cars *cars, int car, double time_s, FILE *out);

/* Write the names and values of the channels of a combination as CSV. The first unit has its channels by name. Others
 * are unit1_x_m, unit1_wheel0_load_n and so on, with their hitch (kamm_hitch_state): unit1_hitch_articulation_rad,
 * unit1_hitch_articulation_rate_radps, unit1_hitch_force_x_n, …_y_n, …_z_n, unit1_hitch_roll_nm, unit1_hitch_yaw_nm. */
KAMM_IO_API void kamm_write_combination_channel_names(kamm_combinations *combinations, int index,
                                                      FILE *out);
KAMM_IO_API void kamm_write_combination_channels(kamm_combinations *combinations, int index,
                                                 double time_s, FILE *out);

/* -- Replays -- */

/* Options of kamm_replay. All zeros: dry asphalt, the rung full, no channels. */
typedef struct kamm_replay_options {
    /* NULL: dry asphalt. */
    const kamm_surface *surface;
    /* 0: KAMM_FULL. */
    kamm_rung rung;
    /* Output of channels at the times of the log, to the nearest substep; NULL: none. */
    FILE *out;
    /* Called at each row of the log, for comparisons with measurements; NULL: none. */
    void (*at_row)(const kamm_cars *cars, double time_s, void *user);
    /* Argument of at_row and progress. */
    void *user;
    /* "THEIRS=OURS,…" translates names of the log; without OURS the column is ignored. NULL: no translation. */
    const char *columns;
    /* Called before the first row, at each row, and every second between rows, with the time driven and that of the
     * whole log. A result other than 0 ends the replay with KAMM_ERROR_STOPPED. NULL: none. */
    int (*progress)(double done_s, double all_s, void *user);
} kamm_replay_options;

/* Drives a car by a log. The log is Racelogic's .vbo, or a CSV file whose first line names its columns; lines that
 * start with # are skipped. Names may end in another unit of the same quantity, as in vehicle files (speed_kmh,
 * steering_wheel_deg), pedals in _percent. Columns:
 *
 *     time_s                 required, strictly ascending, at any rate; 100 000 s at most from first to last
 *     steering_wheel_rad     or road_wheel_rad, which is multiplied by the steering ratio
 *     road_wheel_rate_radps  or the rate of the road wheels' angle, as from planners
 *     throttle, brake, hand_brake, clutch, gear
 *     acceleration_mps2      or the acceleration along the path. With kamm_model_info.takes_commands the
 *                            model obeys it, else a driver holds the speed that follows from it
 *     speed_mps              without pedals and acceleration: a driver holds this speed
 *     x_m, y_m, yaw_rad, speed_mps, gear, steering, yaw_rate_radps, sideslip_rad
 *                            in the first row: start of the car. x_m and y_m are the point of the channels
 *                            x_m and y_m. On kinematic, yaw rate and sideslip follow from the steering
 *
 * Between rows inputs change linearly. gear, road_wheel_rate_radps and acceleration_mps2 are constant between rows,
 * like CommonRoad's inputs. Other channels of Kamm are noted and ignored. All other columns need an entry in `columns`,
 * or are an error. In a .vbo file, time, velocity, heading, lat and long give time_s, speed_mps, yaw_rad, y_m and x_m,
 * unless other columns do. x points east from the first place. Its unknown columns are noted and ignored.
 *
 * `notes` (may be NULL) lists the initial conditions and the ignored columns. Errors: FILE, FORMAT, MISSING, UNKNOWN,
 * RANGE with file, line, column and value; STOPPED (by progress); those of kamm_create_model. */
KAMM_IO_API kamm_result kamm_replay(const char *log_path, const kamm_vehicle_file *car,
                                    const kamm_replay_options *options, kamm_notes *notes,
                                    kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
