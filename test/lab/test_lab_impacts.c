/* Figures of road tests over ramps, rough roads and slopes and of those with impacts, computed again from the channels of the run. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "lab/recorded.h"
#include "support/tier.h"

#include <kamm/world.h>

#include "lab/ride_filter.h"

static const double degree = PI / 180;

/* -- crash ---------------------------------------------------------------------------------------- */

enum { WALL, OFFSET, HEAD_ON, OPPOSITE, STRIKING, STRUCK, FAST, CRASHED };

struct velocity {
    double x, y;
};

static struct velocity velocity_of(const struct recorded *r, int row, int car)
{
    double forward = at(r, row, car, KAMM_CHANNEL_forward_speed_mps),
           left = at(r, row, car, KAMM_CHANNEL_lateral_speed_mps),
           yaw = at(r, row, car, KAMM_CHANNEL_yaw_rad);
    return (struct velocity){forward * cos(yaw) - left * sin(yaw),
                             forward * sin(yaw) + left * cos(yaw)};
}

static double change_mps(const struct recorded *r, int car, int from, int to)
{
    const struct velocity a = velocity_of(r, from, car), b = velocity_of(r, to, car);
    return hypot(b.x - a.x, b.y - a.y);
}

/* The last row before something hits the car. */
static int hit_row(const struct recorded *r, int car)
{
    for (int row = 2; row < r->rows; ++row)
        if (change_mps(r, car, row - 1, row) > 0.5) return row - 1;
    fail_msg("nothing hits car %d", car);
    return 0;
}

static int later(const struct recorded *r, int row, double time_s)
{
    return (int)fmin(row + lround(time_s / tick_of(r)), r->rows - 1);
}

static double delta_v_kmh(const struct recorded *r, int car)
{
    int hit = hit_row(r, car);
    return 3.6 * change_mps(r, car, hit, later(r, hit, 0.1));
}

static void check_wall(const struct recorded *r)
{
    int hit = hit_row(r, WALL);
    double hardest = 0, deepest = -INFINITY, fast_mps = 300 / 3.6;
    for (int row = 1; later(r, row, 0.01) < r->rows - 1; ++row)
        hardest = fmax(hardest,
                       velocity_of(r, row, WALL).x - velocity_of(r, later(r, row, 0.01), WALL).x);
    double ten_ms = r->time_s[later(r, 1, 0.01)] - r->time_s[1];
    for (int row = 1; row < r->rows; ++row) /* all noses are 0.2 s ahead of what they hit */
        deepest = fmax(deepest, at(r, row, FAST, KAMM_CHANNEL_x_m) -
                                    at(r, 0, FAST, KAMM_CHANNEL_x_m) - 0.2 * fast_mps);
    expect_near(figure_of(r, "wall_delta_v_kmh"), delta_v_kmh(r, WALL), 1e-6);
    expect_near(figure_of(r, "wall_rebound_kmh"), -3.6 * velocity_of(r, later(r, hit, 0.1), WALL).x,
                1e-6);
    expect_share(figure_of(r, "wall_deceleration_10_ms_g"), hardest / ten_ms / GRAVITY_MPS2, 1e-6);
    expect_near(figure_of(r, "fast_depth_mm"), 1000 * deepest, 1e-3);
    expect_near(figure_of(r, "tunnelled"), 0, 0);
}

static void check_offset(const struct recorded *r)
{
    int hit = hit_row(r, OFFSET), soon = later(r, hit, 0.1), late = later(r, hit, 1);
    double turned =
        at(r, late, OFFSET, KAMM_CHANNEL_yaw_rad) - at(r, hit, OFFSET, KAMM_CHANNEL_yaw_rad);
    expect_near(figure_of(r, "offset_delta_v_kmh"), delta_v_kmh(r, OFFSET), 1e-6);
    expect_near(figure_of(r, "offset_yaw_rate_deg_per_s"),
                at(r, soon, OFFSET, KAMM_CHANNEL_yaw_rate_radps) / degree, 1e-6);
    expect_near(figure_of(r, "offset_yaw_after_1_s_deg"), remainder(turned, 2 * PI) / degree, 1e-6);
}

