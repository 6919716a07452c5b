/* What a plan takes a car to be able to do is what it can do: steady states of the car on full, by trims, which know nothing of the plan's
 * code, are reached a little within its limits and not a little beyond them. Braking and pulling, straight and in bends. */
#include "driver/car_limits.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/linear.h>
#include <math.h>

static const double gravity_mps2 = 9.80665;

struct tried {
    const char *name;
    const kamm_model *model;
    kamm_model_info info;
    struct car_limits limits;
    double speed_mps, most_mps2; /* sideways */
};

static double most_lateral_mps2(const struct car_limits *limits, double speed_mps)
{
    double low = 0, high = 80;
    for (int i = 0; i < 30; ++i) {
        double middle = (low + high) / 2;
        struct car_demand demand = {
            .speed_mps = speed_mps, .normal_mps2 = gravity_mps2, .lateral_mps2 = middle};
        *(kamm_can_corner(limits, &demand) ? &low : &high) = middle;
    }
    return low;
}

static int reaches(const struct tried *car, double lateral_mps2, double along_mps2, int gear)
{
    kamm_trim_target target = {.speed_mps = car->speed_mps,
                               .lateral_mps2 = lateral_mps2,
                               .longitudinal_mps2 = along_mps2,
                               .gear = gear};
    kamm_cars *cars = kamm_trim(car->model, &kamm_flat_ground, &target, NULL, NULL);
    kamm_destroy_cars(cars);
    return cars != NULL;
}

/* In whatever gear the engine turns well. */
static int pulls(const struct tried *car, double lateral_mps2, double along_mps2)
{
    for (int gear = 1; gear <= car->info.gear_count; ++gear) {
        double radps =
            car->speed_mps / car->info.wheel_radius_m[0] * car->info.overall_ratio[gear - 1];
        if (radps > 0.97 * car->info.limiter_radps || radps < 0.45 * car->info.limiter_radps)
            continue;
        if (reaches(car, lateral_mps2, along_mps2, gear)) return 1;
    }
    return 0;
}

/* What turns does not speed up in a trim. */
static double rigid_mps2(const struct tried *car, double along_mps2)
{
    const struct car_limits *limits = &car->limits;
    double at = car->speed_mps / limits->speed_step_mps;
    int low = (int)at;
    double spinning_kg = limits->at[low].spinning_kg;
    spinning_kg += (at - low) * (limits->at[low + 1].spinning_kg - spinning_kg);
    return along_mps2 * (1 + spinning_kg / limits->mass_kg);
}

static void meets(const struct tried *car, const char *what, double lateral_mps2, double along_mps2,
                  int within, int beyond)
{
    print_message("%s, %.1f m/s, %.2f m/s2 sideways, %s by %.2f m/s2\n", car->name, car->speed_mps,
                  lateral_mps2, what, along_mps2);
    if (!within) fail_msg("a tenth less is not reached");
    if (beyond) fail_msg("an eighth more is reached");
}

static void compare(const struct tried *car, double share)
{
    const double less = 0.9, more = 1.125;
    double lateral = share * car->most_mps2;
    struct car_demand demand = {
        .speed_mps = car->speed_mps, .normal_mps2 = gravity_mps2, .lateral_mps2 = lateral};
    double brakes = kamm_can_brake(&car->limits, &demand);
    meets(car, "braking", lateral, brakes, reaches(car, lateral, less * brakes, 0),
          reaches(car, lateral, more * brakes, 0));
    double drives = rigid_mps2(car, kamm_can_accelerate(&car->limits, &demand));
    meets(car, "pulling", lateral, drives, pulls(car, lateral, less * drives),
          pulls(car, lateral, more * drives));
}

/* A little within the lateral limit, while the car slows down by 1 m/s2 more than its drive there makes it. */
static void compare_lateral(const struct tried *car)
{
    const double less = 0.93, more = 1.07;
    struct car_demand demand = {.speed_mps = car->speed_mps,
                                .normal_mps2 = gravity_mps2,
                                .lateral_mps2 = less * car->most_mps2};
    double along = fmin(kamm_can_accelerate(&car->limits, &demand), 0) - 1;
    expect_above(along, kamm_can_brake(&car->limits, &demand));
    meets(car, "cornering", car->most_mps2, along, reaches(car, less * car->most_mps2, along, 0),
          reaches(car, more * car->most_mps2, along, 0));
}

