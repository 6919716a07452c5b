/* Drives from a log. */
#include "support/cars.h"
#include "support/temporary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <kamm/io/lab.h>

#include "io/csv.h"

/* -- replay ----------------------------------------------------------------------------------- */

typedef struct {
    int rows;
    double time_s, speed_mps, yaw_rate_radps, steering_rad, x_m, y_m, first_x_m, first_y_m;
} seen;

static void see(const kamm_cars *cars, double time_s, void *user)
{
    seen *last = user;
    last->time_s = time_s;
    last->speed_mps = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
    last->yaw_rate_radps = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps);
    last->steering_rad = kamm_read(cars, 0, KAMM_CHANNEL_steering_wheel_rad);
    last->x_m = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
    last->y_m = kamm_read(cars, 0, KAMM_CHANNEL_y_m);
    if (!last->rows++) {
        last->first_x_m = last->x_m;
        last->first_y_m = last->y_m;
    }
}

static kamm_result replay(const char *log, seen *last, kamm_notes *notes, kamm_error *error)
{
    kamm_vehicle_file file = {.def = plain_car()};
    kamm_replay_options options = {.at_row = see, .user = last};
    write_temporary_csv(log);
    return kamm_replay(temporary_csv, &file, &options, notes, error);
}

static void a_measured_speed_is_held_and_the_start_is_as_logged(void **state)
{
    (void)state;
    seen last = {0};
    kamm_notes notes;
    kamm_error error;
    const char *log = "time_s,speed_mps,x_m,y_m,yaw_rad,roll_rad\n"
                      "10,20,5,7,1.5707963,0\n20,20,0,0,0,0\n30,22,0,0,0,0\n";
    if (replay(log, &last, &notes, &error)) fail_msg("%s", error.text);
    assert_int_equal(last.rows, 3);
    expect_near(last.time_s, 30, 0);
    expect_near(last.first_x_m, 5, 1e-6);
    expect_near(last.first_y_m, 7, 1e-6);
    expect_near(last.speed_mps, 22, 0.3);
    expect_near(last.y_m, 7 + 20 * 10 + 21 * 10, 3);
    expect_near(last.x_m, 5, 0.1);
    assert_non_null(strstr(notes.text[0], "column roll_rad is ignored"));
    assert_non_null(strstr(notes.text[1], "x 5 m, y 7 m"));
}

/* Its file has the angles of steering wheel and road wheels. */
static void a_run_of_the_labs_can_be_driven_again(void **state)
{
    (void)state;
    kamm_vehicle_file file = {.def = plain_car()};
    kamm_test_result result;
    kamm_error error;
    kamm_notes notes;
    seen last = {0};
    double x_m[64], y_m[64];
    kamm_csv csv;
    FILE *out = fopen(temporary_csv, "w");
    kamm_test_options options = {.csv = out, .csv_interval_s = 0.1};
    if (kamm_run_test("step-steer", &file, &options, &result, &error)) fail_msg("%s", error.text);
    fclose(out);
    if (kamm_csv_load(temporary_csv, &csv, &error)) fail_msg("%s", error.text);
    int rows = csv.rows;
    expect_below(rows, 64);
    assert_int_equal(kamm_csv_required(&csv, "x_m", x_m, &error), KAMM_OK);
    assert_int_equal(kamm_csv_required(&csv, "y_m", y_m, &error), KAMM_OK);
    kamm_csv_free(&csv);
    kamm_replay_options again = {.at_row = see, .user = &last};
    if (kamm_replay(temporary_csv, &file, &again, &notes, &error)) fail_msg("%s", error.text);
    assert_int_equal(last.rows, rows);
    double way_m = x_m[rows - 1] - x_m[0];
    expect_near(last.x_m, x_m[rows - 1], 0.01 * way_m);
    expect_near(last.y_m, y_m[rows - 1], 0.01 * way_m);
    assert_non_null(
        strstr(notes.text[0], "road_wheel_rad is ignored, as steering_wheel_rad steers"));
}

static void the_road_wheel_angle_is_the_steering_wheels_over_the_ratio(void **state)
{
    (void)state;
    seen by_hand = {0}, by_wheel = {0};
    kamm_error error;
    if (replay("time_s,speed_mps,steering_wheel_rad\n0,15,0\n1,15,0.48\n4,15,0.48\n", &by_hand,
               NULL, &error))
        fail_msg("%s", error.text);
    double ratio = plain_car().steering.ratio;
    char log[128];
    snprintf(log, sizeof log, "time_s,road_wheel_rad,speed_mps\n0,0,15\n1,%.17g,15\n4,%.17g,15\n",
             0.48 / ratio, 0.48 / ratio);
    if (replay(log, &by_wheel, NULL, &error)) fail_msg("%s", error.text);
    expect_near(by_wheel.steering_rad, 0.48, 1e-6);
    expect_share(by_wheel.yaw_rate_radps, by_hand.yaw_rate_radps, 1e-4);
    /* Steady cornering at low speed follows Ackermann but for the understeer. */
    double geometric = 15 * 0.48 / ratio / plain_car().axles[1].behind_front_axle_m;
    expect_above(by_hand.yaw_rate_radps, 0.6 * geometric);
    expect_below(by_hand.yaw_rate_radps, 1.1 * geometric);
}