static void check_cars(const struct recorded *r)
{
    int hit = hit_row(r, STRIKING), after = later(r, hit, 0.003);
    const struct velocity a = velocity_of(r, hit, STRIKING), b = velocity_of(r, hit, STRUCK),
                          c = velocity_of(r, after, STRIKING), d = velocity_of(r, after, STRUCK);
    expect_near(figure_of(r, "head_on_delta_v_kmh"), delta_v_kmh(r, HEAD_ON), 1e-6);
    expect_share(delta_v_kmh(r, OPPOSITE), delta_v_kmh(r, HEAD_ON), 1e-3);
    expect_near(figure_of(r, "side_delta_v_striking_kmh"), delta_v_kmh(r, STRIKING), 1e-6);
    expect_near(figure_of(r, "side_delta_v_struck_kmh"), delta_v_kmh(r, STRUCK), 1e-6);
    expect_near(figure_of(r, "side_momentum_error_percent"),
                100 * hypot(c.x + d.x - a.x - b.x, c.y + d.y - a.y - b.y) /
                    hypot(a.x + b.x, a.y + b.y),
                1e-4);
    /* Hit at its centre of gravity, the other car is shoved aside and hardly turns. */
    expect_near(at(r, later(r, hit, 0.05), STRUCK, KAMM_CHANNEL_yaw_rate_radps), 0, 0.2);
    expect_near(at(r, 0, STRUCK, KAMM_CHANNEL_yaw_rad), PI / 2, 1e-6);
}

static void crashes_have_their_speeds_and_figures(void **state)
{
    (void)state;
    static const double speeds_kmh[CRASHED] = {56, 64, 50, 50, 50, 0, 300};
    kamm_vehicle_def def = kamm_default_vehicle();
    def.body.restitution = 0.2;
    struct recorded r = {KEEPS(KAMM_CHANNEL_x_m, KAMM_CHANNEL_forward_speed_mps,
                               KAMM_CHANNEL_lateral_speed_mps, KAMM_CHANNEL_yaw_rad,
                               KAMM_CHANNEL_yaw_rate_radps)};
    record(&r, "crash", &def, KAMM_RIGID2D, of_tier(240, 600));
    assert_int_equal(r.cars, CRASHED);
    for (int car = 0; car < CRASHED; ++car)
        expect_near(at(&r, 0, car, KAMM_CHANNEL_forward_speed_mps), speeds_kmh[car] / 3.6, 1e-3);
    check_wall(&r);
    check_offset(&r);
    check_cars(&r);
    forget(&r);
}

/* -- rollover ------------------------------------------------------------------------------------- */

/* Momentum about the kerb's edge is kept: m v h = (I + m (h^2 + t^2)) w, and the centre of gravity comes over it. */
static double kerb_speed_kmh(const kamm_vehicle_def *def)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
    kamm_box boxes[KAMM_MAX_BOXES];
    const kamm_model_info info = kamm_describe(model);
    double bottom = INFINITY, t = def->body.width_m / 2;
    for (int i = kamm_car_boxes(model, boxes) - 1; i >= 0; --i)
        bottom = fmin(bottom, boxes[i].centre_m[2] - boxes[i].half_m[2]);
    double h = info.cg_height_m - bottom - 0.1, arm = hypot(h, t);
    double inertia = info.inertia_kgm2[0][0] + info.mass_kg * arm * arm;
    double energy = info.mass_kg * GRAVITY_MPS2 * (arm - h), turns = sqrt(2 * energy / inertia);
    kamm_destroy_model(model);
    return 3.6 * inertia * turns / (info.mass_kg * h);
}

