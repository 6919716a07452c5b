/* kamm replay: drive from a log. */
#include <math.h>

#include "cli.h"

enum { LONG_S = 1000 }; /* takes some seconds to drive */

/* Draws the bar now and then only, as rows come by the thousand. */
static int show_progress(double done_s, double all_s, void *user)
{
    double *shown_s = user, now_s = cli_now_s();
    if (done_s == 0 && all_s >= LONG_S) cli_tell_progress(done_s, all_s, "s", NAN);
    if (now_s > *shown_s + 0.2) {
        cli_show_progress(done_s, all_s, "s", NAN);
        *shown_s = now_s;
    }
    return cli_is_stopped(NULL);
}

static int replay(const cli_arguments *arguments, const kamm_vehicle_file *car,
                  kamm_replay_options options)
{
    kamm_error error;
    kamm_notes notes = {0};
    cli_file out = {.file = stdout};
    const char *path = cli_option_value(arguments, "--out");
    double shown_s = cli_now_s();
    if (path && !cli_open(&out, path, &error)) return cli_fail(&error);
    options.out = out.file;
    options.progress = show_progress;
    options.user = &shown_s;
    cli_watch_for_stop();
    kamm_result result = kamm_replay(arguments->words[0], car, &options, &notes, &error);
    cli_clear_progress();
    int status = cli_close_channels(&out, result, &error);
    if (!status) cli_print_notes(&notes, stderr);
    return status;
}

static int run(const cli_arguments *arguments)
{
    static kamm_vehicle_file car;
    kamm_surface custom;
    kamm_replay_options options = {0};
    const char *name = cli_option_value(arguments, "--car");
    if (!name) return cli_misused(arguments->command, "--car CAR is missing");
    options.columns = cli_option_value(arguments, "--columns");
    int status = cli_find_surface(arguments, &custom, &options.surface);
    if (!status) status = cli_find_rung(arguments, &options.rung);
    if (!status) status = cli_load_car(arguments, name, &car);
    return status ? status : replay(arguments, &car, options);
}

const cli_command cli_replay = {
    "replay",
    "LOG --car CAR [OPTION]…",
    "drives with a log's inputs, to compare with a measured car",
    "Drives a car open-loop with a log, CSV or Racelogic's .vbo, and writes the channels at the log's times.\n"
    "The first line of CSV names the columns; lines that start with # are skipped. Names may end in\n"
    "another unit of their kind (speed_kmh, steering_wheel_deg, throttle_percent). Columns:\n"
    "  time_s              required; ascending, at any rate\n"
    "  steering_wheel_rad  or, without it, road_wheel_rad times the steering ratio\n"
    "  road_wheel_rate_radps  or the rate of the road wheels' angle, as from planners\n"
    "  throttle, brake, hand_brake, clutch, gear, and all other inputs of kamm catalog but command\n"
    "  acceleration_mps2   or the acceleration along the path, for rungs that accept it; on others a\n"
    "                      driver holds the integrated speed\n"
    "  speed_mps           without any of these: a driver holds that speed\n"
    "In the first row x_m, y_m, yaw_rad, speed_mps, gear, the steering, yaw_rate_radps and\n"
    "sideslip_rad are the initial state. Inputs are interpolated linearly between rows; gear,\n"
    "road_wheel_rate_radps and acceleration_mps2 hold from row to row. Other channels of Kamm are\n"
    "ignored with a note; all other columns need --columns. In a .vbo time, velocity, heading, lat and long\n"
    "are read as well, and other columns without a name are ignored.",
    1,
    1,
    {CLI_CAR_OPTION,
     CLI_RUNG_OPTION,
     CLI_TYRE_OPTION,
     CLI_SURFACE_OPTION,
     CLI_SET_OPTION,
     {"--columns", "LIST", "THEIRS=OURS,…: maps the log's names; without OURS: ignores the column"},
     {"--out", "FILE", "output file; default standard output"}},
    run};
