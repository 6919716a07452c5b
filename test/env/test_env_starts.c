/* Where episodes of all tasks begin, what actions do, and the lane of a trial: by what the texts of the tasks say.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "env_arrays.h"

#include "env/env_state.h"
#include "support/tier.h"

enum { AT_ONCE = 24 };
static const double degree = PI / 180;

/* ---- where episodes begin ---- */

static double bent_of(const struct run *run, int i) { return seen(run, i, "articulation"); }
static double entry_of(const struct run *run, int i) { return seen(run, i, "entry_speed"); }
static double nose_of(const struct run *run, int i)
{
    const kamm_model_info *info = &run->env->info;
    return x_of(run, i) + info->cg_behind_front_axle_m + info->front_overhang_m;
}
static double out_of(const struct run *run, int i) { return seen(run, i, "radius_error"); }
/* Share of the wanted sideslip, and of the speed at which half of the grip holds the circle. */
static double slid_of(const struct run *run, int i) { return seen(run, i, "sideslip") / 0.5; }
static double share_of(const struct run *run, int i)
{
    double radius = hypot(x_of(run, i), y_of(run, i));
    return channel_of(run, i, KAMM_CHANNEL_speed_mps) / sqrt(0.5 * 9.80665 * radius);
}
/* Over the less of both sides' room, on a path of 10 m. */
static double aside_of(const struct run *run, int i)
{
    return (seen(run, i, "room_right") - seen(run, i, "room_left")) / 2 / 5;
}
static double first_gap_of(const struct run *run, int i) { return seen(run, i, "other_1_ahead"); }
static double second_gap_of(const struct run *run, int i) { return seen(run, i, "other_2_ahead"); }
static double root_of(const struct run *run, int i)
{
    const kamm_cars *cars = kamm_env_cars(run->env);
    return sqrt(kamm_model_of(cars, kamm_env_car(run->env, i))->statics.length_scale);
}
static double held_of(const struct run *run, int i) { return speed_of(run, i) / root_of(run, i); }
static double trial_x_of(const struct run *run, int i)
{
    return x_of(run, i) / (root_of(run, i) * root_of(run, i));
}
static double lane_of_trial(const struct run *run, int i)
{
    double lane = y_of(run, i) / (20 * root_of(run, i) * root_of(run, i));
    return floor(lane + 0.5);
}

static const struct {
    kamm_env_task task;
    const char *what;
    double (*of)(const struct run *run, int i);
    double low, high;
} starts[] = {
    {KAMM_ENV_PARKING, "x", x_of, -9, -4},
    {KAMM_ENV_PARKING, "y", y_of, 5.5, 7},
    {KAMM_ENV_PARKING, "yaw", yaw_of, -0.15, 0.15},
    {KAMM_ENV_TRAILER, "x", x_of, 24, 30},
    {KAMM_ENV_TRAILER, "y", y_of, -2, 2},
    {KAMM_ENV_TRAILER, "yaw", yaw_of, -0.12, 0.12},
    {KAMM_ENV_TRAILER, "articulation", bent_of, -0.1, 0.1},
    {KAMM_ENV_MOOSE, "entry", entry_of, 45 / 3.6, 65 / 3.6},
    {KAMM_ENV_MOOSE, "speed", speed_of, 45 / 3.6, 65 / 3.6},
    {KAMM_ENV_MOOSE, "nose", nose_of, -8, -8},
    {KAMM_ENV_MOOSE, "y", y_of, -0.1, 0.1},
    {KAMM_ENV_MOOSE, "yaw", yaw_of, -0.01, 0.01},
    {KAMM_ENV_DRIFT, "radius", out_of, -1, 1},
    {KAMM_ENV_DRIFT, "sideslip", slid_of, 0.3, 0.9},
    {KAMM_ENV_DRIFT, "speed", share_of, 0.9, 1.1},
    {KAMM_ENV_TRACK, "askew", askew_of, -0.05, 0.05},
    {KAMM_ENV_TRACK, "aside", aside_of, -0.3, 0.3},
    {KAMM_ENV_OVERTAKE, "first", first_gap_of, 18, 26},
    {KAMM_ENV_OVERTAKE, "second", second_gap_of, 40, 48},
    {KAMM_ENV_BALANCE, "speed", held_of, 2.5, 15},
    {KAMM_ENV_TRIAL, "x", trial_x_of, -6, 0},
    {KAMM_ENV_TRIAL, "speed", held_of, 1.5, 2.5},
    {KAMM_ENV_TRIAL, "lane", lane_of_trial, 0, 15},
};