static void a_roll_is_judged_until_the_car_rests(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct recorded r = {KEEPS(KAMM_CHANNEL_roll_rad, KAMM_CHANNEL_roll_rate_radps,
                               KAMM_CHANNEL_energy_j, KAMM_CHANNEL_speed_mps, KAMM_CHANNEL_y_m)};
    record(&r, "rollover", &def, KAMM_FULL, 240);
    double turned = 0, before = 0, rate = 0, least_j = INFINITY, rise_j = 0, moved_s = 0;
    for (int row = 0; row < r.rows; ++row) {
        double roll = at(&r, row, 0, KAMM_CHANNEL_roll_rad),
               energy = at(&r, row, 0, KAMM_CHANNEL_energy_j);
        double now = fabs(at(&r, row, 0, KAMM_CHANNEL_roll_rate_radps));
        turned += remainder(roll - before, 2 * PI), before = roll;
        rate = fmax(rate, now);
        least_j = fmin(least_j, energy), rise_j = fmax(rise_j, energy - least_j);
        if (now > 0.05 || at(&r, row, 0, KAMM_CHANNEL_speed_mps) > 0.05) moved_s = r.time_s[row];
    }
    expect_share(at(&r, 0, 0, KAMM_CHANNEL_speed_mps), 80 / 3.6, 1e-5);
    expect_below(turned, 0); /* over its left side, to the left */
    expect_near(figure_of(&r, "quarter_turns_at_80_kmh"), round(fabs(turned) / (PI / 2)), 0);
    expect_near(figure_of(&r, "peak_roll_rate_deg_per_s"), rate / degree, 1e-6);
    expect_near(figure_of(&r, "max_energy_rise_percent"),
                100 * rise_j / at(&r, 0, 0, KAMM_CHANNEL_energy_j), 1e-6);
    expect_near(figure_of(&r, "rolling_distance_m"), at(&r, r.rows - 1, 0, KAMM_CHANNEL_y_m), 1e-3);
    /* Half a metre to the edge at that speed. */
    expect_near(figure_of(&r, "time_to_rest_s"), moved_s - 0.5 / (80 / 3.6), 1e-6);
    double kerb_kmh = kerb_speed_kmh(&def);
    expect_share(figure_of(&r, "kerb_critical_speed_kmh"), kerb_kmh, 1e-6);
    expect_share(figure_of(&r, "speed_over_kerb_speed"),
                 figure_of(&r, "critical_sliding_speed_kmh") / kerb_kmh, 1e-6);
    forget(&r);
}

/* -- jump ----------------------------------------------------------------------------------------- */

static int is_loaded(const struct recorded *r, int row)
{
    for (int w = 0; w < r->wheels; ++w)
        if (at_wheel(r, row, 0, w, KAMM_WHEEL_load_n) > 0) return 1;
    return 0;
}

/* The longest time without a loaded wheel: rows of its begin and of the landing. */
static void find_flight(const struct recorded *r, int *leaves, int *lands)
{
    *leaves = *lands = 0;
    for (int row = 1, from = 0; row < r->rows; ++row) {
        if (!is_loaded(r, row) && is_loaded(r, row - 1)) from = row;
        if (is_loaded(r, row) && !is_loaded(r, row - 1) && row - from > *lands - *leaves)
            *leaves = from, *lands = row;
    }
}

