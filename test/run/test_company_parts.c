/* A car that has got the state of one with more parts goes on as if no other car of its batch had them. */
#include "support/company.h"
#include "support/quick.h"

enum { SUBSTEPS = 240 };

static kamm_vehicle_def plain(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.stepping.substeps_per_s = 240;
    return def;
}

static kamm_vehicle_def with_parts(void)
{
    kamm_vehicle_def def = plain();
    def.aids.steering_standing_gain = 1.6;
    def.aids.steering_fast_gain = 0.8;
    def.aids.demands = 1;
    def.aids.hill_hold_s = 2;
    def.axles[0].suspension.active_bar_share = 0.3;
    def.axles[1].suspension.active_bar_share = 0.3;
    def.axles[1].vectoring_nm = 1000;
    def.shifting_load.mass_kg = 150;
    def.shifting_load.friction = 0.1;
    def.shifting_load.floor_height_m = 0.4;
    return def;
}

/* In a turn, with a control unit that brakes and steers. */
static kamm_cars *drive_with_parts(const kamm_model *model)
{
    kamm_cars *cars = kamm_create_cars(model, 1, NULL);
    kamm_demand demand = {.steer_rad = 0.05f, .brake = {0.1f, 0, 0.1f, 0}};
    put_car(cars, 0, &kamm_flat_ground, 0.2, 20, KAMM_GEAR_DRIVE);
    kamm_set_demand(cars, 0, &demand);
    kamm_inputs(cars)[0].steering_wheel_rad = 0.7f;
    kamm_inputs(cars)[0].throttle = 0.4f;
    kamm_step(cars, &kamm_flat_ground, SUBSTEPS);
    return cars;
}

static void go_on(kamm_cars *cars, struct seen_car *seen)
{
    kamm_step(cars, &kamm_flat_ground, SUBSTEPS);
    look_at_car(cars, 0, seen);
    kamm_destroy_cars(cars);
}

typedef void take_over(const kamm_cars *from, kamm_cars *to);
static void by_hand_over(const kamm_cars *from, kamm_cars *to) { kamm_hand_over(from, 0, to, 0); }
static void by_copy(const kamm_cars *from, kamm_cars *to) { kamm_copy_car(from, 0, to, 0); }

static void expect_as_alone(take_over *take, const char *what, int width)
{
    const kamm_vehicle_def defs[2] = {plain(), with_parts()};
    kamm_model *models[2] = {compile_rung(&defs[0], KAMM_FULL), compile_rung(&defs[1], KAMM_FULL)};
    const kamm_model *both[2] = {models[0], models[1]};
    struct seen_car alone, seen;
    kamm_cars *from = drive_with_parts(models[1]);
    kamm_cars *plain_cars = kamm_create_cars(models[0], 2, NULL);
    kamm_cars *mixed = kamm_create_mixed_cars(both, 2, NULL);
    kamm_set_width(width, NULL);
    take(from, plain_cars);
    go_on(plain_cars, &alone);
    take(from, mixed);
    go_on(mixed, &seen);
    kamm_set_width(0, NULL);
    expect_same_look(&seen, &alone, what, width, 0);
    kamm_destroy_cars(from);
    for (int i = 0; i < 2; ++i) kamm_destroy_model(models[i]);
}

static void a_car_that_is_handed_over_leaves_its_parts(void **state)
{
    (void)state;
    for (int width = 1; width <= 4; width += 3) expect_as_alone(by_hand_over, "handed over", width);
}

/* Also to cars that have fewer states. */
static void so_does_a_copy(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int width = 1; width <= 4; width += 3) expect_as_alone(by_copy, "copied", width);
}

static void so_does_a_car_with_another_model(void **state)
{
    (void)state;
    const kamm_vehicle_def defs[2] = {plain(), with_parts()};
    kamm_model *models[2] = {compile_rung(&defs[0], KAMM_FULL), compile_rung(&defs[1], KAMM_FULL)};
    const kamm_model *rich[2] = {models[1], models[1]};
    struct seen_car alone, seen;
    kamm_cars *from = drive_with_parts(models[1]);
    kamm_cars *cars = kamm_create_mixed_cars(rich, 2, NULL),
              *others = kamm_create_cars(models[0], 2, NULL);
    kamm_copy_car(from, 0, cars, 0);
    kamm_change_model(cars, 0, models[0]);
    go_on(cars, &seen);
    kamm_copy_car(from, 0, others, 0);
    go_on(others, &alone);
    expect_same_look(&seen, &alone, "changed", 0, 0);
    kamm_destroy_cars(from);
    for (int i = 0; i < 2; ++i) kamm_destroy_model(models[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_that_is_handed_over_leaves_its_parts),
        cmocka_unit_test(so_does_a_copy),
        cmocka_unit_test(so_does_a_car_with_another_model),
    };
    return cmocka_run_group_tests_name("company_parts", tests, NULL, NULL);
}
