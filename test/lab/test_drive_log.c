/* Logs in other units, by other names, and of satellites. */
#include "support/cars.h"
#include "support/temporary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <kamm/io/lab.h>

#include "io/csv.h"
#include "lab/drive_log.h"

static drive_log read_log(const char *path, const char *renamed, kamm_notes *notes)
{
    drive_log log = {0};
    kamm_error error;
    if (kamm_read_drive_log(path, renamed, &log, notes, &error)) fail_msg("%s", error.text);
    return log;
}

static drive_log read_csv(const char *text, const char *renamed)
{
    write_temporary_csv(text);
    return read_log(temporary_csv, renamed, NULL);
}

static void expect_refused(const char *path, const char *renamed, kamm_result code,
                           const char *part)
{
    drive_log log = {0};
    kamm_error error;
    kamm_result result = kamm_read_drive_log(path, renamed, &log, NULL, &error);
    if (result != code || !strstr(error.text, part))
        fail_msg("%s, not %s", result ? error.text : "read", part);
    kamm_free_drive_log(&log);
}

static void expect_csv_refused(const char *text, const char *renamed, kamm_result code,
                               const char *part)
{
    write_temporary_csv(text);
    expect_refused(temporary_csv, renamed, code, part);
}

static void names_tell_the_unit(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum log_column column;
        double written, si;
    } cases[] = {
        {"speed_kmh", LOG_SPEED, 72, 20},
        {"speed_mph", LOG_SPEED, 100, 44.704},
        {"steering_wheel_deg", LOG_steering_wheel_rad, -90, -1.5707963267948966},
        {"road_wheel_deg", LOG_ROAD_WHEEL, 6, 0.10471975511965977},
        {"road_wheel_rate_degps", LOG_road_wheel_rate_radps, 180, 3.141592653589793},
        {"acceleration_g", LOG_acceleration_mps2, -0.5, -4.903325},
        {"throttle_percent", LOG_throttle, 35, 0.35},
        {"brake_percent", LOG_brake, 100, 1},
        {"hand_brake_percent", LOG_hand_brake, 50, 0.5},
        {"clutch_percent", LOG_clutch, 1, 0.01},
        {"throttle", LOG_throttle, 0.35, 0.35},
        {"gear", LOG_gear, 3, 3},
        {"endurance_brake_percent", LOG_endurance_brake, 50, 0.5},
        {"low_range", LOG_low_range, 1, 1},
        {"raised_axles", LOG_raised_axles, 1, 1},
        {"steering_wheel_nm", LOG_steering_wheel_nm, -3, -3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[128];
        snprintf(text, sizeof text, "time_ms,%s,x_ft,yaw_deg\n0,%g,0,0\n500,%g,1,90\n",
                 cases[i].name, cases[i].written, cases[i].written);
        drive_log log = read_csv(text, NULL);
        expect_near(log.columns[LOG_TIME][1], 0.5, 1e-15);
        expect_near(log.columns[cases[i].column][1], cases[i].si, 1e-12);
        expect_near(log.columns[LOG_X][1], 0.3048, 1e-12);
        expect_near(log.columns[LOG_YAW][1], acos(0), 1e-12);
        kamm_free_drive_log(&log);
    }
}

static void a_logs_own_names_can_be_told(void **state)
{
    (void)state;
    drive_log log = read_csv("t,LapTime,SteerAngle,Speed\n0,7,10,36\n1,8,20,72\n",
                             "t=time_s,SteerAngle=steering_wheel_deg,Speed=speed_kmh,LapTime=");
    expect_near(log.columns[LOG_steering_wheel_rad][1], 20 * acos(0) / 90, 1e-12);
    expect_near(log.columns[LOG_SPEED][0], 10, 1e-12);
    for (int i = 0; i < LOG_COLUMNS; ++i)
        assert_true((log.columns[i] != NULL) ==
                    (i == LOG_TIME || i == LOG_steering_wheel_rad || i == LOG_SPEED));
    kamm_free_drive_log(&log);
}

static void what_is_unknown_is_an_error_with_the_nearest_name(void **state)
{
    (void)state;
    expect_csv_refused("time_s,sped_kmh\n0,1\n1,1\n", NULL, KAMM_ERROR_UNKNOWN,
                       ":1: column sped_kmh is not known: did you mean speed_kmh?");
    expect_csv_refused("time_s,speed_knots\n0,1\n1,1\n", NULL, KAMM_ERROR_UNKNOWN,
                       "--columns speed_knots=NAME");
    expect_csv_refused("time_s,brake_percnt\n0,1\n1,1\n", NULL, KAMM_ERROR_UNKNOWN,
                       "did you mean brake_percent?");
    expect_csv_refused("time_s,v\n0,1\n1,1\n", "v=sped_mps", KAMM_ERROR_UNKNOWN,
                       "column sped_mps is not known: did you mean speed_mps?");
    expect_csv_refused("time_s,speed_mps,speed_kmh\n0,1,1\n1,1,1\n", NULL, KAMM_ERROR_FORMAT,
                       "two columns tell speed_mps, speed_kmh is the second");
    expect_csv_refused("time_s,yaw_rad,x_m\n0,1,1\n1,1,1\n", NULL, KAMM_ERROR_MISSING,
                       "no column drives the car");
    expect_csv_refused("time_s,colour\n0,1\n1,1\n", "colour=", KAMM_ERROR_MISSING,
                       "no column drives the car");
    expect_csv_refused("speed_mps\n1\n1\n", NULL, KAMM_ERROR_MISSING, "no column time_s");
}

