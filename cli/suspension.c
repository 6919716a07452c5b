/* kamm suspension: what an axle's wheels do with travel, roll and steer. */
#include <kamm/io/suspension.h>
#include <stdlib.h>

#include "cli.h"

static int write_file(const kamm_vehicle_def *def, int32_t axle, kamm_suspension_format format,
                      const char *path)
{
    cli_file file;
    kamm_error error;
    if (!path) return CLI_OK;
    if (!cli_open(&file, path, &error)) return cli_fail(&error);
    int failed = kamm_write_suspension(def, axle, format, file.file, &error) != KAMM_OK;
    kamm_error close_error;
    if (!cli_close(&file, !failed, &close_error) && !failed) failed = 1, error = close_error;
    return failed ? cli_fail(&error) : CLI_OK;
}

static int find_axle(const cli_arguments *arguments, const kamm_vehicle_def *def, int32_t *axle)
{
    const char *text = cli_option_value(arguments, "--axle");
    char *end;
    *axle = -1;
    if (!text) return CLI_OK;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < 0 || value >= def->axles_count)
        return cli_misused(arguments->command, "--axle %s: the car has axles 0 to %d", text,
                           (int)def->axles_count - 1);
    *axle = (int32_t)value;
    return CLI_OK;
}

static int run(const cli_arguments *arguments)
{
    static kamm_vehicle_file car;
    kamm_error error;
    int32_t axle;
    int status = cli_load_car(arguments, arguments->words[0], &car);
    if (!status) status = find_axle(arguments, &car.def, &axle);
    if (status) return status;
    if (kamm_write_suspension(&car.def, axle, KAMM_SUSPENSION_TEXT, stdout, &error))
        return cli_fail(&error);
    status = write_file(&car.def, axle, KAMM_SUSPENSION_CSV, cli_option_value(arguments, "--csv"));
    if (!status)
        status =
            write_file(&car.def, axle, KAMM_SUSPENSION_SVG, cli_option_value(arguments, "--svg"));
    return status;
}

const cli_command cli_suspension = {
    "suspension",
    "CAR [--axle N] [--csv FILE] [--svg FILE]",
    "kinematics of a car's axles",
    "Prints the kinematics of a car over travel, roll and steer: camber, toe, steering axis, track, roll\n"
    "centre, motion ratios, anti-dive, Ackermann. They follow from the curves of the model; for an axle with\n"
    "hardpoints also from its points.",
    1,
    1,
    {{"--axle", "N", "only this axle, 0 is the first; default all"},
     {"--csv", "FILE", "the tables over travel, for all axles or that one"},
     {"--svg", "FILE", "a picture"},
     CLI_TYRE_OPTION,
     CLI_SET_OPTION},
    run};
