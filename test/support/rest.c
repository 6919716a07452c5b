#include "rest.h"

#include "run/cars.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TRAIL = 8 }; /* frames, at 60 Hz, that a turn back is seen over */

/* What is known of a car while it drives. */
struct watch {
    double ending_energy_j, min_energy_j, trail[TRAIL][2], stopped_at[3];
    int ended, clutched, frame_of_stop;
};

/* Without the engine, which idles by itself; weight counted from where the car stood first. */
static double energy_of(const kamm_cars *cars, int car)
{
    double engine = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, car, KAMM_CHANNEL_energy_j) -
           0.5 * kamm_model_of(cars, car)->def->engine.inertia_kgm2 * engine * engine;
}

static void place_for(kamm_cars *cars, int car, const struct rest_drive *d)
{
    kamm_placement placement = {{0, 0, d->height_m},
                                {cos(d->roll_rad / 2), sin(d->roll_rad / 2), 0, 0},
                                d->speed_mps * cos(d->course_rad),
                                d->throttle > 0 ? 1 : 0,
                                {0}};
    kamm_place(cars, car, &placement);
    PUT_CAR_STATE(cars, car, car.velocity_y_mps, (float)(d->speed_mps * sin(d->course_rad)));
    PUT_CAR_STATE(cars, car, car.yaw_rate_radps, (float)d->turn_rate_radps);
    kamm_input *input = &kamm_inputs(cars)[car];
    input->gear = d->throttle > 0 ? 1 : 0;
    input->throttle = (float)d->throttle;
    input->steering_wheel_rad =
        (float)(d->steering * kamm_describe(kamm_model_of(cars, car)).steering_lock_rad);
}

static void begin_ending(kamm_input *input, enum rest_ending ending)
{
    static const float brake[REST_ENDINGS] = {0.3f, 1, 0, 1, 0.2f, 0};
    input->throttle = 0;
    input->brake = brake[ending];
    input->hand_brake = ending == HAND_BRAKE || ending == BOTH_BRAKES;
    input->gear = ending == GEAR_AND_CLUTCH;
}

static double turning_of(const kamm_cars *cars, int car)
{
    double x = kamm_read(cars, car, KAMM_CHANNEL_roll_rate_radps);
    double y = kamm_read(cars, car, KAMM_CHANNEL_pitch_rate_radps);
    double z = kamm_read(cars, car, KAMM_CHANNEL_yaw_rate_radps);
    return sqrt(x * x + y * y + z * z);
}

/* Stopped: at a standstill, or on the way back from where it went. */
static int has_stopped(const kamm_cars *cars, int car, struct watch *watch, int frame)
{
    double x = CAR_STATE(cars, car, car.velocity_x_mps);
    double y = CAR_STATE(cars, car, car.velocity_y_mps);
    double *before = watch->trail[frame % TRAIL];
    int back = x * before[0] + y * before[1] < 0 && hypot(x, y) < 2;
    before[0] = x;
    before[1] = y;
    return back || kamm_read(cars, car, KAMM_CHANNEL_speed_mps) < 0.02;
}

static void watch_stopped(const kamm_cars *cars, int car, const struct watch *watch, int frame,
                          struct rest_figures *f)
{
    double speed = kamm_read(cars, car, KAMM_CHANNEL_speed_mps), turning = turning_of(cars, car);
    double since = (frame - watch->frame_of_stop) / 60.0, at[3];
    read_position(cars, car, at);
    f->rebound_mps = fmax(f->rebound_mps, speed);
    f->rebound_m = hypot(at[0] - watch->stopped_at[0], at[1] - watch->stopped_at[1]);
    if (since >= 5 && since < 5.5) {
        f->speed_5 = fmax(f->speed_5, speed);
        f->turning_5 = fmax(f->turning_5, turning);
    }
    if (since >= 20) {
        f->speed_20 = fmax(f->speed_20, speed);
        f->turning_20 = fmax(f->turning_20, turning);
    }
}

/* 1 once all is known of the car. */
static int watch_car(kamm_cars *cars, int car, const struct rest_drive *drive, struct watch *watch,
                     int frame, struct rest_figures *f)
{
    kamm_input *input = &kamm_inputs(cars)[car];
    if (watch->frame_of_stop && frame - watch->frame_of_stop > 20.5 * 60) return 1;
    if (!watch->ended) {
        if (frame < drive->driven_s * 60) return 0;
        watch->ended = 1;
        begin_ending(input, drive->ending);
        double speed = kamm_read(cars, car, KAMM_CHANNEL_speed_mps);
        f->begun_j = kamm_describe(kamm_model_of(cars, car)).mass_kg *
                     (0.5 * speed * speed + 9.81 * drive->height_m);
        watch->ending_energy_j = watch->min_energy_j = energy_of(cars, car);
        return 0;
    }
    double energy = energy_of(cars, car);
    if (drive->ending == GEAR_AND_CLUTCH && !watch->clutched) {
        watch->min_energy_j = energy;
        if (kamm_read(cars, car, KAMM_CHANNEL_speed_mps) > 2) return 0;
        input->clutch = 1;
        watch->clutched = frame;
    }
    if (watch->clutched && frame - watch->clutched < 30)
        watch->min_energy_j = energy; /* it opens */
    if (drive->throttle > 0 && frame < (drive->driven_s + 0.5) * 60) watch->min_energy_j = energy;
    watch->min_energy_j = fmin(watch->min_energy_j, energy);
    f->rise_j = fmax(f->rise_j, energy - watch->min_energy_j);
    if (!watch->frame_of_stop && has_stopped(cars, car, watch, frame)) {
        watch->frame_of_stop = frame;
        f->stop_s = frame / 60.0;
        read_position(cars, car, watch->stopped_at);
    }
    if (watch->frame_of_stop) watch_stopped(cars, car, watch, frame, f);
    return 0;
}