/* Channels of Kamm's own files are no inputs, and known: each of them, those of wheels too. */
static void channels_of_kamm_are_noted(void **state)
{
    (void)state;
    static kamm_notes notes;
    write_temporary_csv("time_s,speed_mps,roll_rad,wheel13_load_n,unit1_x_m,unit2_wheel0_load_n\n"
                        "0,1,2,3,4,5\n1,1,2,3,4,5\n");
    drive_log log = read_log(temporary_csv, NULL, &notes);
    assert_int_equal(notes.count, 4);
    assert_non_null(strstr(notes.text[0], "column roll_rad is ignored"));
    assert_non_null(strstr(notes.text[1], "column wheel13_load_n is ignored"));
    kamm_free_drive_log(&log);
    expect_csv_refused("time_s,speed_mps,wheel_load_n\n0,1,2\n1,1,2\n", NULL, KAMM_ERROR_UNKNOWN,
                       "wheel_load_n");
    expect_csv_refused("time_s,speed_mps,unit1_lod_n\n0,1,2\n1,1,2\n", NULL, KAMM_ERROR_UNKNOWN,
                       "unit1_lod_n");
    expect_csv_refused("time_s,speed_mps,wheel1_lod_n\n0,1,2\n1,1,2\n", NULL, KAMM_ERROR_UNKNOWN,
                       "wheel1_lod_n");
}

/* ---- VBO ---- */

static char vbo[TEMPORARY_PATH];

static int make_vbo(void **state)
{
    (void)state;
    return make_temporary_file(vbo, ".VBO");
}

static int remove_vbo(void **state)
{
    (void)state;
    return remove(vbo);
}