/* From the lip at a height of 1 m and 15 %, at 80 km/h. */
static void a_jump_is_the_longest_flight(void **state)
{
    (void)state;
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct recorded r = {KEEPS(KAMM_CHANNEL_pitch_rad, KAMM_CHANNEL_vertical_speed_mps,
                               KAMM_CHANNEL_x_m, KAMM_CHANNEL_forward_speed_mps),
                         KEEPS_OF_WHEELS(KAMM_WHEEL_load_n, KAMM_WHEEL_travel_m)};
    record(&r, "jump", &def, KAMM_FULL, 240);
    int leaves, lands;
    double load = 0, travel = 0;
    find_flight(&r, &leaves, &lands);
    for (int row = lands; row < r.rows; ++row)
        for (int w = 0; w < r.wheels; ++w) {
            load = fmax(load, at_wheel(&r, row, 0, w, KAMM_WHEEL_load_n));
            travel = fmax(travel, at_wheel(&r, row, 0, w, KAMM_WHEEL_travel_m));
        }
    expect_share(at(&r, 0, 0, KAMM_CHANNEL_forward_speed_mps), 80 / 3.6, 2e-3);
    expect_near(figure_of(&r, "flight_time_s"), r.time_s[lands] - r.time_s[leaves], 1e-9);
    expect_near(figure_of(&r, "landing_pitch_deg"),
                at(&r, lands, 0, KAMM_CHANNEL_pitch_rad) / degree, 1e-9);
    expect_near(figure_of(&r, "landing_sink_speed_mps"),
                -at(&r, lands, 0, KAMM_CHANNEL_vertical_speed_mps), 1e-9);
    expect_near(figure_of(&r, "peak_wheel_load_n"), load, 1e-6);
    expect_near(figure_of(&r, "max_bump_travel_mm"), 1000 * travel, 1e-6);
    expect_near(figure_of(&r, "range_m"),
                at(&r, lands, 0, KAMM_CHANNEL_x_m) - at(&r, leaves, 0, KAMM_CHANNEL_x_m), 0.1);
    /* The body of a car flies as its front wheels left the ramp, over the rear ones: somewhat flatter than the lip. */
    double angle = figure_of(&r, "take_off_angle_deg") * degree;
    expect_near(tan(angle), 0.15, 0.03);
    double v = figure_of(&r, "take_off_speed_kmh") / 3.6, up = v * sin(angle);
    expect_share(v, 80 / 3.6, 0.05);
    /* The rear wheels leave the lip with the centre of gravity a height of 1 m above where it lands, or somewhat more. */
    double time = (up + sqrt(up * up + 2 * GRAVITY_MPS2 * 1)) / GRAVITY_MPS2;
    expect_share(figure_of(&r, "ballistic_range_m"), v * cos(angle) * time, 0.1);
    expect_near(figure_of(&r, "difference_percent"),
                100 * (figure_of(&r, "range_m") / figure_of(&r, "ballistic_range_m") - 1), 1e-9);
    forget(&r);
}

/* -- slope-hold ------------------------------------------------------------------------------------ */

/* dv/dt = (F - D v^2) / m': v = e tanh(F t / (m' e)), e^2 = F / D. */
static double rolls_mps(const kamm_vehicle_def *def, double radius)
{
    const kamm_tyre_def *tyre = &def->axles[0].tyre;
    double weight = def->body.mass_kg * GRAVITY_MPS2, angle = atan(0.2);
    double resistance = tyre->qsy1 * tyre->unloaded_radius_m / radius;
    double force = weight * (sin(angle) - resistance * cos(angle));
    double drag = 0.5 * 1.225 * def->aero.drag_coefficient * def->aero.frontal_area_m2;
    double mass = def->body.mass_kg + 4 * def->axles[0].wheel_inertia_kgm2 / (radius * radius);
    double end = sqrt(force / drag);
    return end * tanh(force * 10 / (mass * end));
}

static void a_parked_car_rolls_off_by_the_closed_form(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    struct recorded r = {KEEPS(KAMM_CHANNEL_speed_mps), KEEPS_OF_WHEELS(KAMM_WHEEL_spin_radps)};
    record(&r, "slope-hold", &def, KAMM_FULL, 240);
    double end = at(&r, r.rows - 1, 0, KAMM_CHANNEL_speed_mps);
    double radius = -end / at_wheel(&r, r.rows - 1, 0, 0, KAMM_WHEEL_spin_radps);
    expect_near(r.time_s[r.rows - 1], 10, tick_of(&r));
    expect_near(figure_of(&r, "speed_after_10_s_mps"), end, 1e-9);
    expect_near(figure_of(&r, "time_to_roll_s"), passes_s(&r, 0, KAMM_CHANNEL_speed_mps, 0.05, 0),
                1e-6);
    expect_share(figure_of(&r, "closed_form_speed_mps"), rolls_mps(&def, radius), 2e-3);
    expect_near(figure_of(&r, "difference_percent"),
                100 * (end / figure_of(&r, "closed_form_speed_mps") - 1), 1e-6);
    forget(&r);
}

/* -- rough-road ------------------------------------------------------------------------------------ */

static double deviation(double sum, double squares, double count)
{
    return sqrt(squares / count - sum / count * sum / count);
}

