/* Loads at rest of vehicles with more than two axles, twin tyres or a single wheel, against closed forms that share
 * nothing with the library. */
#include "support/drive.h"
#include "support/other_wheels.h"

#include "vehicle/model.h"

#include <math.h>

static kamm_model *compile(const kamm_vehicle_def *def)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
    if (!model) fail_msg("%s", error.text);
    return model;
}

static int tyres_on(const kamm_axle_def *axle)
{
    static const int counts[] = {1, 2, 4};
    return counts[axle->wheels];
}

/* Of springs and tyres in series, all of an axle's. */
static double stiffness_of(const kamm_axle_def *axle)
{
    double springs = (axle->wheels == KAMM_WHEELS_SINGLE ? 1 : 2) * axle->suspension.spring_n_per_m;
    double tyres = tyres_on(axle) * axle->tyre.vertical_stiffness_n_per_m;
    return 1 / (1 / springs + 1 / tyres);
}

/* A stiff body on springs: load_i = k_i (z + theta x_i), which carry the weight and balance it about `at_m` behind the
 * front axle. */
static void stiff_body(const kamm_vehicle_def *def, double weight_n, double at_m, double load_n[])
{
    double k0 = 0, k1 = 0, k2 = 0;
    for (int a = 0; a < def->axles_count; ++a) {
        double k = stiffness_of(&def->axles[a]), x = def->axles[a].behind_front_axle_m;
        k0 += k, k1 += k * x, k2 += k * x * x;
    }
    /* z k0 + theta k1 = W;  z k1 + theta k2 = W at */
    double theta = weight_n * (at_m - k1 / k0) / (k2 - k1 * k1 / k0);
    double z = (weight_n - theta * k1) / k0;
    for (int a = 0; a < def->axles_count; ++a)
        load_n[a] = stiffness_of(&def->axles[a]) * (z + theta * def->axles[a].behind_front_axle_m);
}

static double axle_load(const kamm_model_info *info, int axle)
{
    double sum = 0;
    for (int w = 0; w < info->wheel_count; ++w)
        if (info->wheel_axle[w] == axle) sum += info->static_load_n[w];
    return sum;
}

static double total_kg(const kamm_vehicle_def *def)
{
    return def->body.mass_kg + def->payload.mass_kg;
}

/* Behind the front axle. */
static double middle_m(const kamm_vehicle_def *def)
{
    return (def->body.mass_kg * def->body.cg_behind_front_axle_m +
            def->payload.mass_kg * def->payload.cg_behind_front_axle_m) /
           total_kg(def);
}

/* As drawn, without payload: to the rounding of what is drawn. */
static void empty_axles_carry_what_a_stiff_body_gives_them(void **state)
{
    (void)state;
    for (EACH_OTHER(i)) {
        kamm_vehicle_def def = car_named(other_wheels[i]);
        double expected[KAMM_MAX_AXLES], weight = def.body.mass_kg * GRAVITY_MPS2;
        def.payload.mass_kg = 0;
        kamm_model *model = compile(&def);
        kamm_model_info info = kamm_describe(model);
        stiff_body(&def, weight, def.body.cg_behind_front_axle_m, expected);
        for (int a = 0; a < def.axles_count; ++a)
            expect_near(axle_load(&info, a), expected[a], 2e-5 * weight);
        kamm_destroy_model(model);
    }
}

/* With payload springs and tyres settle: tyres are a little stiffer than at nominal load, and the body pitches by a
 * degree, which is 1 % of the weight. */
static void laden_axles_settle_to_what_a_stiff_body_gives_them(void **state)
{
    (void)state;
    for (EACH_OTHER(i)) {
        kamm_vehicle_def def = car_named(other_wheels[i]);
        double expected[KAMM_MAX_AXLES], weight = total_kg(&def) * GRAVITY_MPS2;
        kamm_model *model = compile(&def);
        kamm_model_info info = kamm_describe(model);
        stiff_body(&def, weight, middle_m(&def), expected);
        for (int a = 0; a < def.axles_count; ++a) {
            print_message("%s, axle %d: %.0f N, stiff body %.0f N\n", other_wheels[i], a,
                          axle_load(&info, a), expected[a]);
            expect_near(axle_load(&info, a), expected[a], 0.01 * weight);
        }
        kamm_destroy_model(model);
    }
}

/* Sum of loads and of their moments, whatever carries what. */
static void loads_balance_weight_and_its_moment(void **state)
{
    (void)state;
    for (EACH_OTHER(i)) {
        kamm_vehicle_def def = car_named(other_wheels[i]);
        kamm_model *model = compile(&def);
        kamm_model_info info = kamm_describe(model);
        double weight = total_kg(&def) * GRAVITY_MPS2, sum = 0, moment = 0, across = 0;
        for (int w = 0; w < info.wheel_count; ++w) {
            sum += info.static_load_n[w];
            moment += info.static_load_n[w] * def.axles[info.wheel_axle[w]].behind_front_axle_m;
            across += info.static_load_n[w] * info.wheel_position_m[w][1];
        }
        expect_share(sum, weight, 1e-5);
        /* The body pitches about its axles: its middle moves by its height times that. */
        double lean_m = fabs(model->rest.pitch_rad) * info.cg_height_m;
        expect_near(moment / sum, middle_m(&def), 1.1 * lean_m + 1e-4);
        expect_near(across / sum, 0, 1e-9);
        kamm_destroy_model(model);
    }
}