static void limits_are_those_of_steady_states(void **unused)
{
    NOT_IN_QUICK_TESTS();
    static const char *const names[] = {"bmw-m3-e46", "audi-r8-lms-gt3", "formula-car-2014"};
    static const double of_top[] = {0.55, 0.31}, shares[] = {0.6, 0, 0.4};
    (void)unused;
    for (int i = 0; i < of_tier(1, 3); ++i) {
        kamm_vehicle_def def = shipped_on(shipped_number(names[i]), KAMM_FULL, 600);
        kamm_model *model = compile_rung(&def, KAMM_FULL);
        struct tried car = {.name = names[i], .model = model, .info = kamm_describe(model)};
        kamm_find_car_limits(model, 1, &car.limits);
        for (int k = 0; k < of_tier(1, 2); ++k) {
            car.speed_mps = of_top[k] * car.info.top_speed_mps;
            car.most_mps2 = most_lateral_mps2(&car.limits, car.speed_mps);
            compare_lateral(&car);
            for (int s = 0; s < of_tier(1, 3); ++s) compare(&car, shares[s]);
        }
        kamm_destroy_model(model);
    }
}

/* Drag at the height of the centre of gravity moves no load: it takes rho/2 C A v^2 / m from what the car gains, and adds it to what the
 * brakes do. */
static void drag_takes_what_it_is(void **unused)
{
    (void)unused;
    kamm_vehicle_def def = plain_car();
    def.aero.drag_coefficient = 0.4, def.aero.frontal_area_m2 = 2;
    kamm_model *model = compile_rung(&def, KAMM_DOUBLE_TRACK);
    struct car_limits with, without;
    kamm_find_car_limits(model, 1, &with);
    with.drag_height_m = with.height_m;
    without = with;
    without.drag_n_per_m2ps2 = 0;
    for (double v = 5; v < 40; v += 10) {
        struct car_demand demand = {.speed_mps = v, .normal_mps2 = gravity_mps2};
        double drag_n = 1.225 / 2 * 0.4 * 2 * v * v, at = v / with.speed_step_mps;
        double brakes = kamm_can_brake(&without, &demand) - kamm_can_brake(&with, &demand);
        expect_share(brakes * with.mass_kg, drag_n, 1e-6);
        double spinning = with.at[(int)at].spinning_kg;
        spinning += (at - floor(at)) * (with.at[(int)at + 1].spinning_kg - spinning);
        double pulls = kamm_can_accelerate(&without, &demand) - kamm_can_accelerate(&with, &demand);
        expect_above(kamm_can_accelerate(&with, &demand), 0);
        expect_share(pulls * (with.mass_kg + spinning), drag_n, 1e-6);
    }
    kamm_destroy_model(model);
}

/* Arms are those of the wheels, and what the sides bear in a bend is the moment of the masses about the road. */
static void loads_in_a_bend_balance_the_masses(const char *name, const kamm_model_info *info,
                                               const struct car_limits *limits)
{
    double moment_nm = 0;
    for (int a = 0; a < limits->axles; ++a) {
        const struct axle_limits *axle = &limits->axle[a];
        double arm_m = 0;
        int wheels = 0;
        for (int w = 0; w < info->wheel_count; ++w)
            if (info->wheel_axle[w] == a) ++wheels, arm_m += fabs(info->wheel_position_m[w][1]);
        arm_m /= wheels; /* of a twin: its middle */
        expect_near(axle->half_track_m, arm_m, 1e-6);
        moment_nm += axle->across_n_per_mps2 * 2 * axle->half_track_m;
    }
    double share = moment_nm / (info->mass_kg * info->cg_height_m);
    print_message("%-32s %.4f of m h\n", name, share);
    assert_true(share > 1 &&
                share < 1.25); /* above 1: the weight moves outwards as the car rolls */
}

/* No car gains more than its engine gives or loses more than its tyres hold, on the level, and none does more in a bend than
 * without; to both sides it is the same. */
