/* Wheel loads: at rest, with payload, in steady cornering, with bars, and off the ground. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/tier.h"

#include <math.h>

static double load(const kamm_cars *cars, int wheel)
{
    return kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n);
}

static kamm_cars *start_at_rest(const kamm_vehicle_def *def)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 5);
    return cars;
}

static void static_loads_equal_closed_form(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.body.cg_behind_front_axle_m = 1.02;
    double wheelbase = def.axles[1].behind_front_axle_m, weight = def.body.mass_kg * GRAVITY_MPS2;
    double rear = weight * 1.02 / wheelbase, front = weight - rear;
    kamm_cars *cars = start_at_rest(&def);
    for (int wheel = 0; wheel < 2; ++wheel) {
        expect_share(load(cars, wheel), front / 2, 0.001);
        expect_share(load(cars, 2 + wheel), rear / 2, 0.001);
    }
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    for (int wheel = 0; wheel < 4; ++wheel)
        expect_share(info.static_load_n[wheel], wheel < 2 ? front / 2 : rear / 2, 1e-6);
    end_cars(cars);
}

static void payload_loads_as_closed_form(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.payload.mass_kg = 300;
    def.payload.cg_behind_front_axle_m = 1.9;
    def.payload.cg_height_m = 0.7;
    double wheelbase = def.axles[1].behind_front_axle_m;
    double weight = (def.body.mass_kg + 300) * GRAVITY_MPS2;
    double rear =
        (def.body.mass_kg * def.body.cg_behind_front_axle_m + 300 * 1.9) * GRAVITY_MPS2 / wheelbase;
    kamm_cars *cars = start_at_rest(&def);
    expect_share(sum_of_loads(cars, 0), weight, 0.001);
    /* The tail sinks and the mass leans back over the hubs: by the pitch times its height above. */
    double height = 0.58 - kamm_describe(kamm_model_of(cars, 0)).loaded_radius_m[0];
    double lean = -read_channel(cars, KAMM_CHANNEL_pitch_rad) * weight * height / wheelbase;
    expect_below(fabs(lean), 0.01 * rear);
    expect_share(load(cars, 2) + load(cars, 3), rear + lean, 0.001);
    expect_near(load(cars, 2), load(cars, 3), 1e-3 * rear);
    end_cars(cars);
}

/* Moment of the wheel loads about the point below (x, y) of the car without payload. The wheels
 * lean with the body, and a toroid that leans stands on the side of its crown: its lowest point lies
 * aside of its centre by the sine over the radius up to the crown's centre. */
static double moment_of_loads(const kamm_cars *cars, const kamm_vehicle_def *def)
{
    kamm_pose body;
    kamm_wheel_pose wheels[4];
    double moment = 0, roll = read_channel(cars, KAMM_CHANNEL_roll_rad);
    kamm_read_pose(cars, 0, 1, &body, wheels);
    for (int wheel = 0; wheel < 4; ++wheel) {
        const double *hub = wheels[wheel].pose.position_m;
        const kamm_tyre_def *tyre = &def->axles[wheel / 2].tyre;
        double patch_y = hub[1] + (tyre->unloaded_radius_m - tyre->width_m / 2) * sin(roll);
        moment += load(cars, wheel) * (patch_y - read_channel(cars, KAMM_CHANNEL_y_m));
    }
    return moment;
}

static void off_centre_mass_balances(void **state)
{
    (void)state;
    for (int payload = 0; payload < 2; ++payload) {
        kamm_vehicle_def def = plain_car();
        def.body.cg_left_m = payload ? 0 : 0.06;
        def.payload = (kamm_payload_def){payload ? 200 : 0, def.body.cg_behind_front_axle_m, 0.4,
                                         def.body.cg_height_m};
        double weight = (def.body.mass_kg + def.payload.mass_kg) * GRAVITY_MPS2;
        kamm_cars *cars = start_at_rest(&def);
        double roll = read_channel(cars, KAMM_CHANNEL_roll_rad);
        double expected = def.payload.mass_kg * GRAVITY_MPS2 * 0.4 * cos(roll);
        double rear = weight * def.body.cg_behind_front_axle_m / def.axles[1].behind_front_axle_m;
        double left = load(cars, 0) + load(cars, 2), right = load(cars, 1) + load(cars, 3);
        expect_share(sum_of_loads(cars, 0), weight, 0.001);
        expect_share(load(cars, 2) + load(cars, 3), rear, payload ? 0.002 : 0.001); /* pitches */
        expect_near(moment_of_loads(cars, &def), expected, 0.001 * weight * 0.75);
        expect_above(left - right, 0.06 * weight / 0.75);
        expect_below(roll, -0.002); /* leans that way */
        end_cars(cars);
    }
}

