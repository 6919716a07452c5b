/* Up is where gravity does not pull, wherever that is. */
#include "support/cars.h"
#include "support/rungs.h"

#include <math.h>

/* -- round ground ------------------------------------------------------------------------------ */

/* A planet to drive on, or the inside of a cylinder about the y axis. */
struct round_ground {
    double radius_m, gravity_mps2;
    int inside;
};

static double from_middle(const struct round_ground *round, const double p[3])
{
    return sqrt(p[0] * p[0] + p[2] * p[2] + (round->inside ? 0 : p[1] * p[1]));
}

static void round_query(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct round_ground *round = user;
    for (int i = 0; i < count; ++i) {
        const double *at = probes[i].position_m;
        double r = from_middle(round, at), sign = round->inside ? -1 : 1;
        contacts[i] = (kamm_contact){.friction = 1};
        for (int k = 0; k < 3; ++k) {
            int along = round->inside && k == 1;
            contacts[i].point_m[k] = along ? at[k] : at[k] / r * round->radius_m;
            contacts[i].normal[k] = along ? 0 : (float)(sign * at[k] / r);
        }
    }
}

static void to_the_middle(void *user, int count, const double *positions_m, double *gravity_mps2)
{
    const struct round_ground *round = user;
    for (int i = 0; i < count; ++i) {
        const double *at = positions_m + (size_t)(3 * i);
        double *pull = gravity_mps2 + (size_t)(3 * i);
        for (int k = 0; k < 3; ++k) pull[k] = -round->gravity_mps2 * at[k] / from_middle(round, at);
    }
}

static kamm_ground planet_ground(struct round_ground *round)
{
    kamm_ground ground = kamm_flat_ground;
    ground.query = round_query;
    ground.user = ground.gravity_user = round;
    ground.gravity = to_the_middle;
    return ground;
}

/* A query that says the same everywhere gives the bits of a gravity that is the same everywhere, in any grouping of substeps. */
static void same_gravity(void *user, int count, const double *positions_m, double *gravity_mps2)
{
    (void)positions_m;
    for (int i = 0; i < 3 * count; ++i)
        gravity_mps2[i] = (double)((const kamm_ground *)user)->gravity_mps2[i % 3];
}

static void a_query_of_the_same_gravity_changes_no_bit(void **state)
{
    (void)state;
    enum { CARS = 17 };
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        kamm_cars *plain = start_rung(&def, rung, CARS), *asked = start_rung(&def, rung, CARS);
        kamm_ground slope = kamm_plane_ground(0.05, 0.02, 0.9);
        slope.gravity_mps2[2] = -3.7f;
        kamm_ground query = slope;
        query.gravity = same_gravity;
        query.gravity_user = &slope;
        for (int car = 0; car < CARS; ++car)
            for (int k = 0; k < 2; ++k) {
                put_car(k ? asked : plain, car, &slope, 0.3 * car, car, KAMM_GEAR_DRIVE);
                kamm_inputs(k ? asked : plain)[car].throttle = 0.6f;
                kamm_inputs(k ? asked : plain)[car].steering_wheel_rad = 0.3f;
            }
        for (int frame = 0; frame < 20; ++frame) {
            kamm_step(plain, &slope, 20);
            for (int i = 0; i < 4; ++i) kamm_step(asked, &query, 5);
        }
        assert_true(kamm_state_hash(plain) == kamm_state_hash(asked));
        end_cars(plain);
        end_cars(asked);
    }
}

/* In a world things fall to where the query says as well, and cars stand on the planet among them. */
static void worlds_have_the_gravity_of_their_ground(void **state)
{
    (void)state;
    struct round_ground planet = {.radius_m = 100, .gravity_mps2 = 5};
    kamm_thing thing = {.boxes = {{{0, 0, 0}, {0.5, 0.5, 0.5}, {0}}},
                        .box_count = 1,
                        .mass_kg = 50,
                        .friction = 0.5f,
                        .position_m = {0, 0, -110}};
    kamm_world_def def = {.ground = planet_ground(&planet), .things = &thing, .thing_count = 1};
    kamm_error error = {0};
    kamm_world *world = kamm_create_world(&def, &error);
    if (!world) fail_msg("%s", error.text);
    kamm_pose pose;
    kamm_step_world(world, 240);
    kamm_read_thing(world, 0, &pose, NULL);
    expect_near(pose.position_m[2], -110 + 0.5 * 5, 0.03);
    kamm_destroy_world(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_of_the_same_gravity_changes_no_bit),
        cmocka_unit_test(worlds_have_the_gravity_of_their_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
