/* Motorcycles with a sidecar beside closed forms: loads at rest, yaw by drive and brakes beside the middle, wheels that lift in turns
 * to either side; and the promises of all vehicles: mirrored bits, widths, snapshots, energy, rest. */
#include "support/drive.h"
#include "support/mirror.h"
#include "support/quick.h"
#include "support/refused.h"
#include "support/rest.h"
#include "support/rungs.h"
#include "support/tier.h"

#include <kamm/act.h>
#include <kamm/vehicle.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRONT, SIDECAR, REAR, WHEELS };

static kamm_vehicle_def outfit(void) { return car_named("ural-gear-up-2021"); }

/* Its mirror image. */
static kamm_vehicle_def mirrored(kamm_vehicle_def def)
{
    def.axles[SIDECAR].left_m *= -1;
    def.body.cg_left_m *= -1;
    def.body.roll_pitch_product_kgm2 *= -1;
    def.body.pitch_yaw_product_kgm2 *= -1;
    def.payload.cg_left_m *= -1;
    for (int a = 0; a < WHEELS; ++a)
        if (def.axles[a].tyre.side != KAMM_TYRE_SYMMETRIC)
            def.axles[a].tyre.side =
                def.axles[a].tyre.side == KAMM_TYRE_LEFT ? KAMM_TYRE_RIGHT : KAMM_TYRE_LEFT;
    return def;
}

/* With a passenger in the sidecar. */
static kamm_vehicle_def laden(kamm_vehicle_def def, double mass_kg)
{
    def.payload.mass_kg = mass_kg;
    def.payload.cg_behind_front_axle_m = 1.05;
    def.payload.cg_left_m = 0.75 * def.axles[SIDECAR].left_m;
    def.payload.cg_height_m = 0.6;
    return def;
}

/* Without camber and toe. */
static kamm_vehicle_def upright(kamm_vehicle_def def)
{
    for (int a = 0; a < WHEELS; ++a)
        def.axles[a].suspension.camber_rad = def.axles[a].suspension.toe_in_rad = 0;
    return def;
}

/* On mountings that hardly yield, and whose body is high above the road: a stiff body on three points. */
static kamm_vehicle_def stiff(kamm_vehicle_def def)
{
    def = upright(def);
    def.stepping.substeps_per_s = 1200;
    def.body.ground_clearance_m = 0.5;
    for (int a = 0; a < WHEELS; ++a) {
        kamm_axle_def *axle = &def.axles[a];
        axle->suspension.kind = KAMM_SUSPENSION_SOLID;
        axle->suspension.spring_n_per_m *= 30;
        axle->suspension.bump_damping_ns_per_m *= 4;
        axle->tyre.vertical_stiffness_n_per_m *= 4;
    }
    return def;
}

struct weight {
    double mass_kg, behind_m, left_m, height_m;
};

/* Body and payload as one. */
static struct weight weight_of(const kamm_vehicle_def *def)
{
    double body = def->body.mass_kg, load = def->payload.mass_kg, all = body + load;
    return (struct weight){
        all,
        (body * def->body.cg_behind_front_axle_m + load * def->payload.cg_behind_front_axle_m) /
            all,
        (body * def->body.cg_left_m + load * def->payload.cg_left_m) / all,
        (body * def->body.cg_height_m + load * def->payload.cg_height_m) / all};
}

/* Moments about the motorcycle's plane, and about the line across through the rear wheel. */
static void closed_form_loads(const kamm_vehicle_def *def, struct weight w, double load_n[WHEELS])
{
    double all = w.mass_kg * GRAVITY_MPS2;
    double base = def->axles[REAR].behind_front_axle_m;
    double lead = base - def->axles[SIDECAR].behind_front_axle_m;
    load_n[SIDECAR] = all * w.left_m / def->axles[SIDECAR].left_m;
    load_n[FRONT] = (all * (base - w.behind_m) - load_n[SIDECAR] * lead) / base;
    load_n[REAR] = all - load_n[FRONT] - load_n[SIDECAR];
}

static double load_of(const kamm_cars *cars, int w)
{
    return kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
}

/* -- rest -- */