enum { STARTS = sizeof starts / sizeof *starts, ROUNDS = 40 };
static double drawn[STARTS][ROUNDS * AT_ONCE];

static void draw_starts(struct run *run, int task, int rounds)
{
    for (int round = 0; round < rounds; ++round) {
        uint64_t seeds[AT_ONCE];
        for (int i = 0; i < AT_ONCE; ++i) seeds[i] = (uint64_t)(1000 + round * AT_ONCE + i);
        must(kamm_reset_env(run->env, seeds, NULL, run->observations[0], NULL), NULL);
        for (int k = 0; k < STARTS; ++k)
            for (int i = 0; i < AT_ONCE && (int)starts[k].task == task; ++i)
                drawn[k][round * AT_ONCE + i] = starts[k].of(run, i);
    }
}

/* Of two that are drawn by themselves it is 0, but for 1 over the root of their number. */
static double correlation(const double *a, const double *b, int count)
{
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    for (int i = 0; i < count; ++i) x += a[i] / count, y += b[i] / count;
    for (int i = 0; i < count; ++i) {
        xx += (a[i] - x) * (a[i] - x), yy += (b[i] - y) * (b[i] - y);
        xy += (a[i] - x) * (b[i] - y);
    }
    return xy / sqrt(xx * yy);
}

static void check_start(int k, int count)
{
    double low = INFINITY, high = -INFINITY, span = starts[k].high - starts[k].low;
    for (int i = 0; i < count; ++i) low = fmin(low, drawn[k][i]), high = fmax(high, drawn[k][i]);
    print_message("%s %s: %.4f to %.4f\n", kamm_env_task_name(starts[k].task), starts[k].what, low,
                  high);
    expect_near(low, starts[k].low, 0.015 * span + 2e-3);
    expect_near(high, starts[k].high, 0.015 * span + 2e-3);
    for (int l = 0; l < k && span > 0; ++l) { /* the moose drives at the entry speed */
        int is_same = starts[k].low == starts[l].low && starts[k].high == starts[l].high;
        if (starts[l].task == starts[k].task && !is_same && starts[l].high > starts[l].low)
            expect_below(fabs(correlation(drawn[k], drawn[l], count)), 0.2);
    }
}

/* Of some hundred seeds the least and the most are within a hundredth of the range's ends, and none is beyond. What is no draw but a place
 * on a path differs by its metre's bend. */
static void episodes_begin_where_the_tasks_say(void **state)
{
    (void)state;
    for (int task = 0; task < KAMM_ENV_TASKS; ++task) {
        static kamm_vehicle_def vehicle, trailer;
        int rounds = of_tier(16, ROUNDS);
        kamm_env_def def = def_of((kamm_env_task)task, &vehicle, &trailer);
        def.count = AT_ONCE;
        struct run *run = start(&def, 1);
        draw_starts(run, task, rounds);
        for (int k = 0; k < STARTS; ++k)
            if ((int)starts[k].task == task) check_start(k, rounds * AT_ONCE);
        end(run);
    }
}

/* ---- columns ---- */

