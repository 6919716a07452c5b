/* What has to hold of every car. */
#include "soak.h"

#include <math.h>
#include <stdio.h>

static int is_finite(const kamm_cars *cars, int car, const char **which)
{
    int wheels = kamm_describe(kamm_model_of(cars, car)).wheel_count;
    for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i) {
        *which = kamm_channel_fields(NULL)[i].name;
        if (!isfinite(kamm_read(cars, car, (kamm_channel)i))) return 0;
    }
    for (int w = 0; w < wheels; ++w)
        for (int i = 0; i < KAMM_WHEEL_CHANNEL_COUNT; ++i) {
            *which = kamm_wheel_channel_fields(NULL)[i].name;
            if (!isfinite(kamm_read_wheel(cars, car, w, (kamm_wheel_channel)i))) return 0;
        }
    return 1;
}

void soak_look(struct soak *soak, const kamm_cars *cars, const char *when, double time_s)
{
    const char *which;
    for (int car = 0; car < kamm_count(cars); ++car) {
        if (kamm_fault(cars, car) & KAMM_FAULT_NUMERIC)
            soak_find(soak, SOAK_FAULT, "car %d, %s, after %g s", car, when, time_s);
        if (!is_finite(cars, car, &which))
            soak_find(soak, SOAK_FINITE, "%s of car %d, %s, after %g s", which, car, when, time_s);
    }
}

static double power_w(const kamm_cars *cars)
{
    return fmax(kamm_read(cars, 0, KAMM_CHANNEL_engine_power_w), 0) +
           fmax(kamm_read(cars, 0, KAMM_CHANNEL_motor_power_w), 0);
}

static void look_at_depth(struct soak *soak, const kamm_cars *cars, double time_s)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    kamm_pose body;
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_read_pose(cars, 0, 1, &body, wheels);
    for (int w = 0; w < info.wheel_count; ++w)
        if (wheels[w].pose.position_m[2] < 0)
            soak_find(soak, SOAK_DEPTH, "wheel %d is %.3f m under the ground at %g s", w,
                      -wheels[w].pose.position_m[2], time_s);
}

/* On the level in neutral, without wind: what there is of energy gets less, but for what the engine gives. */
static void coast(struct soak *soak, kamm_cars *cars, const kamm_model_info *info)
{
    int rate = (int)lround(1 / info->substep_s);
    kamm_step(cars, &kamm_flat_ground, rate / 2);
    double start_j = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), work_j = 0;
    double slack_j = 0.02 * info->mass_kg + 0.002 * fabs(start_j);
    for (int step = 0; step < 4 * rate; ++step) {
        kamm_step(cars, &kamm_flat_ground, 1);
        work_j += power_w(cars) * info->substep_s;
        double energy_j = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
        if (energy_j <= start_j + 1.1 * work_j + slack_j) continue;
        soak_find(soak, SOAK_ENERGY,
                  "from %.6g to %.6g J in %.3g s, of which an engine gave %.3g J", start_j,
                  energy_j, step * info->substep_s, work_j);
        return;
    }
}

static double speed_of(const kamm_cars *cars) { return kamm_read(cars, 0, KAMM_CHANNEL_speed_mps); }

/* Returns the energy per mass by which a speed of v may rise to 1.02 v + 1 m/s. */
static double slack_jpkg(double v) { return 0.5 * ((1.02 * v + 1) * (1.02 * v + 1) - v * v); }

/* Brakes to a stop, for 60 s at most. 1: it stands. Energy is compared, as a car that tips over or falls gains speed from its height. */
static int brake(struct soak *soak, kamm_cars *cars, const kamm_model_info *info)
{
    int tenth = (int)ceil(0.1 / info->substep_s);
    double least_j = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), slowest = speed_of(cars);
    kamm_inputs(cars)->brake = kamm_inputs(cars)->hand_brake = 1;
    for (int i = 0; i < 600 && speed_of(cars) > 0.02; ++i) {
        kamm_step(cars, &kamm_flat_ground, tenth);
        soak->driven_s += 0.1;
        double energy_j = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
        if (energy_j > least_j + info->mass_kg * slack_jpkg(slowest)) {
            soak_find(soak, SOAK_BRAKES,
                      "from %.4g to %.4g J, and from %.4g to %.4g m/s after %.3g s", least_j,
                      energy_j, slowest, speed_of(cars), 0.1 * i);
            return 0;
        }
        least_j = fmin(least_j, energy_j);
        slowest = fmin(slowest, speed_of(cars));
    }
    return speed_of(cars) <= 0.02;
}

static int is_upright(const kamm_cars *cars)
{
    return fabs(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad)) < 0.5 &&
           fabs(kamm_read(cars, 0, KAMM_CHANNEL_pitch_rad)) < 0.5;
}

/* What stands on its wheels does not move. A tall vehicle may fall over after it has braked. */
static void stand(struct soak *soak, kamm_cars *cars, const kamm_model_info *info)
{
    int second = (int)lround(1 / info->substep_s);
    kamm_pose before, after;
    kamm_step(cars, &kamm_flat_ground, 8 * second);
    kamm_read_pose(cars, 0, 1, &before, NULL);
    kamm_step(cars, &kamm_flat_ground, 4 * second);
    kamm_read_pose(cars, 0, 1, &after, NULL);
    double moved = hypot(after.position_m[0] - before.position_m[0],
                         after.position_m[1] - before.position_m[1]);
    if (moved > 0.004 && is_upright(cars))
        soak_find(soak, SOAK_REST, "%.4g m in 4 s, braked on the level", moved);
    soak->driven_s += 12;
}

void soak_quiet(struct soak *soak, const kamm_model *model)
{
    kamm_model_info info = kamm_describe(model);
    kamm_cars *cars = kamm_create_cars(model, 1, NULL);
    const kamm_placement place = {.speed_mps = soak_between(soak, 0, fmin(40, info.top_speed_mps)),
                                  .gear = 0};
    kamm_place(cars, 0, &place);
    kamm_inputs(cars)->gear = 0;
    long asked = soak_memory.asked;
    coast(soak, cars, &info);
    soak->driven_s += 4.5;
    look_at_depth(soak, cars, 4.5);
    if (brake(soak, cars, &info)) stand(soak, cars, &info);
    look_at_depth(soak, cars, 16);
    if (soak_memory.asked != asked) soak_find(soak, SOAK_MEMORY, "a step of cars asked for memory");
    soak_look(soak, cars, "coasting and braking on the level", 16);
    kamm_destroy_cars(cars);
}