/* Leads, places of the weight and passengers: as compiled, and after it has stood. */
static void loads_at_rest_are_those_of_the_moments(void **state)
{
    NOT_IN_QUICK_TESTS();
    const double lead_m[] = {0, 0.25, 0.4}, left_m[] = {-0.12, -0.3}, load_kg[] = {0, 80};
    (void)state;
    for (int n = 0; n < 12; n += of_tier(5, 1))
        for (int side = 0; side < 2; ++side) {
            kamm_vehicle_def def = upright(outfit());
            double expected[WHEELS], sum = 0;
            def.axles[SIDECAR].behind_front_axle_m =
                def.axles[REAR].behind_front_axle_m - lead_m[n / 4];
            def.body.cg_left_m = left_m[n / 2 % 2];
            def = laden(def, load_kg[n % 2]);
            if (n % 2) def = stiff(def); /* else it leans under the load */
            if (side) def = mirrored(def);
            closed_form_loads(&def, weight_of(&def), expected);
            kamm_cars *cars = start_cars(&def, 1);
            const kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
            put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
            kamm_inputs(cars)[0].hand_brake = kamm_inputs(cars)[0].brake = 1;
            drive_for(cars, &kamm_flat_ground, 2);
            for (int w = 0; w < WHEELS; ++w) {
                expect_share(info.static_load_n[w], expected[w], n % 2 ? 0.005 : 1e-5);
                expect_share(load_of(cars, w), info.static_load_n[w], 0.002);
                sum += load_of(cars, w);
            }
            expect_share(sum, info.mass_kg * GRAVITY_MPS2, 1e-4);
            assert_int_equal(kamm_fault(cars, 0), 0);
            end_cars(cars);
        }
}

static void wheels_are_where_the_file_has_them(void **state)
{
    (void)state;
    for (int side = 0; side < 2; ++side) {
        const kamm_vehicle_def def = side ? mirrored(outfit()) : outfit();
        kamm_cars *cars = start_cars(&def, 1);
        const kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
        kamm_wheel_pose poses[WHEELS];
        kamm_pose body;
        put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
        kamm_read_pose(cars, 0, 1, &body, poses);
        for (int w = 0; w < WHEELS; ++w) {
            const kamm_wheel_pose pose = poses[w];
            double left = def.axles[w].left_m, camber = def.axles[w].suspension.camber_rad;
            double outwards = w == SIDECAR ? left : -def.axles[SIDECAR].left_m;
            double leans = copysign(info.loaded_radius_m[w] * sin(camber), outwards);
            expect_near(info.wheel_position_m[w][1], left - def.body.cg_left_m, 1e-6);
            expect_near(pose.pose.position_m[1], left + leans - def.body.cg_left_m, 2e-3);
            assert_int_equal(info.wheel_side[w], w == SIDECAR ? (side ? 1 : -1) : 0);
        }
        end_cars(cars);
    }
}

/* Parked on slopes to all sides it stays where it is; rolling free, energy only goes. */
static void it_rests_and_gives_no_energy(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const double slopes[][2] = {{0.1, 0}, {-0.1, 0}, {0, 0.1}, {0, -0.1}};
    for (int n = 0; n < 4; n += of_tier(3, 1)) {
        const kamm_vehicle_def def = outfit();
        kamm_ground slope = kamm_plane_ground(slopes[n][0], slopes[n][1], 1);
        double start[3], now[3];
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &slope, 0.4, 0, 0);
        kamm_inputs(cars)[0].brake = kamm_inputs(cars)[0].hand_brake = 1;
        drive_for(cars, &slope, 2);
        read_position(cars, 0, start);
        drive_for(cars, &slope, of_tier(5, 60));
        read_position(cars, 0, now);
        expect_below(distance_between(start, now), 5e-4);
        end_cars(cars);
    }
    for (int n = 0; n < 3; n += of_tier(2, 1)) {
        const struct rest_drive drive = {.speed_mps = 6 + 6 * n,
                                         .steering = 0.25 * n,
                                         .driven_s = 0.5,
                                         .ending = n == 1 ? BRAKE_FULL : NO_BRAKE};
        const kamm_vehicle_def def = outfit();
        struct rest_figures figures;
        drive_to_rest(&def, 1, &drive, 1, 15, &figures);
        print_message("ending %d: energy rises by %.4f of %.0f J\n", n, figures.rise_j,
                      figures.begun_j);
        assert_int_equal(figures.fault, 0);
        expect_below(figures.rise_j, 1e-3 * figures.begun_j);
    }
}

/* -- yaw -- */

