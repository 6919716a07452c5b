/* Active anti-roll bars, torque vectoring and active steering in a car: what each changes. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"
#include "rungs/full/cornering.h"

#include <math.h>
#include <stdlib.h>

static int is_single(const kamm_vehicle_def *def)
{
    for (int a = 0; a < def->axles_count; ++a)
        if (def->axles[a].wheels == KAMM_WHEELS_SINGLE) return 1;
    return 0;
}

/* A steady turn with hands and accelerator as trimmed. The load moved is that of wheels as far apart as the front ones. */
struct turn {
    double roll_rad, steering_rad, moved_n[KAMM_MAX_AXLES];
    double vectoring_nm[KAMM_MAX_AXLES];
};

static struct turn steady_turn(const kamm_vehicle_def *def, double speed_mps, double lateral_mps2)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
    kamm_trim_target target = {.speed_mps = speed_mps, .lateral_mps2 = lateral_mps2};
    struct turn turn = {0};
    if (!model) fail_msg("%s", error.text);
    kamm_cars *cars = kamm_trim(model, &kamm_flat_ground, &target, NULL, &error);
    if (!cars) fail_msg("%s", error.text);
    turn.roll_rad = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad);
    turn.steering_rad = kamm_read(cars, 0, KAMM_CHANNEL_steering_wheel_rad);
    for (int a = 0; a < def->axles_count; ++a) {
        double track_share = def->axles[a].track_m / def->axles[0].track_m;
        for (int w = 0; w < model->layout.count[a]; ++w)
            turn.moved_n[a] +=
                (w % 2 ? track_share : -track_share) *
                kamm_read_wheel(cars, 0, model->layout.first[a] + w, KAMM_WHEEL_load_n);
        turn.vectoring_nm[a] = (double)CAR_STATE(cars, 0, axles[a].vectoring_nm);
    }
    end_cars(cars);
    return turn;
}

/* ---- anti-roll bars ---- */

static kamm_vehicle_def with_active_bars(int vehicle, double front_share, double rear_share)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    int front = def.axles_count / 2;
    for (int a = 0; a < def.axles_count; ++a) {
        kamm_suspension_def *s = &def.axles[a].suspension;
        s->active_bar_share =
            a < front ? front_share / front : rear_share / (def.axles_count - front);
        s->active_bar_max_n = 1e5;
    }
    return def;
}

/* Of what an axle rolls, the share that its tyres give way by. */
static double tyres_share_of_roll(const kamm_axle_def *axle)
{
    double springs = axle->suspension.spring_n_per_m + 2 * axle->suspension.anti_roll_bar_n_per_m;
    double tyres = axle->tyre.vertical_stiffness_n_per_m;
    if (axle->wheels == KAMM_WHEELS_TWIN) tyres *= 2;
    return springs / (springs + tyres);
}

/* The axles themselves roll on their tyres as before. */
static void bars_take_their_share_of_the_roll(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tiers(9, 2, 1)) {
        kamm_vehicle_def def = with_active_bars(vehicle, 0.2, 0.2), passive = shipped_def(vehicle);
        if (is_single(&def) || has_unsprung_axle(&def)) continue;
        struct turn with = steady_turn(&def, 15, 2), without = steady_turn(&passive, 15, 2);
        print_message("%-28s roll %.3f deg, %.3f with 40 %% taken\n", shipped_name(vehicle),
                      without.roll_rad * 180 / PI, with.roll_rad * 180 / PI);
        double tyres = 0;
        for (int a = 0; a < def.axles_count; ++a)
            tyres += tyres_share_of_roll(&def.axles[a]) / def.axles_count;
        expect_near(with.roll_rad / without.roll_rad, 0.6 + 0.4 * tyres, 0.08);
    }
}