static void twins_share_their_hubs_load_on_the_level(void **state)
{
    (void)state;
    kamm_vehicle_def def = car_named("kraz-6x4");
    kamm_model *model = compile(&def);
    kamm_model_info info = kamm_describe(model);
    assert_int_equal(info.wheel_count, 10);
    for (int a = 1; a < 3; ++a)
        for (int i = 0; i < 2; ++i) {
            int inner = 2 + 4 * (a - 1) + i;
            expect_share(info.static_load_n[inner + 2], info.static_load_n[inner], 1e-4);
            expect_near(fabs(info.wheel_position_m[inner + 2][1] - info.wheel_position_m[inner][1]),
                        def.axles[a].twin_spacing_m, 1e-6);
        }
    kamm_destroy_model(model);
}

/* Springs as stiff on both: a tandem shares half and half but for the body's pitch, which presses its axles in by their
 * distance times that. */
static void tandem_shares_by_its_axles_distance(void **state)
{
    (void)state;
    kamm_vehicle_def def = car_named("kraz-6x4");
    double apart_m[] = {1.4, 0.7, 0.35}, before = 1;
    for (int i = 0; i < 3; ++i) {
        def.axles[1].behind_front_axle_m = 4.78 - apart_m[i] / 2;
        def.axles[2].behind_front_axle_m = 4.78 + apart_m[i] / 2;
        kamm_model *model = compile(&def);
        kamm_model_info info = kamm_describe(model);
        double second = axle_load(&info, 1), third = axle_load(&info, 2);
        double share = fabs(second - third) / (second + third);
        expect_below(share, 0.55 * before);
        before = share;
        kamm_destroy_model(model);
    }
}

/* Of three wheels by the lever: the front one has weight * (1 - a / L). */
static void front_wheel_of_three_has_its_lever_share(void **state)
{
    (void)state;
    kamm_vehicle_def def = car_named("reliant-robin");
    for (double a = 0.8; a < 1.6; a += 0.2) {
        def.body.cg_behind_front_axle_m = a;
        kamm_model *model = compile(&def);
        kamm_model_info info = kamm_describe(model);
        double weight = def.body.mass_kg * GRAVITY_MPS2;
        assert_int_equal(info.wheel_count, 3);
        expect_near(info.static_load_n[0], weight * (1 - a / def.axles[1].behind_front_axle_m),
                    1e-5 * weight);
        expect_near(info.static_load_n[1], info.static_load_n[2], 1e-9);
        kamm_destroy_model(model);
    }
}

/* What lies aside is carried by the axle with two wheels: dF = W y / T. */
static void single_wheel_carries_no_load_that_lies_aside(void **state)
{
    (void)state;
    kamm_vehicle_def def = car_named("reliant-robin");
    def.body.cg_left_m = 0.05;
    kamm_model *model = compile(&def);
    kamm_model_info info = kamm_describe(model);
    double weight = def.body.mass_kg * GRAVITY_MPS2;
    expect_share(info.static_load_n[0], weight * (1 - 1.252 / 2.159), 2e-3);
    /* The body leans, which moves its middle on by some millimetres. */
    double moved_m = fabs(model->rest.roll_rad) * def.body.cg_height_m;
    expect_near(info.static_load_n[1] - info.static_load_n[2],
                2 * weight * 0.05 / def.axles[1].track_m, 2.2 * weight * moved_m / 1.24);
    kamm_destroy_model(model);
}

/* The rungs below full have the same loads: those that the springs settle into. */
static void all_rungs_tell_the_same_loads(void **state)
{
    (void)state;
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = car_named(other_wheels[i]);
            kamm_cars *cars = start_rung(&def, rung, 1);
            kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
            double weight = total_kg(&def) * GRAVITY_MPS2, sum = 0;
            put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
            kamm_inputs(cars)[0].brake = 1;
            drive_for(cars, &kamm_flat_ground, 0.1);
            for (int w = 0; w < info.wheel_count; ++w) {
                double load = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
                sum += load;
                expect_near(load, info.static_load_n[w], 0.005 * weight);
            }
            expect_share(sum, weight, 1e-4);
            end_cars(cars);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_axles_carry_what_a_stiff_body_gives_them),
        cmocka_unit_test(laden_axles_settle_to_what_a_stiff_body_gives_them),
        cmocka_unit_test(loads_balance_weight_and_its_moment),
        cmocka_unit_test(twins_share_their_hubs_load_on_the_level),
        cmocka_unit_test(tandem_shares_by_its_axles_distance),
        cmocka_unit_test(front_wheel_of_three_has_its_lever_share),
        cmocka_unit_test(single_wheel_carries_no_load_that_lies_aside),
        cmocka_unit_test(all_rungs_tell_the_same_loads),
    };
    return cmocka_run_group_tests_name("axle_loads", tests, NULL, NULL);
}