static void no_force_is_greater_than_its_source(const struct car_limits *c, double speed_mps,
                                                double friction)
{
    struct car_demand demand = {.speed_mps = speed_mps, .normal_mps2 = gravity_mps2};
    int row = (int)(speed_mps / c->speed_step_mps);
    double pressed_n = c->mass_kg * gravity_mps2 +
                       fmax(c->at[row].first_n, c->at[row + 1].first_n) +
                       fmax(c->at[row].last_n, c->at[row + 1].last_n);
    double thrust_n = kamm_limit_thrust_n(c, speed_mps), drag_n = kamm_limit_drag_n(c, speed_mps);
    double gains = kamm_can_accelerate(c, &demand), loses = -kamm_can_brake(c, &demand);
    assert_true(gains * c->mass_kg <= thrust_n - drag_n + 1e-6);
    assert_true(gains * c->mass_kg <= friction * pressed_n);
    assert_true(loses * c->mass_kg <= friction * pressed_n + drag_n + 0.03 * pressed_n);
    double most = most_lateral_mps2(c, speed_mps);
    for (double share = 0.2; share < 1; share += 0.2) {
        double before[2] = {gains, loses};
        demand.lateral_mps2 = share * most;
        gains = kamm_can_accelerate(c, &demand), loses = -kamm_can_brake(c, &demand);
        assert_true(gains <= before[0] + 1e-3 && loses <= before[1] + 0.05 * before[1]);
        demand.lateral_mps2 *= -1;
        expect_near(kamm_can_accelerate(c, &demand), gains, 1e-9);
        expect_near(-kamm_can_brake(c, &demand), loses, 1e-9);
    }
}

static void limits_have_their_sources(void **unused)
{
    (void)unused;
    for (int v = 0; v < shipped_count(); ++v) {
        kamm_vehicle_def def = shipped_def(v);
        kamm_model *model = compile_rung(&def, KAMM_FULL);
        kamm_model_info info = kamm_describe(model);
        struct car_limits limits;
        double friction = 0;
        for (int w = 0; w < info.wheel_count; ++w)
            friction = fmax(friction, fmax(info.peak_friction_x[w], info.peak_friction_y[w]));
        kamm_find_car_limits(model, 1, &limits);
        loads_in_a_bend_balance_the_masses(shipped_name(v), &info, &limits);
        for (double speed = 5; speed < fmin(limits.top_mps, 60); speed += 10)
            no_force_is_greater_than_its_source(&limits, speed, 1.2 * friction);
        kamm_destroy_model(model);
    }
}

/* A wing that loses or gains lift as the body sinks: what presses the car at rest's height and lower, beside the loads of the car that drives. */
static void downforce_goes_with_the_height(void **unused)
{
    (void)unused;
    for (int sign = -1; sign <= 1; sign += 2) {
        kamm_vehicle_def def = shipped_on(shipped_number("bmw-m3-e46"), KAMM_FULL, 600);
        const kamm_curve curve = {
            .count = 2, .x = {-0.2, 0.2}, .y = {-0.2 * 12 * sign, 0.2 * 12 * sign}};
        def.aero.front_lift_coefficient = def.aero.rear_lift_coefficient = -1;
        def.aero.front_height_lift = def.aero.rear_height_lift = curve;
        kamm_model *model = compile_rung(&def, KAMM_FULL);
        kamm_model_info info = kamm_describe(model);
        struct car_limits limits;
        kamm_find_car_limits(model, 1, &limits);
        const int row = (int)(50 / limits.speed_step_mps);
        kamm_trim_target target = {.speed_mps = row * limits.speed_step_mps, .gear = 4};
        kamm_error error;
        kamm_cars *cars = kamm_trim(model, &kamm_flat_ground, &target, NULL, &error);
        if (!cars) fail_msg("%s", error.text);
        double pressed_n = -info.mass_kg * gravity_mps2;
        for (int w = 0; w < 4; ++w) pressed_n += kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
        double planned_n = limits.at[row].first_n + limits.at[row].last_n;
        print_message("%.1f m/s: %.1f N, planned %.1f N, %.1f N without\n", target.speed_mps,
                      pressed_n, planned_n,
                      1.225 / 2 * target.speed_mps * target.speed_mps * 2 *
                          def.aero.frontal_area_m2);
        expect_share(planned_n, pressed_n, 0.02);
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_those_of_steady_states),
        cmocka_unit_test(drag_takes_what_it_is),
        cmocka_unit_test(limits_have_their_sources),
        cmocka_unit_test(downforce_goes_with_the_height),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