static void the_stiffer_end_slips_more(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tiers(9, 2, 1)) {
        kamm_vehicle_def front = with_active_bars(vehicle, 0.5, 0),
                         rear = with_active_bars(vehicle, 0, 0.5);
        if (is_single(&front) || has_unsprung_axle(&front) || front.axles_count > 2) continue;
        struct turn by_front = steady_turn(&front, 15, 4), by_rear = steady_turn(&rear, 15, 4);
        print_message("%-28s %.1f deg at the steering wheel with the bar in front, %.1f behind\n",
                      shipped_name(vehicle), by_front.steering_rad * 180 / PI,
                      by_rear.steering_rad * 180 / PI);
        expect_above(by_front.moved_n[0], 1.1 * by_rear.moved_n[0]);
        expect_above(by_rear.moved_n[1], 1.1 * by_front.moved_n[1]);
        expect_share(by_front.moved_n[0] + by_front.moved_n[1],
                     by_rear.moved_n[0] + by_rear.moved_n[1], 0.03);
        expect_above(by_front.steering_rad, by_rear.steering_rad);
    }
}

/* ---- torque vectoring ---- */

/* On all driven axles, whose plates would take some of it back. */
static kamm_vehicle_def with_vectoring(kamm_vehicle_def def, double gain_nms, double understeer)
{
    def.aids.esc = def.aids.tcs = 0;
    def.aids.vectoring_nms_per_rad = gain_nms;
    def.aids.vectoring_understeer = understeer;
    for (int a = 0; a < def.axles_count; ++a)
        if (def.axles[a].drive_share > 0) {
            def.axles[a].vectoring_nm = 2000;
            def.axles[a].differential = KAMM_DIFFERENTIAL_OPEN;
        }
    return def;
}

/* A moment M about the vertical axis takes M / L (1 / C_f + 1 / C_r) off the steer angle, M = T / r w / 2. */
static double angle_of_moment(const kamm_vehicle_def *def, const struct turn *turn)
{
    kamm_model *model = kamm_create_model(def, KAMM_FULL, NULL);
    struct axle_cornering axle[MAX_AXLES];
    double moment = 0, wheelbase = model->info.wheelbase_m;
    kamm_planar_cornering(model, 1, axle);
    for (int a = 0; a < 2; ++a)
        moment += turn->vectoring_nm[a] / model->info.loaded_radius_m[model->layout.first[a]] *
                  def->axles[a].track_m / 2;
    double angle =
        moment / wheelbase * (1 / axle[0].stiffness_n_per_rad + 1 / axle[1].stiffness_n_per_rad);
    kamm_destroy_model(model);
    return angle;
}

static void a_moment_takes_its_share_of_the_steer_angle(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tiers(9, 2, 1)) {
        kamm_vehicle_def passive = with_vectoring(shipped_def(vehicle), 0, 0);
        kamm_vehicle_def def = with_vectoring(shipped_def(vehicle), 15000, 0);
        if (is_single(&def) || has_unsprung_axle(&def) || def.axles_count > 2) continue;
        struct turn with = steady_turn(&def, 20, 2), without = steady_turn(&passive, 20, 2);
        double taken = (without.steering_rad - with.steering_rad) / def.steering.ratio;
        double expected = angle_of_moment(&def, &with);
        print_message("%-28s %4.0f N.m moved: %.3f deg less at the road wheels, %.3f by theory\n",
                      shipped_name(vehicle), with.vectoring_nm[0] + with.vectoring_nm[1],
                      taken * 180 / PI, expected * 180 / PI);
        if (with.vectoring_nm[0] + with.vectoring_nm[1] < 50) continue; /* a neutral car */
        if (expected < 1e-3) continue; /* a heavy one: no more than trims differ by */
        expect_share(taken, expected, 0.15);
    }
}

/* In neutral no engine feeds it. */
static void vectoring_drives_no_car(void **state)
{
    (void)state;
    static const double speeds[] = {8, 20, 35};
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tiers(9, 2, 1))
        for (int i = 0; i < 3; ++i) {
            double energy_j[2];
            for (int on = 0; on < 2; ++on) {
                kamm_vehicle_def def = with_vectoring(shipped_def(vehicle), on ? 20000 : 0, 0);
                def.stepping.substeps_per_s = of_tiers(240, 240, 1200);
                kamm_cars *cars = start_cars(&def, 1);
                put_car(cars, 0, &kamm_flat_ground, 0, speeds[i], 0);
                kamm_inputs(cars)[0].steering_wheel_rad =
                    (float)(2 * def.steering.ratio / (speeds[i] * speeds[i]));
                drive_for(cars, &kamm_flat_ground, 4);
                energy_j[on] = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
                assert_int_equal(kamm_fault(cars, 0), 0);
                end_cars(cars);
            }
            expect_below(energy_j[1], energy_j[0] * 1.0005);
        }
}

