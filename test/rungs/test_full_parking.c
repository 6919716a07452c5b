/* Parked means parked: slopes, ice, moving ground, and what happens when the brake is released. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

enum { UPHILL, DOWNHILL, ACROSS, WAYS };
static const double headings_rad[WAYS] = {0, PI, PI / 2};
static const char *const way_names[WAYS] = {"uphill", "downhill", "across"};

typedef void apply_brakes(kamm_input *input);

static void apply_hand_brake(kamm_input *input) { input->hand_brake = 1; }
static void apply_foot_brake(kamm_input *input) { input->brake = 1; }

static double max_spin(const kamm_cars *cars, int car)
{
    double max = 0;
    for (int wheel = 0; wheel < wheels_of(cars, car); ++wheel)
        max = fmax(max, fabs(kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_spin_radps)));
    return max;
}

/* Parks a car facing each way and watches each frame, after a time in which it settles on springs and tyres, whether it moves. */
static void expect_parked_after(double settling_s, const kamm_vehicle_def *def,
                                const kamm_ground *ground, int gear, apply_brakes *brakes,
                                double seconds)
{
    kamm_cars *cars = start_cars(def, WAYS);
    double settled[WAYS][3], creep_m[WAYS] = {0}, spin_radps[WAYS] = {0};
    for (int way = 0; way < WAYS; ++way) {
        put_car(cars, way, ground, headings_rad[way], 0, gear);
        brakes(&kamm_inputs(cars)[way]);
    }
    drive_for(cars, ground, settling_s);
    for (int way = 0; way < WAYS; ++way) read_position(cars, way, settled[way]);
    for (int frame = 0; frame < seconds * 60; ++frame) {
        kamm_step(cars, ground, 20);
        for (int way = 0; way < WAYS; ++way) {
            double now[3];
            read_position(cars, way, now);
            creep_m[way] = fmax(creep_m[way], distance_between(now, settled[way]));
            spin_radps[way] = fmax(spin_radps[way], max_spin(cars, way));
        }
    }
    for (int way = 0; way < WAYS; ++way) {
        print_message("%s: creep %.3g mm, spin %.3g rad/s in %.0f s\n", way_names[way],
                      1000 * creep_m[way], spin_radps[way], seconds);
        expect_below(creep_m[way], 0.001);
        expect_below(spin_radps[way], 1e-3);
        assert_int_equal(kamm_fault(cars, way), 0);
    }
    end_cars(cars);
}

static void expect_parked(const kamm_vehicle_def *def, const kamm_ground *ground, int gear,
                          apply_brakes *brakes, double seconds)
{
    expect_parked_after(2, def, ground, gear, brakes, seconds);
}

static void hand_brake_holds_for_minutes_on_20_percent(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = kamm_plane_ground(0.2, 0, 1);
    expect_parked(&def, &ground, 0, apply_hand_brake, of_tiers(30, 120, 600));
}

static int has_hand_brake(const kamm_vehicle_def *def)
{
    double torque_nm = 0;
    for (int axle = 0; axle < def->axles_count; ++axle)
        torque_nm += def->axles[axle].hand_brake_torque_nm;
    return torque_nm > 0;
}

/* On 20 %; where there is no hand brake (a kart), the pedal is held. Soft springs and tyres take longer to settle: a tractor
 * across the slope sways for 15 s. */
static void every_shipped_vehicle_stands_ten_minutes(void **state)
{
    (void)state;
    RELEASE_TIER_ONLY();
    kamm_ground ground = kamm_plane_ground(0.2, 0, 1);
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        kamm_vehicle_def def = shipped_def(vehicle);
        print_message("%s\n", shipped_name(vehicle));
        expect_parked_after(20, &def, &ground, 0,
                            has_hand_brake(&def) ? apply_hand_brake : apply_foot_brake, 600);
    }
}

/* How far the body is from where it was placed, after a second and after twenty. */
static void sag_of(const char *name, double slope, double rate, double away_m[2])
{
    kamm_vehicle_def def = shipped_on(shipped_number(name), KAMM_FULL, rate);
    const kamm_ground ground = kamm_plane_ground(slope, 0, 1);
    kamm_cars *cars = start_cars(&def, 1);
    double start[3], now[3];
    put_car(cars, 0, &ground, 0, 0, 0);
    apply_hand_brake(&kamm_inputs(cars)[0]);
    read_position(cars, 0, start);
    for (int i = 0; i < 2; ++i) {
        drive_for(cars, &ground, i ? 19 : 1);
        read_position(cars, 0, now);
        away_m[i] = distance_between(now, start);
    }
    end_cars(cars);
}