static double lock_of(const struct run *run) { return run->env->info.steering_lock_rad; }
static double steering_of(const struct run *run, int i)
{
    return channel_of(run, i, KAMM_CHANNEL_steering_wheel_rad) / lock_of(run);
}
static double roll_of(const struct run *run, int i)
{
    return channel_of(run, i, KAMM_CHANNEL_roll_rad);
}
static double roll_rate_of(const struct run *run, int i)
{
    return channel_of(run, i, KAMM_CHANNEL_roll_rate_radps);
}
static double pitch_rate_of(const struct run *run, int i)
{
    return channel_of(run, i, KAMM_CHANNEL_pitch_rate_radps);
}
static double yaw_rate_of(const struct run *run, int i)
{
    return channel_of(run, i, KAMM_CHANNEL_yaw_rate_radps);
}
static double aside_speed_of(const struct run *run, int i)
{
    return channel_of(run, i, KAMM_CHANNEL_lateral_speed_mps);
}
static double bending_of(const struct run *run, int i)
{
    return kamm_read(kamm_env_trailers(run->env), i, KAMM_CHANNEL_yaw_rate_radps) -
           yaw_rate_of(run, i);
}
/* How far the nose points into a circle to the left. */
static double slides_of(const struct run *run, int i)
{
    return -channel_of(run, i, KAMM_CHANNEL_sideslip_rad);
}
static double slides_less_of(const struct run *run, int i) { return slides_of(run, i) - 0.5; }
static double off_ring_of(const struct run *run, int i)
{
    return hypot(x_of(run, i), y_of(run, i)) - 20;
}
static double outwards_of(const struct run *run, int i)
{
    return cos(yaw_of(run, i) - slides_of(run, i) - atan2(y_of(run, i), x_of(run, i)));
}
/* The middle of the body, from the origin. */
static double middle_m(const struct run *run)
{
    const kamm_model_info *info = &run->env->info;
    return info->cg_behind_front_axle_m + info->front_overhang_m - info->length_m / 2;
}
static double across_of(const struct run *run, int i)
{
    return x_of(run, i) + middle_m(run) * cos(yaw_of(run, i));
}
static double out_of_bay(const struct run *run, int i)
{
    return y_of(run, i) + middle_m(run) * sin(yaw_of(run, i));
}
/* Of the heading less a quarter turn. */
static double bay_sine_of(const struct run *run, int i) { return sin(yaw_of(run, i) - PI / 2); }
static double bay_cosine_of(const struct run *run, int i) { return cos(yaw_of(run, i) - PI / 2); }
static double torque_of(const struct run *run, int i)
{
    return (&run->action[0][0])[i * run->actions];
}
static double pedal_of(const struct run *run, int i)
{
    return fmin(fmax((&run->action[0][0])[i * run->actions + 1], -1), 1);
}
static double wanted_slide_of(const struct run *run, int i) { return (void)run, (void)i, 0.5; }
static double wanted_radius_of(const struct run *run, int i) { return (void)run, (void)i, 20; }

static const struct {
    kamm_env_task task;
    const char *column;
    double (*of)(const struct run *run, int i);
} columns[] = {
    {KAMM_ENV_DRIFT, "sideslip", slides_of},
    {KAMM_ENV_DRIFT, "sideslip_error", slides_less_of},
    {KAMM_ENV_DRIFT, "radius_error", off_ring_of},
    {KAMM_ENV_DRIFT, "outward_sine", outwards_of},
    {KAMM_ENV_DRIFT, "pedal", pedal_of},
    {KAMM_ENV_DRIFT, "wanted_sideslip", wanted_slide_of},
    {KAMM_ENV_DRIFT, "wanted_radius", wanted_radius_of},
    {KAMM_ENV_TRACK, "pedal", pedal_of},
    {KAMM_ENV_TRACK, "steering", steering_of},
    {KAMM_ENV_OVERTAKE, "pedal", pedal_of},
    {KAMM_ENV_MOOSE, "steering", steering_of},
    {KAMM_ENV_PARKING, "across", across_of},
    {KAMM_ENV_PARKING, "out", out_of_bay},
    {KAMM_ENV_PARKING, "heading_sine", bay_sine_of},
    {KAMM_ENV_PARKING, "heading_cosine", bay_cosine_of},
    {KAMM_ENV_PARKING, "forward_speed", speed_of},
    {KAMM_ENV_PARKING, "yaw_rate", yaw_rate_of},
    {KAMM_ENV_PARKING, "steering", steering_of},
    {KAMM_ENV_TRAILER, "articulation_rate", bending_of},
    {KAMM_ENV_TRAILER, "steering", steering_of},
    {KAMM_ENV_BALANCE, "lean", roll_of},
    {KAMM_ENV_BALANCE, "lean_rate", roll_rate_of},
    {KAMM_ENV_BALANCE, "steering", steering_of},
    {KAMM_ENV_BALANCE, "forward_speed", speed_of},
    {KAMM_ENV_BALANCE, "lateral_speed", aside_speed_of},
    {KAMM_ENV_BALANCE, "yaw_rate", yaw_rate_of},
    {KAMM_ENV_BALANCE, "torque", torque_of},
    {KAMM_ENV_TRIAL, "lean", roll_of},
    {KAMM_ENV_TRIAL, "forward_speed", speed_of},
    {KAMM_ENV_TRIAL, "yaw_rate", yaw_rate_of},
    {KAMM_ENV_TRIAL, "pitch_rate", pitch_rate_of},
};