void drive_to_rest(const kamm_vehicle_def *def, double friction, const struct rest_drive *drives,
                   int count, double max_time_s, struct rest_figures *figures)
{
    kamm_cars *cars = start_cars(def, count);
    struct watch *watches = calloc((size_t)count, sizeof *watches);
    kamm_ground ground = kamm_plane_ground(0, 0, friction);
    int max = (int)((max_time_s + 20.6) * 60);
    int frame_substeps = (int)lround(def->stepping.substeps_per_s / 60);
    assert_non_null(watches);
    for (int i = 0; i < count; ++i) {
        place_for(cars, i, &drives[i]);
        figures[i] = (struct rest_figures){.stop_s = -1};
    }
    kamm_step(cars, &ground, 1); /* loads are known from here on */
    for (int frame = 1, done = 0; frame < max && done < count; ++frame) {
        kamm_step(cars, &ground, frame_substeps);
        done = 0;
        for (int i = 0; i < count; ++i)
            done += watch_car(cars, i, &drives[i], &watches[i], frame, &figures[i]);
        if (done < count &&
            frame == (int)(max_time_s * 60)) /* those that go on are waited for no longer */
            for (int i = 0; i < count; ++i)
                if (!watches[i].frame_of_stop) watches[i].frame_of_stop = -10000;
    }
    for (int i = 0; i < count; ++i) {
        double lost_j =
            watches[i].ending_energy_j - energy_of(cars, i); /* one on its roof falls, too */
        figures[i].begun_j = fmax(figures[i].begun_j, lost_j);
        figures[i].fault = kamm_fault(cars, i) != 0;
    }
    free(watches);
    end_cars(cars);
}

static void keep_worst(double *worst, int *at, double value, int number)
{
    if (!(value > *worst)) return;
    *worst = value;
    if (at) *at = number;
}

void add_rest(struct rest_worst *w, const struct rest_figures *f, int number)
{
    double share = f->rise_j / fmax(f->begun_j, 1000);
    ++w->drives;
    w->rising += share > 0.001;
    w->never_stopped += f->stop_s < 0;
    w->faults += f->fault;
    w->unsettled_5 += f->speed_5 > 0.002 || f->turning_5 > 0.1 * PI / 180;
    w->unsettled_20 += f->speed_20 > 0.0001;
    keep_worst(&w->rise_share, &w->at_rise, share, number);
    keep_worst(&w->rise_j, NULL, f->rise_j, number);
    keep_worst(&w->rebound_mps, &w->at_rebound, f->rebound_mps, number);
    keep_worst(&w->rebound_m, NULL, f->rebound_m, number);
    keep_worst(&w->speed_5, &w->at_speed_5, f->speed_5, number);
    keep_worst(&w->speed_20, &w->at_speed_20, f->speed_20, number);
    keep_worst(&w->turning_5, NULL, f->turning_5, number);
    keep_worst(&w->turning_20, NULL, f->turning_20, number);
}

void print_rest_header(void)
{
    print_message("%-26s %6s %16s %9s %14s %16s %16s %s\n", "", "drives", "rise %% (J)", "rising",
                  "rebound", "5 s: mm/s deg/s", "20 s: mm/s deg/s",
                  "moving 5 s, 20 s, never, faults");
}

void print_rest(const char *name, const struct rest_worst *w)
{
    double degrees = 180 / PI;
    print_message(
        "%-26s %6d %7.3f%%(%6.0f) %5d %5.2fm/s %5.0fmm %7.2f %7.3f %8.3f %8.4f   %d %d %d %d"
        "  (drives %d %d %d %d)\n",
        name, w->drives, 100 * w->rise_share, w->rise_j, w->rising, w->rebound_mps,
        1000 * w->rebound_m, 1000 * w->speed_5, degrees * w->turning_5, 1000 * w->speed_20,
        degrees * w->turning_20, w->unsettled_5, w->unsettled_20, w->never_stopped, w->faults,
        w->at_rise, w->at_rebound, w->at_speed_5, w->at_speed_20);
}