/* What heavy vehicles move by on steep slopes is the bend of tyres and springs, all of it in the first second: no creep. */
static void on_steep_slopes_cars_sag_at_once_and_do_not_creep(void **state)
{
    (void)state;
    static const char *const names[] = {"man-tgs-8x4", "farm-tractor-250hp", "bmw-m3-e46"};
    static const double rates[] = {240, 60};
    for (int i = 0; i < of_tier(3, 12); ++i) {
        double away_m[2], slope = i / 3 % 2 ? 0.1 : 0.3;
        sag_of(names[i % 3], slope, rates[i / 6], away_m);
        print_message("%s on %g %%, %g/s: %.2f mm after 1 s, %+.4f mm in the next 19 s\n",
                      names[i % 3], 100 * slope, rates[i / 6], 1000 * away_m[0],
                      1000 * (away_m[1] - away_m[0]));
        expect_above(away_m[0], 0.002);
        expect_near(away_m[1], away_m[0], 5e-6);
    }
}

static void default_car_holds_on_20_percent(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_ground ground = kamm_plane_ground(0.2, 0.05, 1);
    if (def.axles[1].hand_brake_torque_nm < 1000) def.axles[1].hand_brake_torque_nm = 1000;
    expect_parked(&def, &ground, KAMM_GEAR_DRIVE, apply_hand_brake, of_tier(20, 60));
}

static void foot_brake_holds_with_anti_lock(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = kamm_plane_ground(0.2, 0, 1);
    def.aids.abs = 1;
    expect_parked(&def, &ground, 0, apply_foot_brake, of_tier(20, 60));
}

static void barely_sufficient_friction_holds(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = kamm_plane_ground(0.2, 0, 0.25); /* peak 0.25 * 1.05, needed 0.2 */
    expect_parked(&def, &ground, 0, apply_foot_brake, of_tier(20, 60));
}

/* Deceleration by rolling resistance and drag; the wheels' spin adds to the inertia. */
static double coasting_speed(const kamm_vehicle_def *def, double slope, double seconds)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
    kamm_model_info info = kamm_describe(model);
    double angle = atan(slope), inertia_kg = info.mass_kg, resistance_n = 0;
    for (int wheel = 0; wheel < 4; ++wheel) {
        const kamm_axle_def *axle = &def->axles[wheel / 2];
        double free_m = info.wheel_radius_m[wheel];
        double rolling_m = free_m - (free_m - info.loaded_radius_m[wheel]) / 3;
        inertia_kg += axle->wheel_inertia_kgm2 / (rolling_m * rolling_m);
        resistance_n +=
            axle->tyre.qsy1 * info.static_load_n[wheel] * cos(angle) * free_m / rolling_m;
    }
    double drag = 0.5 * 1.225 * def->aero.drag_coefficient * def->aero.frontal_area_m2;
    double speed = 0, dt = 1e-3;
    for (int i = 0; i < (int)lround(seconds / dt); ++i)
        speed += dt *
                 (info.mass_kg * GRAVITY_MPS2 * sin(angle) - resistance_n - drag * speed * speed) /
                 inertia_kg;
    kamm_destroy_model(model);
    return speed;
}

static void released_car_rolls_as_in_closed_form(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = kamm_plane_ground(0.2, 0, 1);
    for (int way = UPHILL; way <= DOWNHILL; ++way) {
        kamm_cars *cars = start_cars(&def, 1);
        double before[3], after[3];
        put_car(cars, 0, &ground, headings_rad[way], 0, 0);
        kamm_inputs(cars)[0].hand_brake = 1;
        drive_for(cars, &ground, 10);
        read_position(cars, 0, before);
        kamm_inputs(cars)[0].hand_brake = 0;
        drive_for(cars, &ground, 0.1);
        read_position(cars, 0, after);
        expect_above(before[0] - after[0], 0.002); /* free fall down the slope: 9 mm */
        expect_above(fabs(read_channel(cars, KAMM_CHANNEL_forward_speed_mps)), 0.1);
        drive_for(cars, &ground, 9.9);
        double speed = fabs(read_channel(cars, KAMM_CHANNEL_forward_speed_mps));
        print_message("%s: %.4f m/s after 10 s, closed form %.4f\n", way_names[way], speed,
                      coasting_speed(&def, 0.2, 10));
        expect_share(speed, coasting_speed(&def, 0.2, 10), 0.01);
        end_cars(cars);
    }
}