static void columns_are_what_their_texts_say(void **state)
{
    (void)state;
    enum { COUNT = 5, COLUMNS_CHECKED = sizeof columns / sizeof *columns };
    for (int task = 0; task < KAMM_ENV_TASKS; ++task) {
        static kamm_vehicle_def vehicle, trailer;
        kamm_env_def def = def_of((kamm_env_task)task, &vehicle, &trailer);
        def.count = COUNT, def.max_steps = 2000, def.autoreset = KAMM_ENV_DISABLED;
        struct run *run = start(&def, 40);
        int is_over[COUNT] = {0};
        for (int step = 0; step < 80; ++step) {
            choose(run, step);
            for (int k = 0; k < COUNT * run->actions; ++k)
                (&run->action[0][0])[k] = fminf(fmaxf((&run->action[0][0])[k], -1), 1);
            take_step(run);
            for (int k = 0; k < COLUMNS_CHECKED; ++k)
                for (int i = 0; i < COUNT && (int)columns[k].task == task; ++i) {
                    double wanted = columns[k].of(run, i);
                    if (!is_over[i])
                        expect_near(seen(run, i, columns[k].column), wanted,
                                    2e-5 * (1 + fabs(wanted)));
                }
            for (int i = 0; i < COUNT; ++i) is_over[i] |= run->terminated[i] | run->truncated[i];
        }
        end(run);
    }
}

/* On a slope speeds have a part upwards, and a laden full car's reported point is not its body's. */
static void speeds_on_a_slope_are_along_the_body(void **state)
{
    (void)state;
    static const kamm_rung rungs[] = {KAMM_SINGLE_TRACK, KAMM_FULL};
    const kamm_ground slope = kamm_plane_ground(0.12, 0.07, 1);
    for (int k = 0; k < 2; ++k) {
        static kamm_vehicle_def vehicle, trailer;
        kamm_env_def def = def_of(KAMM_ENV_TRACK, &vehicle, &trailer);
        vehicle.payload.mass_kg = 200, vehicle.payload.cg_height_m = 1.1;
        vehicle.payload.cg_left_m = 0.3;
        def.ground = &slope, def.rung = rungs[k], def.count = 5;
        struct run *run = start(&def, 12);
        for (int step = 0; step < 50; ++step) {
            choose(run, step), take_step(run);
            for (int i = 0; i < 5; ++i) {
                expect_near(seen(run, i, "forward_speed"), speed_of(run, i), 2e-4);
                expect_near(seen(run, i, "lateral_speed"), aside_speed_of(run, i), 2e-4);
                expect_near(run->env->seen[i].x_m, x_of(run, i), 1e-6);
                expect_near(run->env->seen[i].y_m, y_of(run, i), 1e-6);
                expect_near(atan2(run->env->seen[i].ahead[1], run->env->seen[i].ahead[0]),
                            yaw_of(run, i), 1e-6);
            }
        }
        end(run);
    }
}