/* A steady left turn at about `ay`, speed held by a little throttle. */
static kamm_cars *start_cornering(const kamm_vehicle_def *def, double speed_mps, double steer_rad)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, 3);
    for (int frame = 0; frame < 900; ++frame) {
        double now = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        double throttle = 0.15 + 0.5 * (speed_mps - now);
        kamm_inputs(cars)[0].throttle = (float)fmin(fmax(throttle, 0), 1);
        kamm_inputs(cars)[0].steering_wheel_rad =
            (float)(steer_rad * def->steering.ratio * fmin(frame / 120.0, 1));
        kamm_step(cars, &kamm_flat_ground, 20);
    }
    return cars;
}

/* With the camber gain with which the wheel's centre moves straight up, as on many cars. */
static void set_roll_centre(kamm_axle_def *axle, double height_m)
{
    axle->suspension.roll_centre_height_m = height_m;
    axle->suspension.camber_gain_rad_per_m =
        -2 * height_m / axle->track_m / axle->tyre.unloaded_radius_m;
}

/* Springs, bars, roll centres and tyres that bend. */
static kamm_vehicle_def rolling_car(void)
{
    kamm_vehicle_def def = plain_car();
    def.body.cg_height_m = 0.6;
    def.axles[0].track_m = 1.52;
    def.axles[1].track_m = 1.46;
    def.axles[0].suspension.spring_n_per_m = 28000;
    def.axles[1].suspension.spring_n_per_m = 23000;
    def.axles[0].suspension.anti_roll_bar_n_per_m = 22000;
    def.axles[1].suspension.anti_roll_bar_n_per_m = 6000;
    set_roll_centre(&def.axles[0], 0.06);
    set_roll_centre(&def.axles[1], 0.18);
    for (int axle = 0; axle < 2; ++axle) {
        def.axles[axle].suspension.bump_travel_m = 0.1;
        def.axles[axle].tyre.vertical_stiffness_n_per_m = 400000;
    }
    return def;
}

/* Moment that the load transfer of each axle makes (Milliken & Milliken, Race Car Vehicle Dynamics,
 * ch. 18): the springs' roll moment plus the side force times the roll centre's height, and the
 * weight that shifts as the tyres deflect. The effect of the unsprung masses' own side force is
 * subtracted where their centres do not move straight up: its lever is the height about which these
 * turn. What is left of the whole car's overturning moment rolls the body, with the wheels'
 * gyroscopic moment J (v / r) (ay / v). */