/* Tyres that slip all but freely to the side, so that forces along turn it. */
static kamm_vehicle_def gliding(kamm_vehicle_def def)
{
    def = stiff(def);
    def.aero.frontal_area_m2 = 0;
    for (int a = 0; a < WHEELS; ++a) {
        kamm_tyre_def *tyre = &def.axles[a].tyre;
        tyre->law = KAMM_TYRE_LINEAR;
        tyre->linear.cornering_stiffness_per_rad = 0.1;
        tyre->linear.camber_stiffness_per_rad = 0;
    }
    return def;
}

/* Moment about the vertical through the centre of gravity: of the tyres' forces along, and of the little that they have across. */
static double yaw_moment(const kamm_cars *cars, const kamm_model_info *info)
{
    double moment = 0;
    for (int w = 0; w < WHEELS; ++w)
        moment +=
            kamm_read_wheel(cars, 0, w, KAMM_WHEEL_aligning_moment_nm) +
            kamm_read_wheel(cars, 0, w, KAMM_WHEEL_lateral_force_n) * info->wheel_position_m[w][0] -
            kamm_read_wheel(cars, 0, w, KAMM_WHEEL_longitudinal_force_n) *
                info->wheel_position_m[w][1];
    return moment;
}

/* Drive pulls towards the sidecar, the front brake away from it; brakes that share out as the mass does pull to neither side. */
static void forces_beside_the_middle_turn_it(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const char *const names[] = {"throttle", "front brake", "all brakes"};
    (void)state;
    for (int n = 0; n < 3; ++n)
        for (int side = 0; side < 2; ++side) {
            kamm_vehicle_def def = gliding(outfit());
            if (n == 1) def.axles[REAR].brake_torque_nm = def.axles[SIDECAR].brake_torque_nm = 0;
            if (side) def = mirrored(def);
            kamm_cars *cars = start_cars(&def, 1);
            const kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
            double yaw = 0, most = 0, dt = 1 / def.stepping.substeps_per_s;
            put_car(cars, 0, &kamm_flat_ground, 0, 15, n ? 0 : 2);
            drive_for(cars, &kamm_flat_ground, 0.5);
            double before = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
            kamm_inputs(cars)[0].throttle = n ? 0 : 0.6f;
            kamm_inputs(cars)[0].brake = n ? 0.3f : 0;
            for (int i = 0; i < 0.4 / dt; ++i) {
                kamm_step(cars, &kamm_flat_ground, 1);
                double nm = yaw_moment(cars, &info);
                yaw += nm / info.yaw_inertia_kgm2 * dt, most = fmax(most, fabs(nm));
            }
            double turned = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps) - before;
            print_message("%-11s turns by %.4f rad/s, moments by %.4f\n", names[n], turned, yaw);
            double towards = side ? 1 : -1;
            if (n < 2) {
                expect_share(turned, yaw, 0.02);
                expect_above((n ? -1 : 1) * towards * turned, 0.05);
            } else
                expect_below(fabs(turned), 0.03);
            expect_above(most, n < 2 ? 50 : 1);
            end_cars(cars);
        }
}

/* -- lifting -- */

/* The weight moves by a h / g across. The turn to the sidecar's side lifts its wheel at g d / h. In the other one the outfit tips over
 * the line through the sidecar's wheel and the nearer of the others. */
static double lifting_g(const kamm_vehicle_def *def, int to_sidecar)
{
    struct weight w = weight_of(def);
    double high = 10, low = 0, towards = copysign(1, def->axles[SIDECAR].left_m), load[WHEELS];
    for (int i = 0; i < 60; ++i) {
        double middle = (low + high) / 2;
        struct weight moved = w;
        moved.left_m += (to_sidecar ? -1 : 1) * towards * middle * w.height_m;
        closed_form_loads(def, moved, load);
        *(fmin(load[FRONT], fmin(load[SIDECAR], load[REAR])) > 0 ? &low : &high) = middle;
    }
    return low;
}

static double least_load(const kamm_cars *cars, int *wheel)
{
    double least = INFINITY;
    for (int w = 0; w < WHEELS; ++w)
        if (load_of(cars, w) < least) least = load_of(cars, w), *wheel = w;
    return least;
}