/* ---- steering ---- */

static kamm_vehicle_def with_active_steering(int vehicle)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.aids.steering_standing_gain = 1.5;
    def.aids.steering_fast_gain = 0.7;
    def.aids.steering_fast_mps = 32;
    return def;
}

struct road_wheels {
    double channel_rad,
        steered_rad; /* what is reported, and what the front wheels do, bent as they are */
};

static struct road_wheels road_wheels_at(const kamm_vehicle_def *def, double speed_mps,
                                         double steering_rad)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, 0);
    kamm_inputs(cars)[0].steering_wheel_rad = (float)steering_rad;
    drive_for(cars, &kamm_flat_ground, 1);
    struct road_wheels at = {kamm_read(cars, 0, KAMM_CHANNEL_road_wheel_rad),
                             kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_steer_rad)};
    end_cars(cars);
    return at;
}

/* As a car does whose driver turns the steering wheel by so much more. */
static void the_ratio_goes_by_speed(void **state)
{
    (void)state;
    static const struct {
        double speed_mps, angle_rad, gain;
    } cases[] = {{0, 0.1, 1.5}, {16, 0.02, 1.1}, {40, 0.005, 0.7}};
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(5, 1))
        for (int i = 0; i < 3; ++i) {
            kamm_vehicle_def def = with_active_steering(vehicle), passive = shipped_def(vehicle);
            double wheel_rad = cases[i].angle_rad * def.steering.ratio;
            struct road_wheels at = road_wheels_at(&def, cases[i].speed_mps, wheel_rad);
            struct road_wheels as =
                road_wheels_at(&passive, cases[i].speed_mps, wheel_rad * cases[i].gain);
            /* It rolls a little slower than it was placed. */
            expect_share(at.channel_rad, cases[i].angle_rad * cases[i].gain, 0.03);
            expect_share(at.steered_rad, as.steered_rad, 0.03);
        }
}

/* Hands held still on a road whose left half is icy. */
static double turned_by_split_braking(const kamm_vehicle_def *def)
{
    kamm_ground halves[2], split = split_ground(halves, 0.4, 0.9);
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 22, 0);
    kamm_inputs(cars)[0].brake = 0.5f;
    double most = 0;
    for (int frame = 0; frame < 60; ++frame) {
        drive_for(cars, &split, 1.0 / 60);
        most = fmax(most, fabs(kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad)));
    }
    end_cars(cars);
    return most;
}

static void it_steers_against_split_friction(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tiers(9, 2, 1)) {
        kamm_vehicle_def passive = shipped_def(vehicle), def = passive;
        if (is_single(&def) || !def.aids.abs) continue;
        def.aids.steering_yaw_s = 0.2;
        double without = turned_by_split_braking(&passive), with = turned_by_split_braking(&def);
        print_message("%-28s turned by %.1f deg in 1 s of braking, %.1f with active steering\n",
                      shipped_name(vehicle), without * 180 / PI, with * 180 / PI);
        if (without > 1 * PI / 180) expect_below(with, 0.7 * without);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bars_take_their_share_of_the_roll),
        cmocka_unit_test(the_stiffer_end_slips_more),
        cmocka_unit_test(a_moment_takes_its_share_of_the_steer_angle),
        cmocka_unit_test(vectoring_drives_no_car),
        cmocka_unit_test(the_ratio_goes_by_speed),
        cmocka_unit_test(it_steers_against_split_friction),
    };
    return cmocka_run_group_tests_name("active_chassis", tests, NULL, NULL);
}