/* Locked wheels on ice: acceleration g (sin - mu cos), mu the tyre's sliding friction there. */
static void locked_car_on_ice_slides_by_coulomb_friction(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = kamm_plane_ground(0.2, 0, 0.1);
    def.aero.frontal_area_m2 = 0;
    const kamm_tyre_def *tyre = &def.axles[0].tyre;
    double slide = -longitudinal_friction(tyre, tyre->nominal_load_n, -1, 0.1), angle = atan(0.2);
    double expected = 5 * GRAVITY_MPS2 * (sin(angle) - slide * cos(angle));
    kamm_cars *cars = start_cars(&def, 2);
    for (int way = UPHILL; way <= DOWNHILL; ++way) {
        put_car(cars, way, &ground, headings_rad[way], 0, 0);
        kamm_inputs(cars)[way].brake = 1;
    }
    drive_for(cars, &ground, 2);
    double before[2] = {kamm_read(cars, 0, KAMM_CHANNEL_speed_mps),
                        kamm_read(cars, 1, KAMM_CHANNEL_speed_mps)};
    drive_for(cars, &ground, 5);
    for (int way = UPHILL; way <= DOWNHILL; ++way) {
        expect_share(kamm_read(cars, way, KAMM_CHANNEL_speed_mps) - before[way], expected, 0.01);
        for (int wheel = 0; wheel < 4; ++wheel)
            expect_near(kamm_read_wheel(cars, way, wheel, KAMM_WHEEL_spin_radps), 0, 0);
    }
    end_cars(cars);
}

struct platform {
    float velocity_mps[3];
};

static void query_platform(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct platform *platform = user;
    (void)probes;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        for (int axis = 0; axis < 3; ++axis)
            contacts[i].velocity_mps[axis] = platform->velocity_mps[axis];
    }
}

static void moving_platform_carries_the_car(void **state)
{
    (void)state;
    struct platform platform = {{0}};
    kamm_ground ground = kamm_flat_ground;
    kamm_vehicle_def def = plain_car();
    def.aero.frontal_area_m2 = 0;
    kamm_cars *cars = start_cars(&def, 1);
    double start[3], end[3], carried_m[2] = {0};
    ground.query = query_platform;
    ground.user = &platform;
    put_car(cars, 0, &ground, 0, 0, 0);
    kamm_inputs(cars)[0].hand_brake = 1;
    drive_for(cars, &ground, 1);
    read_position(cars, 0, start);
    for (int frame = 0; frame < 1200; ++frame) { /* speeds up for 4 s, then goes steadily */
        double share = frame < 240 ? frame / 240.0 : 1;
        platform.velocity_mps[0] = (float)(2 * share);
        platform.velocity_mps[1] = (float)(-1 * share);
        kamm_step(cars, &ground, 20);
        for (int axis = 0; axis < 2; ++axis) carried_m[axis] += platform.velocity_mps[axis] / 60.0;
    }
    read_position(cars, 0, end);
    expect_near(end[0] - start[0] - carried_m[0], 0, 0.003);
    expect_near(end[1] - start[1] - carried_m[1], 0, 0.003);
    expect_near(read_channel(cars, KAMM_CHANNEL_speed_mps), sqrt(5), 1e-3);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hand_brake_holds_for_minutes_on_20_percent),
        cmocka_unit_test(every_shipped_vehicle_stands_ten_minutes),
        cmocka_unit_test(on_steep_slopes_cars_sag_at_once_and_do_not_creep),
        cmocka_unit_test(default_car_holds_on_20_percent),
        cmocka_unit_test(foot_brake_holds_with_anti_lock),
        cmocka_unit_test(barely_sufficient_friction_holds),
        cmocka_unit_test(released_car_rolls_as_in_closed_form),
        cmocka_unit_test(locked_car_on_ice_slides_by_coulomb_friction),
        cmocka_unit_test(moving_platform_carries_the_car),
    };
    return cmocka_run_group_tests_name("parking", tests, NULL, NULL);
}
