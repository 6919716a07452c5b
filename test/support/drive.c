#include "drive.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>

kamm_vehicle_def car_named(const char *name)
{
    static kamm_vehicle_file file;
    kamm_error error;
    if (kamm_load_vehicle(name, &file, NULL, &error) != KAMM_OK) fail_msg("%s", error.text);
    file.def.stepping.substeps_per_s = 1200;
    return file.def;
}

struct drive start_drive(const kamm_vehicle_def *def, kamm_rung rung, double speed_mps,
                         float strength)
{
    struct drive drive = {.cars = start_rung(def, rung, 1),
                          .assist = kamm_default_input_assist(),
                          .ground = kamm_flat_ground,
                          .frames_per_s = 60};
    drive.assist.strength = strength;
    drive.info = kamm_describe(kamm_model_of(drive.cars, 0));
    put_car(drive.cars, 0, &drive.ground, 0, speed_mps, KAMM_GEAR_DRIVE);
    return drive;
}

struct drive start_named(const char *name, double speed_kmh, float strength)
{
    kamm_vehicle_def def = car_named(name);
    return start_drive(&def, KAMM_FULL, speed_kmh / 3.6, strength);
}

double seen(const struct drive *drive, kamm_channel channel)
{
    return kamm_read(drive->cars, 0, channel);
}

void start_timing(struct drive *drive)
{
    drive->max_sideslip_rad = drive->max_slip_rad = 0;
    drive->sum_lateral_mps2 = drive->timed_s = 0;
}

static void measure(struct drive *drive, double interval_s)
{
    double left = kamm_read_wheel(drive->cars, 0, 0, KAMM_WHEEL_slip_angle_rad);
    double right = kamm_read_wheel(drive->cars, 0, 1, KAMM_WHEEL_slip_angle_rad);
    drive->max_slip_rad = fmax(drive->max_slip_rad, fabs(left + right) / 2);
    if (seen(drive, KAMM_CHANNEL_speed_mps) > 3)
        drive->max_sideslip_rad =
            fmax(drive->max_sideslip_rad, fabs(seen(drive, KAMM_CHANNEL_sideslip_rad)));
    drive->sum_lateral_mps2 += seen(drive, KAMM_CHANNEL_acceleration_y_mps2) * interval_s;
    drive->timed_s += interval_s;
}

double mean_lateral_mps2(const struct drive *drive)
{
    return drive->sum_lateral_mps2 / drive->timed_s;
}

void keep_wish(struct drive *drive, kamm_driver_request request, double seconds)
{
    double interval_s = 1.0 / drive->frames_per_s;
    for (int i = 0; i < (int)lround(seconds * drive->frames_per_s); ++i) {
        kamm_assist_input(&drive->assist, drive->cars, 0, &request, interval_s);
        kamm_step(drive->cars, &drive->ground, 1200 / drive->frames_per_s);
        measure(drive, interval_s);
    }
}

void keep_speed(struct drive *drive, float steer, double speed_mps, double seconds)
{
    for (int i = 0; i < (int)lround(seconds * 10); ++i) {
        kamm_driver_request request = {.steer = steer};
        request.throttle = seen(drive, KAMM_CHANNEL_forward_speed_mps) < speed_mps ? 0.6f : 0;
        keep_wish(drive, request, 0.1);
    }
}
