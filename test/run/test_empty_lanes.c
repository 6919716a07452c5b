/* Lanes of a block beyond the last car are computed and never seen. A query of the ground is for cars alone. So
 * these lanes stand on level ground, and no work of kernels that all lanes skip together is for them, as that of body points. */
#include "run/cars.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

/* Level ground 50 m below the empty lanes, which stand at the origin. */
static const double ground_z_m = -50;

static void query_level(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user;
    (void)probes;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        contacts[i].point_m[2] = ground_z_m;
    }
}

static void expect_standing(const kamm_cars *cars, int lane, double before_m)
{
    double moved_m = cars->block[0].position_m[2][lane] - before_m;
    expect_below(fabs(moved_m), 0.02);
    for (int p = 0; p < BODY_POINTS; ++p)
        assert_true(CAR_STATE(cars, lane, points[p].depth_m) == 0);
}

static void drive_beside_empty_lanes(const kamm_model *model, int count)
{
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_level;
    ground.body_points = 1;
    double before_m[KAMM_BLOCK];
    kamm_cars *cars = kamm_create_cars(model, count, NULL);
    kamm_placement start = {.position_m = {0, 0, ground_z_m}, .speed_mps = 20, .gear = 2};
    for (int car = 0; car < count; ++car) kamm_place(cars, car, &start);
    for (int lane = 0; lane < KAMM_BLOCK; ++lane)
        before_m[lane] = cars->block[0].position_m[2][lane];
    kamm_step(cars, &ground, 240);
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) expect_standing(cars, lane, before_m[lane]);
    kamm_destroy_cars(cars);
}

static void empty_lanes_stand(void **state)
{
    static const int counts[] = {1, 3, 5, 12};
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tiers(9, 3, 1))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = shipped_on(vehicle, rung, 240);
            kamm_model *model = kamm_create_model(&def, rung, NULL);
            for (int i = 0; i < 4; ++i) drive_beside_empty_lanes(model, counts[i]);
            kamm_destroy_model(model);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(empty_lanes_stand)};
    return cmocka_run_group_tests_name("empty lanes", tests, NULL, NULL);
}
