/* Swing axles on the road: a hard turn lifts the tail and tucks the wheels in under it, as the closed form has it. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/drive.h"
#include "support/tier.h"

#include <math.h>

static const double rates[] = {60, 240, 1200};

/* The Beetle without compliance, so that its rear wheels lean by their linkage alone. */
static kamm_vehicle_def beetle(double substeps_per_s)
{
    kamm_vehicle_def def = car_named("vw-beetle-1500-1967");
    def.stepping.substeps_per_s = substeps_per_s;
    for (int a = 0; a < def.axles_count; ++a) {
        def.axles[a].suspension.lateral_force_toe_rad_per_n = 0;
        def.axles[a].suspension.lateral_force_camber_rad_per_n = 0;
        def.axles[a].suspension.aligning_torque_steer_rad_per_nm = 0;
    }
    return def;
}

/* The same with wheels that neither lean nor jack. */
static kamm_vehicle_def straight_beetle(double substeps_per_s)
{
    kamm_vehicle_def def = beetle(substeps_per_s);
    def.axles[1].suspension.hardpoints = (kamm_hardpoints_def){0};
    def.axles[1].suspension.roll_centre_height_m = 0;
    return def;
}

/* The rear axle in a steady turn to the left; [0] inner, [1] outer. */
struct rear_axle {
    double load_n[2], side_force_n[2]; /* towards the turn's centre */
    double travel_m[2], leans_out_rad[2],
        roll_rad; /* the wheels' tops, against the road; of the body */
    double lateral_mps2;
};

static struct rear_axle turn(const kamm_vehicle_def *def, double steering_rad, double speed_mps)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, 3);
    for (int frame = 0; frame < 6 * 60; ++frame) {
        double speed = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
        kamm_inputs(cars)[0].throttle = (float)fmax(0, fmin(1, 0.3 + speed_mps - speed));
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(steering_rad * fmin(1, frame / 90.0));
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
    }
    struct rear_axle r = {.lateral_mps2 = read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2),
                          .roll_rad = fabs(read_channel(cars, KAMM_CHANNEL_roll_rad))};
    int outer = steering_rad > 0 ? 1 : 0;
    for (int side = 0; side < 2; ++side) {
        int wheel = 2 + (side ? outer : 1 - outer);
        double left = steering_rad > 0 ? 1 : -1;
        r.load_n[side] = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n);
        r.side_force_n[side] = left * kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_lateral_force_n);
        r.travel_m[side] = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_travel_m);
        r.leans_out_rad[side] =
            (wheel % 2 ? 1 : -1) * kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_camber_rad);
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return r;
}

/* The rear suspension by its points: joint above the wheel's centre and inside of it, loaded radius, load at rest. */
struct swing {
    double joint_up_m, arm_m, radius_m, load_n, spring_n_per_m, hub_kg;
};

static struct swing swing_of(const kamm_vehicle_def *def)
{
    const kamm_hardpoints_def *p = &def->axles[1].suspension.hardpoints;
    kamm_model *model = kamm_create_model(def, KAMM_FULL, NULL);
    kamm_model_info info = kamm_describe(model);
    kamm_destroy_model(model);
    return (struct swing){p->pivot_inner_m[2] - p->wheel_centre_m[2],
                          p->wheel_centre_m[1] - p->pivot_inner_m[1],
                          info.loaded_radius_m[2],
                          info.static_load_n[2],
                          def->axles[1].suspension.spring_n_per_m,
                          def->axles[1].unsprung_mass_kg};
}

/* What the spring of a wheel bears, as a force at the wheel: the moment of the road's forces on the half axle about the
 * joint, in the axes of the leaning body (Milliken and Milliken, Race Car Vehicle Dynamics, ch. 17). Of a wheel that
 * moves straight up and down, the force alone. The hub adds what the turn does to its own mass. */