static void transfer_moments(const kamm_vehicle_def *def, double ay, double moment_nm[2])
{
    double mass = def->body.mass_kg, lever = mass * def->body.cg_height_m; /* about the roll axis */
    double rear = def->body.cg_behind_front_axle_m / def->axles[1].behind_front_axle_m,
           gyroscopic = 0;
    double spring[2], tyre[2], leaning[2] = {0}, share[2] = {1 - rear, rear}, tyre_roll[2] = {0};
    for (int i = 0; i < 2; ++i) {
        const kamm_axle_def *axle = &def->axles[i];
        double square = axle->track_m * axle->track_m, base = axle->suspension.spring_base_m;
        double radius = axle->tyre.unloaded_radius_m,
               centre = axle->suspension.roll_centre_height_m;
        int beam = axle->suspension.kind == KAMM_SUSPENSION_DEPENDENT;
        double camber_gain =
            axle->suspension.camber_gain_rad_per_m - (beam ? 2 / axle->track_m : 0);
        double hub_centre = centre + radius * camber_gain * axle->track_m / 2;
        spring[i] =
            axle->suspension.spring_n_per_m / 2 * (beam && base > 0 ? base * base : square) +
            axle->suspension.anti_roll_bar_n_per_m * square;
        tyre[i] = axle->tyre.vertical_stiffness_n_per_m / 2 * square;
        leaning[i] = share[i] * mass * centre - 2 * axle->unsprung_mass_kg * hub_centre;
        lever -= leaning[i];
        gyroscopic += 2 * axle->wheel_inertia_kgm2 * ay / radius;
    }
    for (int round = 0; round < 100; ++round) { /* converges at once: tyres are stiff */
        double resist = spring[0] * tyre_roll[0] + spring[1] * tyre_roll[1];
        double roll =
            (lever * ay + gyroscopic + resist) / (spring[0] + spring[1] - lever * GRAVITY_MPS2);
        for (int i = 0; i < 2; ++i) {
            moment_nm[i] =
                spring[i] * (roll - tyre_roll[i]) + leaning[i] * (ay + GRAVITY_MPS2 * tyre_roll[i]);
            tyre_roll[i] = moment_nm[i] / tyre[i];
        }
    }
}

static void put_on_beam(kamm_axle_def *axle, double roll_centre_m, double spring_base_m)
{
    axle->suspension.kind = KAMM_SUSPENSION_DEPENDENT;
    axle->suspension.roll_centre_height_m = roll_centre_m;
    axle->suspension.spring_base_m = spring_base_m;
    axle->suspension.camber_gain_rad_per_m = 0; /* the beam's tilt is all */
}

/* How far the body has risen over the rear axle in a turn. */
static double rear_rise_m(int on_beam)
{
    kamm_vehicle_def def = rolling_car();
    def.axles[1].suspension.roll_centre_height_m = 0.42;
    if (on_beam) put_on_beam(&def.axles[1], 0.42, 0);
    kamm_cars *cars = start_cornering(&def, 20, 0.05);
    double rise = -0.5 * (kamm_read_wheel(cars, 0, 2, KAMM_WHEEL_travel_m) +
                          kamm_read_wheel(cars, 0, 3, KAMM_WHEEL_travel_m));
    print_message("%s: %.2f m/s2, the rear rises by %.2f mm\n", on_beam ? "beam" : "links",
                  read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2), 1000 * rise);
    end_cars(cars);
    return rise;
}

/* A high roll centre lifts a car on independent wheels; on a beam the forces of both wheels go through
 * it alike, and lift nothing. */
static void beam_axle_does_not_jack(void **state)
{
    (void)state;
    double links = rear_rise_m(0), beam = rear_rise_m(1);
    expect_above(links, 0.004);
    expect_below(beam, 0.1 * links);
    expect_above(beam, -0.1 * links);
}

static void load_transfer_follows_roll_stiffness_and_roll_centres(void **state)
{
    (void)state;
    for (int variant = 0; variant < 6; variant += of_tier(2, 1)) {
        kamm_vehicle_def def = rolling_car();
        if (variant == 1) def.axles[0].suspension.anti_roll_bar_n_per_m = 2000;
        if (variant == 1) def.axles[1].suspension.anti_roll_bar_n_per_m = 25000;
        if (variant == 2) set_roll_centre(&def.axles[0], 0.25);
        if (variant == 2) set_roll_centre(&def.axles[1], -0.02);
        if (variant == 3) put_on_beam(&def.axles[1], 0.42, 1.0);
        for (int axle = 0; axle < 2 && variant >= 4;
             ++axle) /* hubs that move outwards, and inwards */
            def.axles[axle].suspension.camber_gain_rad_per_m = variant == 4 ? 0 : -1.4;
        kamm_cars *cars = start_cornering(&def, 20, 0.03);
        double ay = read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2), expected[2];
        transfer_moments(&def, ay, expected);
        for (int i = 0; i < 2; ++i) {
            double moment = (load(cars, 2 * i + 1) - load(cars, 2 * i)) / 2 * def.axles[i].track_m;
            print_message("variant %d, axle %d, %.2f m/s2: %.1f N.m, closed form %.1f (%+.2f %%)\n",
                          variant, i, ay, moment, expected[i], 100 * (moment / expected[i] - 1));
            expect_share(moment, expected[i], 0.02);
        }
        expect_above(ay, 2);
        expect_share(sum_of_loads(cars, 0), def.body.mass_kg * GRAVITY_MPS2, 0.001);
        end_cars(cars);
    }
}