/* RMS about the mean, weighted by a filter that begins at rest: it has had the whole road before. */
static double shaken_mps2(const struct recorded *r, int car, int weighted)
{
    double sum = 0, squares = 0;
    kamm_ride_filter filter = kamm_make_ride_filter(1 / tick_of(r));
    for (int row = 1; row < r->rows; ++row) {
        double z = at(r, row, car, KAMM_CHANNEL_acceleration_z_mps2);
        if (weighted) z = kamm_filter_ride(&filter, z);
        sum += z, squares += z * z;
    }
    return deviation(sum, squares, r->rows - 1);
}

static double spread_of(const struct recorded *r, int car, int axle, kamm_wheel_channel channel,
                        double per)
{
    double mean = 0;
    for (int w = 2 * axle; w < 2 * axle + 2; ++w) {
        double sum = 0, squares = 0;
        for (int row = 1; row < r->rows; ++row) {
            double value = at_wheel(r, row, car, w, channel);
            sum += value, squares += value * value;
        }
        mean += deviation(sum, squares, r->rows - 1) / 2;
    }
    return mean / per;
}

static double in_the_air_percent(const struct recorded *r, int car)
{
    double count = 0;
    for (int row = 1; row < r->rows; ++row)
        for (int w = 0; w < r->wheels; ++w)
            count += at_wheel(r, row, car, w, KAMM_WHEEL_load_n) <= 0;
    return 100 * count / (r->wheels * (r->rows - 1));
}

static void ride_is_what_channels_tell_of_20_s(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    const kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
    const kamm_model_info info = kamm_describe(model);
    kamm_destroy_model(model);
    struct recorded r = {KEEPS(KAMM_CHANNEL_acceleration_z_mps2, KAMM_CHANNEL_forward_speed_mps),
                         KEEPS_OF_WHEELS(KAMM_WHEEL_load_n, KAMM_WHEEL_travel_m)};
    record(&r, "rough-road", &def, KAMM_FULL, 400);
    assert_int_equal(r.cars, 5);
    expect_near(r.time_s[r.rows - 1], 20, tick_of(&r));
    for (int k = 0; k < 5; ++k) {
        char name[64];
        snprintf(name, sizeof name, "weighted_acceleration_class_%c_mps2", 'a' + k);
        expect_share(figure_of(&r, name), shaken_mps2(&r, k, 1), 0.02);
        /* The worse the road, the more it slows them down. */
        expect_share(at(&r, 0, k, KAMM_CHANNEL_forward_speed_mps), 80 / 3.6, k < 3 ? 0.01 : 0.04);
    }
    expect_share(figure_of(&r, "acceleration_class_c_mps2"), shaken_mps2(&r, 2, 0), 1e-6);
    for (int rear = 0; rear < 2; ++rear) {
        static const char *const loads[] = {"front_dynamic_load_class_c_percent",
                                            "rear_dynamic_load_class_c_percent"},
                                 *const travels[] = {"front_travel_class_c_mm",
                                                     "rear_travel_class_c_mm"};
        expect_share(figure_of(&r, loads[rear]),
                     100 * spread_of(&r, 2, rear, KAMM_WHEEL_load_n, info.static_load_n[2 * rear]),
                     1e-6);
        expect_share(figure_of(&r, travels[rear]),
                     1000 * spread_of(&r, 2, rear, KAMM_WHEEL_travel_m, 1), 1e-6);
    }
    expect_near(figure_of(&r, "without_contact_class_c_percent"), in_the_air_percent(&r, 2), 1e-9);
    expect_near(figure_of(&r, "without_contact_class_e_percent"), in_the_air_percent(&r, 4), 1e-9);
    forget(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crashes_have_their_speeds_and_figures),
        cmocka_unit_test(a_roll_is_judged_until_the_car_rests),
        cmocka_unit_test(a_jump_is_the_longest_flight),
        cmocka_unit_test(a_parked_car_rolls_off_by_the_closed_form),
        cmocka_unit_test(ride_is_what_channels_tell_of_20_s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