static void inputs_change_linearly_between_rows(void **state)
{
    (void)state;
    seen last = {0};
    kamm_error error;
    if (replay("time_s,steering_wheel_rad,speed_mps\n0,0,10\n2,2,10\n3,3,10\n", &last, NULL,
               &error))
        fail_msg("%s", error.text);
    expect_near(last.steering_rad, 3, 0.01); /* one substep behind */
}

static void accelerator_and_brake_are_as_logged(void **state)
{
    (void)state;
    seen faster = {0}, slower = {0};
    kamm_error error;
    if (replay("time_s,throttle,speed_mps\n0,1,10\n3,1,10\n", &faster, NULL, &error))
        fail_msg("%s", error.text);
    if (replay("time_s,brake,speed_mps\n0,0.3,10\n1,0.3,10\n", &slower, NULL, &error))
        fail_msg("%s", error.text);
    expect_above(faster.speed_mps, 12);
    expect_below(slower.speed_mps, 8);
}

/* -- as planners drive ------------------------------------------------------------------------ */

/* A car that tells of its rear axle where it is kinematic. */
static kamm_vehicle_def planned_car(void)
{
    kamm_vehicle_def def = plain_car();
    def.kinematic.reference = def.kinematic.speed_of = KAMM_POINT_REAR_AXLE;
    return def;
}

enum { TRACE_ROWS = 64 };
typedef struct {
    int rows, row;
    double time_s[TRACE_ROWS], x_m[TRACE_ROWS], y_m[TRACE_ROWS], speed_mps[TRACE_ROWS],
        yaw_rad[TRACE_ROWS];
} planned_trace;

/* `names`: of time, x, y, speed and yaw. */
static void read_trace(const char *name, const char *const names[5], planned_trace *trace)
{
    kamm_csv csv;
    kamm_error error;
    double *const columns[5] = {trace->time_s, trace->x_m, trace->y_m, trace->speed_mps,
                                trace->yaw_rad};
    if (kamm_csv_load(name, &csv, &error)) fail_msg("%s", error.text);
    assert_in_range(csv.rows, 10, TRACE_ROWS);
    trace->rows = csv.rows;
    trace->row = 0;
    for (int i = 0; i < 5; ++i)
        if (kamm_csv_required(&csv, names[i], columns[i], &error)) fail_msg("%s", error.text);
    kamm_csv_free(&csv);
}

/* 0.2 mm and 2e-5 rad: a fifth of what is promised. */
static void compare_row(const kamm_cars *cars, double time_s, void *user)
{
    planned_trace *trace = user;
    int row = trace->row++;
    expect_near(time_s, trace->time_s[row], 1e-9);
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_x_m), trace->x_m[row], 2e-4);
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_y_m), trace->y_m[row], 2e-4);
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), trace->speed_mps[row], 2e-4);
    expect_near(remainder(kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad) - trace->yaw_rad[row], 2 * PI),
                0, 2e-5);
}

static void drive_trace(kamm_rung rung, planned_trace *trace, double rate_radps,
                        double acceleration_mps2)
{
    kamm_error error;
    static kamm_vehicle_file file;
    kamm_replay_options options = {.rung = rung, .at_row = compare_row, .user = trace};
    if (kamm_load_vehicle("commonroad-2-bmw-320i", &file, NULL, &error)) fail_msg("%s", error.text);
    FILE *log = fopen(temporary_csv, "w");
    fprintf(log, "time_s,x_m,y_m,yaw_rad,speed_mps,road_wheel_rate_radps,acceleration_mps2\n");
    for (int row = 0; row < trace->rows; ++row)
        fprintf(log, "%.17g,0,0,0,%.17g,%g,%g\n", trace->time_s[row], trace->speed_mps[0],
                rate_radps, acceleration_mps2);
    fclose(log);
    kamm_notes notes;
    if (kamm_replay(temporary_csv, &file, &options, &notes, &error)) fail_msg("%s", error.text);
    assert_int_equal(trace->row, trace->rows);
    assert_non_null(strstr(notes.text[1], "acceleration_mps2 is commanded"));
}