/* Returns the side gravity over the downward one at which a wheel of a standing outfit lifts. */
static double tilted_until_it_lifts(const kamm_vehicle_def *def, int to_sidecar, int *wheel)
{
    kamm_ground ground = kamm_plane_ground(0, 0, 3);
    kamm_cars *cars = start_cars(def, 1);
    double across = to_sidecar ? -1 : 1, tangent = 0, step = 0.004;
    across *= copysign(1, def->axles[SIDECAR].left_m);
    put_car(cars, 0, &ground, 0, 0, 0);
    kamm_inputs(cars)[0].brake = kamm_inputs(cars)[0].hand_brake = 1;
    while (least_load(cars, wheel) > 1 && tangent < 3) {
        tangent += step;
        ground.gravity_mps2[1] = (float)(across * tangent * GRAVITY_MPS2);
        kamm_step(cars, &ground, (int)(0.05 * def->stepping.substeps_per_s));
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return tangent;
}

static void wheels_lift_where_the_weight_leaves_the_triangle(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int n = 0; n < 8; n += of_tier(3, 1)) {
        int to_sidecar = n % 2, wheel;
        kamm_vehicle_def def = laden(n / 4 ? mirrored(outfit()) : outfit(), n / 2 % 2 ? 80 : 0);
        double expected = lifting_g(&def, to_sidecar);
        def.body.ground_clearance_m = 0.5;
        double soft = tilted_until_it_lifts(&def, to_sidecar, &wheel);
        def = stiff(def);
        double hard = tilted_until_it_lifts(&def, to_sidecar, &wheel);
        print_message(
            "%s the sidecar%s: lifts wheel %d at %.3f g, %.3f on its springs, closed form "
            "%.3f\n",
            to_sidecar ? "to" : "from", n / 2 % 2 ? ", laden" : "", wheel, hard, soft, expected);
        assert_int_equal(wheel == SIDECAR, to_sidecar);
        expect_share(hard, expected, 0.02);
        expect_below(soft, expected); /* it leans, and the lifted wheel hangs down */
        expect_above(soft, 0.7 * expected);
    }
}

/* A turn that tightens slowly at a speed that a push at the centre of gravity holds: the wheels' spin lifts as well, by J a / R. */
static void turns_lift_the_sidecar(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int n = 0; n < 4; n += of_tier(3, 1)) {
        kamm_vehicle_def def = stiff(laden(n % 2 ? mirrored(outfit()) : outfit(), n / 2 ? 40 : 0));
        double towards = copysign(1, def.axles[SIDECAR].left_m), spins = 0, side_g = 0;
        struct weight w = weight_of(&def);
        kamm_cars *cars = start_cars(&def, 1);
        const kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
        for (int a = 0; a < WHEELS; ++a)
            spins += def.axles[a].wheel_inertia_kgm2 / info.loaded_radius_m[a];
        double expected = lifting_g(&def, 1) / (1 + spins / (w.mass_kg * w.height_m));
        put_car(cars, 0, &kamm_flat_ground, 0, 12, 0);
        for (int frame = 0; frame < 20 * 60 && load_of(cars, SIDECAR) > 1; ++frame) {
            double yaw = read_channel(cars, KAMM_CHANNEL_yaw_rad);
            double push = 8 * info.mass_kg * (12 - read_channel(cars, KAMM_CHANNEL_speed_mps));
            const double force[3] = {push * cos(yaw), push * sin(yaw), 0};
            must(kamm_apply_force(cars, 0, force, NULL, NULL), NULL);
            kamm_inputs(cars)[0].steering_wheel_rad += (float)(towards * 1e-4);
            kamm_step(cars, &kamm_flat_ground, 20);
            side_g = fabs(read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2)) / GRAVITY_MPS2;
        }
        print_message("turns lift it at %.3f g, closed form %.3f\n", side_g, expected);
        expect_share(side_g, expected, 0.03);
        end_cars(cars);
    }
}

/* -- bits -- */

static void press_pedals(kamm_cars *cars, int frame, double sign)
{
    for (int car = 0; car < kamm_count(cars); ++car) {
        kamm_input *in = &kamm_inputs(cars)[car];
        in->steering_wheel_rad = (float)(sign * 0.12 * sin(0.11 * frame + car));
        in->throttle = (frame / 12 + car) % 3 == 0;
        in->brake = (frame / 12 + car) % 3 == 1 ? 0.6f : 0;
        in->hand_brake = (frame / 12 + car) % 7 == 2;
        in->gear = KAMM_GEAR_DRIVE;
        in->free_steering = (frame / 15 + car) % 2;
        in->steering_wheel_nm = (float)(sign * 8 * sin(0.17 * frame + 2 * car));
    }
}