static double trial_offset_of(const struct run *run, int i) { return seen(run, i, "offset"); }
static double most_torque_of(const struct run *run, int i)
{
    const kamm_cars *cars = kamm_env_cars(run->env);
    const kamm_model_info info = kamm_describe(kamm_model_of(cars, kamm_env_car(run->env, i)));
    return 0.04 * info.mass_kg * 9.80665 * info.cg_height_m;
}
static double hands_of(const struct run *run, int i)
{
    return torque_of(run, i) * most_torque_of(run, i);
}

/* Figures that are the mean of a magnitude. */
static const struct {
    kamm_env_task task;
    const char *figure;
    double (*of)(const struct run *run, int i);
} means[] = {
    {KAMM_ENV_DRIFT, "sideslip_error", slides_less_of},
    {KAMM_ENV_DRIFT, "radius_error", off_ring_of},
    {KAMM_ENV_BALANCE, "lean", roll_of},
    {KAMM_ENV_BALANCE, "torque", hands_of},
    {KAMM_ENV_TRIAL, "offset", trial_offset_of},
};

static void means_are_over_the_steps(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof means / sizeof *means; ++m) {
        static kamm_vehicle_def vehicle, trailer;
        kamm_env_def def = def_of(means[m].task, &vehicle, &trailer);
        double sum = 0;
        def.max_steps = 2000, def.autoreset = KAMM_ENV_DISABLED;
        struct run *run = start(&def, 41);
        for (int step = 1; step < 60 && !run->terminated[0]; ++step) {
            choose(run, step);
            for (int k = 0; k < run->actions; ++k)
                run->action[0][k] = fminf(fmaxf(run->action[0][k], -1), 1);
            take_step(run);
            sum += fabs(means[m].of(run, 0));
            expect_share(figure_of(run, 0, means[m].figure), sum / step, 0.01);
            expect_near(figure_of(run, 0, "time"), 0.02 * step, 1e-9);
        }
        end(run);
    }
}

/* ---- hands and feet ---- */

/* The steering wheel follows at 1000 deg/s; a pedal is one of two. */
static void actions_are_steering_and_pedals(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_TRACK, &vehicle, &trailer);
    vehicle.steering.lock_rad = 3, vehicle.steering.max_rate_radps = 100;
    def.count = 2;
    struct run *run = start(&def, 1);
    const kamm_input *inputs = kamm_inputs(kamm_env_cars(run->env));
    for (int step = 1; step < 9; ++step) {
        double wanted = step < 6 ? 0.8 : -0.2;
        float *action = run->action[0];
        action[0] = (float)wanted, action[1] = 0.4f, action[2] = (float)-wanted, action[3] = -0.7f;
        double before = inputs[0].steering_wheel_rad, most = 1000 * degree * 0.02;
        take_step(run);
        double now = before + fmin(fmax(wanted * 3 - before, -most), most);
        expect_near(inputs[0].steering_wheel_rad, now, 1e-5);
        expect_near(inputs[1].steering_wheel_rad, -now, 1e-5);
        expect_near(inputs[0].throttle, 0.4, 1e-6), expect_near(inputs[0].brake, 0, 0);
        expect_near(inputs[1].throttle, 0, 0), expect_near(inputs[1].brake, 0.7, 1e-6);
        expect_near(seen(run, 0, "steering"),
                    channel_of(run, 0, KAMM_CHANNEL_steering_wheel_rad) / 3, 1e-6);
    }
    end(run);
}

/* Forwards, backwards, and to a stop first where that turns round. */
static void a_wanted_low_speed_is_reached(void **state)
{
    (void)state;
    static const double wanted[] = {1, -1, 0.5, -0.3, 0};
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_PARKING, &vehicle, &trailer);
    def.rung = KAMM_FULL, def.max_steps = 100000;
    struct run *run = start(&def, 1);
    for (int k = 0; k < 5; ++k) {
        for (int step = 0; step < 200; ++step) {
            run->action[0][0] = 0, run->action[0][1] = (float)(wanted[k] / 2);
            take_step(run);
            const kamm_input *input = kamm_inputs(kamm_env_cars(run->env));
            assert_true(input->throttle == 0 || input->brake == 0);
        }
        expect_near(channel_of(run, 0, KAMM_CHANNEL_forward_speed_mps), wanted[k], 0.06);
    }
    end(run);
}