/* CommonRoad's own solutions of its kinematic and its single-track model, the car's file as it is. */
static void planner_traces_are_driven_unchanged(void **state)
{
    static const char folder[] = "test/reference/commonroad/";
    static const struct {
        const char *file, *names[5];
        kamm_rung rung;
        double rate_radps, acceleration_mps2;
    } traces[] = {
        {"ks_corner_left.csv", {"t_s", "x_m", "y_m", "v_mps", "psi_rad"}, KAMM_KINEMATIC, 0.15, 0},
        {"ks_straight_brake.csv",
         {"t_s", "x_m", "y_m", "v_mps", "psi_rad"},
         KAMM_KINEMATIC,
         0,
         -6.867},
        {"st_corner_left.csv", {"t", "x", "y", "v", "psi"}, KAMM_SINGLE_TRACK, 0.15, 0},
        {"st_straight_brake.csv", {"t", "x", "y", "v", "psi"}, KAMM_SINGLE_TRACK, 0, -6.867},
    };
    (void)state;
    for (size_t i = 0; i < sizeof traces / sizeof *traces; ++i) {
        planned_trace trace;
        char name[96];
        snprintf(name, sizeof name, "%s%s", folder, traces[i].file);
        read_trace(name, traces[i].names, &trace);
        drive_trace(traces[i].rung, &trace, traces[i].rate_radps, traces[i].acceleration_mps2);
    }
}

static seen replay_on(kamm_rung rung, const kamm_vehicle_def *def, const char *log)
{
    seen last = {0};
    kamm_error error;
    kamm_vehicle_file file = {.def = *def};
    kamm_replay_options options = {.rung = rung, .at_row = see, .user = &last};
    write_temporary_csv(log);
    if (kamm_replay(temporary_csv, &file, &options, NULL, &error)) fail_msg("%s", error.text);
    return last;
}

/* The single-track car takes the acceleration for its wheels' force; drag and rolling resistance come on
 * top. */
static double speed_off_mps(kamm_rung rung) { return rung == KAMM_SINGLE_TRACK ? 1 : 0.3; }

/* Where the model takes no accelerations a driver follows them; the steering rate is obeyed all the
 * same, and both hold from row to row: 1 s at 0.02 and 2 s at 0.01 rad/s. */
static void rates_are_followed_on_every_rung(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    const char *log = "time_s,speed_mps,road_wheel_rad,road_wheel_rate_radps,acceleration_mps2\n"
                      "0,15,-0.02,0.02,1\n1,0,0,0.01,-2\n3,0,0,9,9\n";
    for (kamm_rung rung = KAMM_RIGID2D; rung <= KAMM_FULL; ++rung) {
        seen last = replay_on(rung, &def, log);
        expect_near(last.steering_rad / def.steering.ratio, -0.02 + 0.02 + 0.02, 1e-4);
        expect_near(last.speed_mps, 15 + 1 - 4, speed_off_mps(rung));
    }
}

/* Every input of the table can be a column: here the lever of an exhaust brake, in a drive without pedals. */
static void any_input_is_followed(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.engine.exhaust_brake = (kamm_curve){.count = 2, .x = {80, 600}, .y = {20, 60}};
    for (kamm_rung rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
        double rolls_mps =
            replay_on(rung, &def, "time_s,speed_mps,throttle,endurance_brake\n0,20,0,0\n4,0,0,0\n")
                .speed_mps;
        double brakes_mps =
            replay_on(rung, &def, "time_s,speed_mps,throttle,endurance_brake\n0,20,0,1\n4,0,0,1\n")
                .speed_mps;
        expect_below(brakes_mps, rolls_mps - 0.5);
    }
}

/* With the steering wheel's angle beside a commanded acceleration, and a rate beside a held speed. */
static void either_rate_column_may_be_given_alone(void **state)
{
    (void)state;
    kamm_vehicle_def def = planned_car();
    for (kamm_rung rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        seen last = replay_on(rung, &def,
                              "time_s,speed_mps,road_wheel_rad,acceleration_mps2\n"
                              "0,15,0,1\n2,15,0.04,1\n3,15,0.04,1\n");
        expect_near(last.steering_rad / def.steering.ratio, 0.04, 1e-4);
        expect_near(last.speed_mps, 18, speed_off_mps(rung));
        last =
            replay_on(rung, &def, "time_s,speed_mps,road_wheel_rate_radps\n0,15,0.01\n3,15,0.01\n");
        expect_near(last.steering_rad / def.steering.ratio, 0.03, 1e-4);
        expect_near(last.speed_mps, 15, 0.5);
    }
}

typedef struct {
    int rows;
    double channels[KAMM_CHANNEL_COUNT];
} first_row;

static void keep_first(const kamm_cars *cars, double time_s, void *user)
{
    first_row *first = user;
    (void)time_s;
    if (first->rows++) return;
    for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i)
        first->channels[i] = kamm_read(cars, 0, (kamm_channel)i);
}

