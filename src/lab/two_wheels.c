#include "lab/two_wheels.h"

#include <kamm/act.h>
#include <math.h>

struct ride_peaks kamm_ride_peaks(void)
{
    static const struct ride_peaks none;
    return none;
}

static void widen(double range[2], double value)
{
    range[0] = fmin(range[0], value), range[1] = fmax(range[1], value);
}

void kamm_watch_ride(const kamm_bench *bench, int car, double off_m, struct ride_peaks *peaks)
{
    const double lies_rad = 1.2;
    double lean_rad = fabs(kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rad));
    peaks->falls |= !(lean_rad < lies_rad) || !kamm_bench_is_well(bench, car);
    peaks->lean_rad = fmax(peaks->lean_rad, lean_rad);
    peaks->off_m = fmax(peaks->off_m, fabs(off_m));
    widen(peaks->torque_nm, (double)kamm_inputs(bench->cars)[car].steering_wheel_nm);
    widen(peaks->roll_radps, kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rate_radps));
    peaks->speed_sum_mps +=
        bench->tick_s * kamm_bench_read(bench, car, KAMM_CHANNEL_forward_speed_mps);
    peaks->time_s += bench->tick_s;
}

void kamm_push_to_speed(kamm_bench *bench, int car, double speed_mps)
{
    const double per_s = 5 / bench->root,
                 yaw_rad = kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rad);
    double push_n = bench->info.mass_kg * per_s *
                    (speed_mps - kamm_bench_read(bench, car, KAMM_CHANNEL_speed_mps));
    const double force_n[3] = {push_n * cos(yaw_rad), push_n * sin(yaw_rad), 0};
    kamm_apply_force(bench->cars, car, force_n, NULL, NULL);
}

static double mean_mps(const struct ride_peaks *peaks)
{
    return peaks->speed_sum_mps / peaks->time_s;
}

double kamm_roll_index(const struct ride_peaks *peaks)
{
    double torque_nm = fmax(-peaks->torque_nm[0], peaks->torque_nm[1]);
    double roll_radps = fmax(-peaks->roll_radps[0], peaks->roll_radps[1]);
    return torque_nm / (roll_radps * mean_mps(peaks));
}

double kamm_lane_change_index(const struct ride_peaks *peaks)
{
    double torque_nm = peaks->torque_nm[1] - peaks->torque_nm[0];
    double roll_radps = peaks->roll_radps[1] - peaks->roll_radps[0];
    return torque_nm / (roll_radps * mean_mps(peaks));
}

int kamm_lay_line(kamm_bench *bench, double (*y)(double x_m, double length_m), double length_m,
                  int count, double step_m, struct ridden_line *line)
{
    const double grip = 0.9, width_m = 6 * bench->length;
    kamm_error own;
    kamm_error *error = bench->error ? bench->error : &own;
    *line = (struct ridden_line){NULL, NULL};
    double(*points_m)[2] = kamm_allocate_array((size_t)count, sizeof *points_m);
    kamm_path path = {.name = "line", .count = count, .points_m = points_m, .width_m = width_m};
    for (int i = 0; points_m && i < count; ++i) {
        points_m[i][0] = step_m * i;
        points_m[i][1] = y(step_m * i, length_m);
    }
    if (points_m) line->line = kamm_create_line(&path, error);
    if (line->line) line->plan = kamm_create_plan(line->line, bench->model, grip, error);
    if (!line->plan) bench->outcome = points_m ? error->code : KAMM_ERROR_MEMORY;
    kamm_release(points_m);
    return line->plan != NULL;
}

void kamm_clear_line(struct ridden_line *line)
{
    if (line->plan) kamm_destroy_plan(line->plan);
    if (line->line) kamm_destroy_line(line->line);
    *line = (struct ridden_line){NULL, NULL};
}