/* ---- trial ---- */

/* The lane y = 0.4 sin(2 pi x / 12), and six planks across, 4 m apart from 4 m on, with ramps of 0.2 m. All go by the machine's length. */
static void a_trial_has_its_lane_and_planks(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_TRIAL, &vehicle, &trailer);
    def.count = 4, def.max_steps = 2000;
    struct run *run = start(&def, 9);
    double scale = root_of(run, 0) * root_of(run, 0), k = 2 * PI / (12 * scale);
    const kamm_ground *ground = &run->env->ground;
    for (int step = 0; step < 600; ++step) {
        kamm_env_advice(run->env, run->action[0]);
        take_step(run);
        for (int i = 0; i < 4; ++i) {
            double x = x_of(run, i), middle = 20 * scale * lane_of_trial(run, i);
            double slope = atan(0.4 * scale * k * cos(k * x));
            double off = (y_of(run, i) - middle - 0.4 * scale * sin(k * x)) * cos(slope);
            expect_near(seen(run, i, "offset"), off, 1e-4);
            expect_near(seen(run, i, "heading_sine"), sin(yaw_of(run, i) - slope), 1e-4);
            double to = x + 2 * scale, rise = 0.4 * scale * k * cos(k * to);
            double bend = -0.4 * scale * k * k * sin(k * to) / pow(1 + rise * rise, 1.5);
            expect_near(seen(run, i, "curvature_2m"), bend, 1e-5);
            double wheel = x + vehicle.body.cg_behind_front_axle_m, looks[3] = {0.5, 1, 2};
            for (int l = 0; l < 3; ++l) {
                static const char *const names[] = {"height_05m", "height_1m", "height_2m"};
                const kamm_probe probe = {
                    .position_m = {wheel + looks[l] * scale, y_of(run, i), 0}};
                kamm_contact contact;
                ground->query(ground->user, 1, &probe, &contact);
                expect_near(seen(run, i, names[l]), contact.point_m[2], 2e-4);
            }
        }
    }
    for (int lane = 0; lane < 16; ++lane) { /* along each lane */
        int planks = 0, on = 0;
        double before = 0, top = 0, from = 0;
        for (double x = 0; x < 30 * scale; x += 1e-3) {
            const kamm_probe probe = {.position_m = {x, 20 * scale * lane, 0}};
            kamm_contact at;
            ground->query(ground->user, 1, &probe, &at);
            double height = at.point_m[2], slope = -(double)at.normal[0] / (double)at.normal[2];
            if (x > 0) expect_near(slope * 1e-3, height - before, 5e-6);
            if (height > 0 && !on) from = x, on = 1, top = 0;
            top = fmax(top, height);
            if (height == 0 && on) {
                assert_true(from >= (4 + 4 * planks) * scale - 2e-3 &&
                            from <= (5 + 4 * planks) * scale);
                assert_true(x - from > 0.39 * scale && x - from < 1.91 * scale);
                assert_true(top >= 0.0099 * scale && top <= 0.0401 * scale);
                ++planks, on = 0;
            }
            before = height;
        }
        assert_int_equal(planks, 6);
    }
    end(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(episodes_begin_where_the_tasks_say),
        cmocka_unit_test(columns_are_what_their_texts_say),
        cmocka_unit_test(speeds_on_a_slope_are_along_the_body),
        cmocka_unit_test(means_are_over_the_steps),
        cmocka_unit_test(actions_are_steering_and_pedals),
        cmocka_unit_test(a_wanted_low_speed_is_reached),
        cmocka_unit_test(a_trial_has_its_lane_and_planks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