static first_row start_on(kamm_rung rung, const kamm_vehicle_def *def, const char *log)
{
    first_row first = {0};
    kamm_error error;
    kamm_vehicle_file file = {.def = *def};
    kamm_replay_options options = {.rung = rung, .at_row = keep_first, .user = &first};
    write_temporary_csv(log);
    if (kamm_replay(temporary_csv, &file, &options, NULL, &error)) fail_msg("%s", error.text);
    return first;
}

/* Whatever the rung and whichever point its channels tell of. */
static void the_first_row_says_where_and_how_it_starts(void **state)
{
    (void)state;
    kamm_vehicle_def def = planned_car();
    def.payload.mass_kg = 300;
    def.payload.cg_behind_front_axle_m = 2.4;
    const char *log =
        "time_s,x_m,y_m,yaw_rad,speed_mps,road_wheel_rad,yaw_rate_radps,sideslip_rad\n"
        "0,5,-7,2,15,0.03,0.2,-0.05\n0.1,0,0,0,15,0.03,0,0\n";
    for (kamm_rung rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        first_row first = start_on(rung, &def, log);
        expect_near(first.channels[KAMM_CHANNEL_x_m], 5, 1e-6);
        expect_near(first.channels[KAMM_CHANNEL_y_m], -7, 1e-6);
        expect_near(first.channels[KAMM_CHANNEL_yaw_rad], 2, 1e-6);
        expect_near(first.channels[KAMM_CHANNEL_speed_mps], 15, 1e-3);
        expect_near(first.channels[KAMM_CHANNEL_road_wheel_rad], 0.03, 1e-7);
        if (rung == KAMM_KINEMATIC) continue;
        expect_near(first.channels[KAMM_CHANNEL_yaw_rate_radps], 0.2, 1e-6);
        expect_near(first.channels[KAMM_CHANNEL_sideslip_rad], -0.05, 1e-4);
    }
}

static void expect_replay_error(const char *log, kamm_result code, const char *part)
{
    seen last = {0};
    kamm_error error;
    assert_int_equal(replay(log, &last, NULL, &error), code);
    if (!strstr(error.text, part)) fail_msg("'%s' is not in '%s'", part, error.text);
    assert_int_equal(last.rows, 0);
}

static void a_log_that_cannot_be_driven_is_refused(void **state)
{
    (void)state;
    expect_replay_error("throttle\n1\n1\n", KAMM_ERROR_MISSING, "there is no column time_s");
    expect_replay_error("time_s\n1\n", KAMM_ERROR_MISSING, "needs two rows at least, this has 1");
    expect_replay_error("time_s,throttle\n0,1\n0.1,1\n0.1,1\n", KAMM_ERROR_RANGE,
                        ":4: time_s 0.1 does not come after 0.1");
    expect_replay_error("time_s,throttle\n0,1\n1e9,1\n", KAMM_ERROR_RANGE,
                        ":3: time_s 1e+09 is 1e+09 s after the first row; a drive takes 100000 s");
    expect_replay_error("time_s,throttle\n0,1\n1e300,1\n", KAMM_ERROR_RANGE, "1e+300");
    expect_replay_error("time_s,brake\n0,1\n1,hard\n", KAMM_ERROR_FORMAT,
                        ":3: column brake: 'hard' is no number");
    expect_replay_error("time_s,brake\n0,1\n1,NaN\n", KAMM_ERROR_RANGE, "is not finite");
    expect_replay_error("time_s,steering_wheel_rad,road_wheel_rate_radps\n0,0,0\n1,0,0\n",
                        KAMM_ERROR_FORMAT, "can't both steer");
    expect_replay_error("time_s,brake,acceleration_mps2\n0,0,0\n1,0,0\n", KAMM_ERROR_FORMAT,
                        ":1: brake and acceleration_mps2 can't both drive");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_of_the_labs_can_be_driven_again),
        cmocka_unit_test(a_measured_speed_is_held_and_the_start_is_as_logged),
        cmocka_unit_test(the_road_wheel_angle_is_the_steering_wheels_over_the_ratio),
        cmocka_unit_test(inputs_change_linearly_between_rows),
        cmocka_unit_test(accelerator_and_brake_are_as_logged),
        cmocka_unit_test(planner_traces_are_driven_unchanged),
        cmocka_unit_test(rates_are_followed_on_every_rung),
        cmocka_unit_test(any_input_is_followed),
        cmocka_unit_test(either_rate_column_may_be_given_alone),
        cmocka_unit_test(the_first_row_says_where_and_how_it_starts),
        cmocka_unit_test(a_log_that_cannot_be_driven_is_refused),
    };
    return cmocka_run_group_tests(tests, make_temporary_csv, remove_temporary_csv);
}