/* Road-wheel angle beyond that of the turn's geometry, at a given steering: understeer angle. */
static double understeer_angle(double front_bar, double rear_bar)
{
    kamm_vehicle_def def = rolling_car();
    def.axles[0].suspension.anti_roll_bar_n_per_m = front_bar;
    def.axles[1].suspension.anti_roll_bar_n_per_m = rear_bar;
    kamm_cars *cars = start_cornering(&def, 22, 0.045);
    double turn = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps) /
                  read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    double angle =
        read_channel(cars, KAMM_CHANNEL_road_wheel_rad) - turn * def.axles[1].behind_front_axle_m;
    print_message("bars %.0f, %.0f N/m: %.2f m/s2, understeer angle %.4f rad\n", front_bar,
                  rear_bar, read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2), angle);
    end_cars(cars);
    return angle;
}

static void front_bar_adds_understeer_rear_bar_takes_it(void **state)
{
    (void)state;
    double base = understeer_angle(10000, 10000);
    double front = understeer_angle(50000, 10000), rear = understeer_angle(10000, 50000);
    expect_above(front, base + 0.001);
    expect_below(rear, base - 0.001);
}

static void inner_wheel_lifts_and_carries_nothing(void **state)
{
    (void)state;
    kamm_vehicle_def def = rolling_car();
    def.body.cg_height_m = 0.75;
    def.axles[0].suspension.anti_roll_bar_n_per_m = 0;
    def.axles[1].suspension.anti_roll_bar_n_per_m = 200000;
    kamm_cars *cars = start_cornering(&def, 20, 0.055);
    print_message("inner rear load %.1f N at %.2f m/s2\n", load(cars, 2),
                  read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2));
    assert_true(load(cars, 2) == 0);
    assert_true(kamm_read_wheel(cars, 0, 2, KAMM_WHEEL_lateral_force_n) == 0);
    expect_above(load(cars, 0), 100);
    expect_share(sum_of_loads(cars, 0), def.body.mass_kg * GRAVITY_MPS2, 0.005);
    end_cars(cars);
}

static void query_hole(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        contacts[i].point_m[2] = probes[i].wheel == 0 ? -2 : 0;
    }
}

/* One wheel over a hole: two diagonal wheels carry most, equilibrium fixes all three loads. */
static void wheel_over_a_hole_hangs(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground hole = kamm_flat_ground;
    hole.query = query_hole;
    def.body.cg_behind_front_axle_m = def.axles[1].behind_front_axle_m * 0.6;
    def.axles[0].track_m = def.axles[1].track_m = 1.5;
    for (int axle = 0; axle < 2; ++axle) def.axles[axle].suspension.spring_n_per_m = 60000;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &hole, 25); /* three stiff springs sway for long */
    double weight = def.body.mass_kg * GRAVITY_MPS2;
    assert_true(load(cars, 0) == 0);
    expect_share(sum_of_loads(cars, 0), weight, 0.002);
    expect_share(load(cars, 1), 0.4 * weight, 0.05); /* alone on its axle */
    expect_below(kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_travel_m), -0.02);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_loads_equal_closed_form),
        cmocka_unit_test(payload_loads_as_closed_form),
        cmocka_unit_test(off_centre_mass_balances),
        cmocka_unit_test(load_transfer_follows_roll_stiffness_and_roll_centres),
        cmocka_unit_test(beam_axle_does_not_jack),
        cmocka_unit_test(front_bar_adds_understeer_rear_bar_takes_it),
        cmocka_unit_test(inner_wheel_lifts_and_carries_nothing),
        cmocka_unit_test(wheel_over_a_hole_hangs),
    };
    return cmocka_run_group_tests_name("static", tests, NULL, NULL);
}