static void mirrored_outfits_do_the_mirrored_thing(void **state)
{
    (void)state;
    for (int n = 0; n < 2; ++n) {
        kamm_vehicle_def def = laden(outfit(), n ? 70 : 0), other = mirrored(def);
        kamm_cars *cars = start_cars(&def, 1), *image = start_cars(&other, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 12, KAMM_GEAR_DRIVE);
        put_car(image, 0, &kamm_flat_ground, 0, 12, KAMM_GEAR_DRIVE);
        for (int frame = 0; frame < of_tier(60, 160); ++frame) {
            expect_mirror_images(cars, image, frame);
            press_pedals(cars, frame, 1), press_pedals(image, frame, -1);
            kamm_step(cars, &kamm_flat_ground, 4);
            kamm_step(image, &kamm_flat_ground, 4);
        }
        assert_int_equal(kamm_fault(cars, 0), 0);
        expect_above(fabs(read_channel(cars, KAMM_CHANNEL_y_m)), 0.01);
        end_cars(cars);
        end_cars(image);
    }
}

static uint64_t hash_of_drive(int width)
{
    enum { CARS = 19 };
    static kamm_vehicle_def defs[CARS];
    assert_int_equal(kamm_set_width(width, NULL), KAMM_OK);
    for (int i = 0; i < CARS; ++i) defs[i] = laden(outfit(), 4 * i);
    kamm_cars *cars = start_mixed_cars(defs, CARS);
    for (int i = 0; i < CARS; ++i)
        put_car(cars, i, &kamm_flat_ground, 0.2 * i, 3 + 0.7 * i, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 40; ++frame) {
        press_pedals(cars, frame, 1);
        kamm_step(cars, &kamm_flat_ground, 4);
    }
    return hash_after_snapshot(cars, 40);
}

static void all_widths_and_snapshots_have_the_same_bits(void **state)
{
    (void)state;
    expect_same_hash_at_all_widths(hash_of_drive);
}

/* A sidecar on the left is no car of a batch whose sidecars are on the right. */
static void both_sides_are_no_batch(void **state)
{
    kamm_error error = {0};
    (void)state;
    kamm_vehicle_def right = outfit(), left = mirrored(outfit());
    kamm_model *a = compile_rung(&right, KAMM_FULL), *b = compile_rung(&left, KAMM_FULL);
    const kamm_model *both[] = {a, b};
    assert_null(kamm_create_mixed_cars(both, 2, &error));
    kamm_destroy_model(a);
    kamm_destroy_model(b);
}

/* -- refusals -- */

static void expect_refused(kamm_vehicle_def def, const char *part)
{
    expect_vehicle_refused(&def, part);
}

static void what_no_sidecar_is_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = outfit();
    def.aids.esc = 1;
    expect_refused(def, "aids.esc has to be false");
    def = outfit(), def.body.cg_left_m = 0.01;
    expect_refused(def, "outside of the three wheels");
    def = outfit(), def.body.cg_behind_front_axle_m = 1.4, def.body.cg_left_m = -0.6;
    expect_refused(def, "outside of the three wheels");
    def = outfit(), def.axles[REAR].left_m = 0.5;
    expect_refused(def, "allowed on one axle of three");
    def = outfit(), def.axles[SIDECAR].left_m = 0;
    expect_refused(def, "axles have a single wheel in the middle");
    def = outfit(), def.front_assembly.mass_kg = 12;
    expect_refused(def, "a sidecar has a wheel beside the others");
    def = default_vehicle(), def.axles[0].left_m = 0.5;
    expect_refused(def, "has wheels on both sides");
}

static void other_rungs_refuse_it_with_a_sentence(void **state)
{
    const kamm_vehicle_def def = outfit();
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_error error = {0};
        kamm_model *model = kamm_create_model(&def, rung, &error);
        assert_int_equal(model != NULL, rung == KAMM_FULL);
        if (!model) assert_non_null(strstr(error.text, "both sides of a vehicle are alike"));
        kamm_destroy_model(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_at_rest_are_those_of_the_moments),
        cmocka_unit_test(wheels_are_where_the_file_has_them),
        cmocka_unit_test(it_rests_and_gives_no_energy),
        cmocka_unit_test(forces_beside_the_middle_turn_it),
        cmocka_unit_test(wheels_lift_where_the_weight_leaves_the_triangle),
        cmocka_unit_test(turns_lift_the_sidecar),
        cmocka_unit_test(mirrored_outfits_do_the_mirrored_thing),
        cmocka_unit_test(all_widths_and_snapshots_have_the_same_bits),
        cmocka_unit_test(both_sides_are_no_batch),
        cmocka_unit_test(what_no_sidecar_is_is_refused),
        cmocka_unit_test(other_rungs_refuse_it_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