static double spring_bears_n(const struct swing *w, const struct rear_axle *r, int side, int swings)
{
    double out = side ? 1 : -1, sine = sin(r->roll_rad), cosine = cos(r->roll_rad);
    double up_n = r->load_n[side] * cosine - r->side_force_n[side] * sine;
    double out_n = -out * (r->side_force_n[side] * cosine + r->load_n[side] * sine);
    double hub_up_n = w->hub_kg * (r->lateral_mps2 * sine + GRAVITY_MPS2 * (1 - cosine));
    double hub_out_n = out * w->hub_kg * (r->lateral_mps2 * cosine + GRAVITY_MPS2 * sine);
    double hub_up_m = r->travel_m[side] - w->joint_up_m;
    double contact_out_m = w->arm_m + out * w->radius_m * sine;
    double contact_up_m = hub_up_m - w->radius_m * cosine;
    if (!swings) return up_n + hub_up_n;
    return hub_up_n +
           (up_n * contact_out_m - out_n * contact_up_m - hub_out_n * hub_up_m) / w->arm_m;
}

/* The mean of both wheels is how far the tail rises. */
static double expected_rise_m(const struct swing *w, const struct rear_axle *r, int swings)
{
    double force_n = spring_bears_n(w, r, 0, swings) + spring_bears_n(w, r, 1, swings);
    return (2 * w->load_n - force_n) / (2 * w->spring_n_per_m);
}

static double rise_m(const struct rear_axle *r) { return -(r->travel_m[0] + r->travel_m[1]) / 2; }

static void a_hard_turn_lifts_the_tail(void **state)
{
    (void)state;
    static const double steering_rad[] = {0.7, 1.1, 1.5};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i += (size_t)of_tier(2, 1)) {
        double before = 0;
        for (int k = 0; k < 3; ++k) {
            kamm_vehicle_def def = beetle(rates[i]), straight = straight_beetle(rates[i]);
            struct rear_axle r = turn(&def, steering_rad[k], 12);
            struct rear_axle s = turn(&straight, steering_rad[k], 12);
            struct swing w = swing_of(&def);
            double expected = expected_rise_m(&w, &r, 1), plain = expected_rise_m(&w, &s, 0);
            print_message(
                "%4g /s, %.2f m/s2: rises by %.2f mm, %.2f expected; with straight wheels %.2f, %.2f\n",
                rates[i], r.lateral_mps2, 1e3 * rise_m(&r), 1e3 * expected, 1e3 * rise_m(&s),
                1e3 * plain);
            expect_near(rise_m(&r), expected, 0.0003 + 0.05 * expected);
            expect_near(rise_m(&s), plain, 0.0003 + 0.05 * fabs(plain));
            expect_above(rise_m(&r) - rise_m(&s), before + 0.001);
            before = rise_m(&r) - rise_m(&s);
        }
    }
}

/* A wheel leans by its travel over the arm, and with the body. */
static void the_wheels_tuck_in(void **state)
{
    (void)state;
    kamm_vehicle_def def = beetle(240);
    const kamm_suspension_def *s = &def.axles[1].suspension;
    struct rear_axle r = turn(&def, 1.5, 12);
    for (int side = 0; side < 2; ++side) {
        double by_travel = s->camber_rad - asin(r.travel_m[side] / swing_of(&def).arm_m);
        expect_near(r.leans_out_rad[side], by_travel + (side ? 1 : -1) * r.roll_rad, 0.003);
    }
    print_message("inner and outer wheel lean out by %.2f and %.2f degrees\n",
                  r.leans_out_rad[0] * 180 / PI, r.leans_out_rad[1] * 180 / PI);
    expect_above(r.leans_out_rad[1], s->camber_rad + 1.5 * PI / 180);
}

static void mirrored_turns_lift_it_to_the_bit(void **state)
{
    (void)state;
    kamm_vehicle_def def = beetle(240);
    struct rear_axle left = turn(&def, 1.1, 12), right = turn(&def, -1.1, 12);
    for (int side = 0; side < 2; ++side) {
        assert_true(left.travel_m[side] == right.travel_m[side]);
        assert_true(left.leans_out_rad[side] == right.leans_out_rad[side]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hard_turn_lifts_the_tail),
        cmocka_unit_test(the_wheels_tuck_in),
        cmocka_unit_test(mirrored_turns_lift_it_to_the_bit),
    };
    return cmocka_run_group_tests_name("swing_axles", tests, NULL, NULL);
}