static void write_vbo(const char *text)
{
    FILE *file = fopen(vbo, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

#define HEAD(unit)                                                                     \
    "File created on 07/12/2014 at 09:02:23\r\n\r\n[header]\r\nsatellites\r\ntime\r\n" \
    "latitude\r\nlongitude\r\nvelocity " unit "\r\nheading\r\nheight\r\n\r\n"          \
    "[channel units]\r\ndeg\r\n\r\n[comments]\r\nLog Rate (Hz) : 10.00\r\n\r\n"
#define NAMES "[column names]\r\nsats time lat long velocity heading height Steering_Angle\r\n\r\n"

/* At 45 degrees north a degree of latitude is 111131.75 m, one of longitude 78846.81 m (WGS84; the table of the lengths of a
 * degree in the Nautical Almanac and elsewhere). */
static void satellites_tell_time_place_and_speed(void **state)
{
    (void)state;
    static kamm_notes notes;
    write_vbo(HEAD("kmh") NAMES
              "[data]\r\n"
              "137 235959.50 +02700.00000 -00600.00000 072.000 350.00 +00152.58 9.0E+01\r\n"
              "137 235959.90 +02700.06000 -00600.06000 036.000 010.00 +00152.58 -4.5E+01\r\n"
              "137 000000.40 +02699.94000 -00599.94000 000.000 100.00 +00152.58 0\r\n");
    drive_log log = read_log(vbo, "Steering_Angle=steering_wheel_deg", &notes);
    assert_int_equal(log.rows, 3);
    expect_near(log.columns[LOG_TIME][0], 86399.5, 1e-9);
    expect_near(log.columns[LOG_TIME][1] - log.columns[LOG_TIME][0], 0.4, 1e-9);
    expect_near(log.columns[LOG_TIME][2] - log.columns[LOG_TIME][1], 0.5, 1e-9);
    expect_near(log.columns[LOG_SPEED][0], 20, 1e-12);
    expect_near(log.columns[LOG_SPEED][1], 10, 1e-12);
    expect_near(log.columns[LOG_X][0], 0, 0);
    expect_near(log.columns[LOG_Y][0], 0, 0);
    expect_near(log.columns[LOG_Y][1], 111.13175, 1e-4); /* north */
    expect_near(log.columns[LOG_X][1], 78.84681, 1e-4);  /* east: west is positive */
    expect_near(log.columns[LOG_Y][2], -111.13175, 1e-4);
    expect_near(log.columns[LOG_X][2], -78.84681, 1e-4);
    double degree = acos(0) / 90;
    expect_near(log.columns[LOG_YAW][0], -260 * degree,
                1e-12); /* 350 from the north: 100 to the left of the east */
    expect_near(log.columns[LOG_YAW][1], -280 * degree, 1e-12);
    expect_near(log.columns[LOG_YAW][2], -370 * degree, 1e-12);
    expect_near(log.columns[LOG_steering_wheel_rad][1], -45 * degree, 1e-12);
    assert_int_equal(notes.count, 2);
    assert_non_null(strstr(notes.text[0], "column sats is ignored"));
    assert_non_null(strstr(notes.text[1], "column height is ignored"));
    kamm_free_drive_log(&log);
}

static void the_header_has_the_unit_of_the_speed(void **state)
{
    (void)state;
    static const char *const heads[] = {HEAD("kmh"), HEAD("knots"), HEAD("mph")};
    static const double mps[] = {10 / 3.6, 5.144444444444444, 4.4704};
    for (int i = 0; i < 3; ++i) {
        char text[800];
        snprintf(text, sizeof text, "%s[column names]\ntime velocity\n[data]\n0.1 10\n0.2 10\n",
                 heads[i]);
        write_vbo(text);
        drive_log log = read_log(vbo, NULL, NULL);
        expect_near(log.columns[LOG_SPEED][1], mps[i], 1e-12);
        kamm_free_drive_log(&log);
    }
}

/* What has a name goes before what satellites measure. */
static void a_wheels_speed_goes_before_that_of_satellites(void **state)
{
    (void)state;
    write_vbo("[column names]\ntime velocity WheelSpeed\n[data]\n1 10 36\n2 10 72\n");
    drive_log log = read_log(vbo, "WheelSpeed=speed_kmh", NULL);
    expect_near(log.columns[LOG_SPEED][0], 10, 1e-12);
    expect_near(log.columns[LOG_SPEED][1], 20, 1e-12);
    kamm_free_drive_log(&log);
}

static void a_broken_vbo_says_where(void **state)
{
    (void)state;
    write_vbo("[header]\nsats\n");
    expect_refused(vbo, NULL, KAMM_ERROR_FORMAT, "there is no section [column names]");
    write_vbo("[column names]\nsats time\n");
    expect_refused(vbo, NULL, KAMM_ERROR_FORMAT, "there is no section [data]");
    write_vbo("[column names]\ntime velocity\n\n[data]\n1 2\n1 2 3\n");
    expect_refused(vbo, NULL, KAMM_ERROR_FORMAT, ":6: 3 cells, but [column names] has 2");
    write_vbo("[column names]\ntime velocity\n\n[data]\n1 2\n2 fast\n");
    expect_refused(vbo, NULL, KAMM_ERROR_FORMAT, ":6: column velocity: 'fast' is no number");
    write_vbo("[column names]\ntime velocity\n\n[data]\n");
    expect_refused(vbo, NULL, KAMM_ERROR_MISSING, "two rows at least");
    write_vbo("[column names]\ntime sats\n\n[data]\n1 9\n2 9\n");
    expect_refused(vbo, NULL, KAMM_ERROR_MISSING, "no column drives the car");
}

static double last_y_m;
static void keep_y(const kamm_cars *cars, double time_s, void *user)
{
    (void)time_s, (void)user;
    last_y_m = kamm_read(cars, 0, KAMM_CHANNEL_y_m);
}

/* North at 72 km/h for 2 s, held by the driver: 40 m. */
static void a_car_drives_from_a_vbo(void **state)
{
    (void)state;
    kamm_vehicle_file file = {.def = plain_car()};
    kamm_replay_options options = {.at_row = keep_y};
    kamm_error error;
    write_vbo(HEAD("kmh") "[column names]\ntime lat long velocity heading\n[data]\n"
                          "100 3120 -60 72 0\n101 3120 -60 72 0\n102 3120 -60 72 0\n");
    if (kamm_replay(vbo, &file, &options, NULL, &error)) fail_msg("%s", error.text);
    expect_near(last_y_m, 40, 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_tell_the_unit, make_temporary_csv,
                                        remove_temporary_csv),
        cmocka_unit_test_setup_teardown(a_logs_own_names_can_be_told, make_temporary_csv,
                                        remove_temporary_csv),
        cmocka_unit_test_setup_teardown(what_is_unknown_is_an_error_with_the_nearest_name,
                                        make_temporary_csv, remove_temporary_csv),
        cmocka_unit_test_setup_teardown(channels_of_kamm_are_noted, make_temporary_csv,
                                        remove_temporary_csv),
        cmocka_unit_test_setup_teardown(satellites_tell_time_place_and_speed, make_vbo, remove_vbo),
        cmocka_unit_test_setup_teardown(the_header_has_the_unit_of_the_speed, make_vbo, remove_vbo),
        cmocka_unit_test_setup_teardown(a_wheels_speed_goes_before_that_of_satellites, make_vbo,
                                        remove_vbo),
        cmocka_unit_test_setup_teardown(a_broken_vbo_says_where, make_vbo, remove_vbo),
        cmocka_unit_test_setup_teardown(a_car_drives_from_a_vbo, make_vbo, remove_vbo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
