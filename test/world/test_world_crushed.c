/* Bodies that are crushed: by a lift that comes down on the ground, and below a heavy block. What can't be resolved overlaps; it is
 * not shot out. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/tier.h"
#include "support/world.h"

#include <math.h>

static const double rates[] = {240, 60, 120, 480}, masses[] = {2, 0.5, 50, 1000};
enum { RATES = 4, MASSES = 4 };
enum crushed { CONE, CRATE, BALL, SLAB, KINDS };

static double length(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/* At x and y, turned about z, on the ground. */
static kamm_body_def crushed_body(enum crushed kind, double mass, double x, double y)
{
    static const double halves[KINDS][3] = {
        [CRATE] = {0.25, 0.25, 0.25}, [BALL] = {0.1, 0.1, 0.1}, [SLAB] = {0.1, 0.2, 0.3}};
    kamm_body_def body = kamm_cone(0.5);
    if (kind != CONE) {
        body = (kamm_body_def){.type = KAMM_BODY_DYNAMIC, .friction = 0.7f};
        if (kind == BALL) body.shapes[0].kind = KAMM_SHAPE_SPHERE;
        for (int i = 0; i < 3; ++i) body.shapes[0].box.half_m[i] = halves[kind][i];
    }
    body.mass_kg = (float)mass;
    body.asleep = 0;
    body.position_m[0] = x, body.position_m[1] = y;
    body.position_m[2] = kind == CONE ? 0 : halves[kind][2];
    body.orientation[0] = cos(0.2), body.orientation[3] = sin(0.2);
    return body;
}

static kamm_body_def plate(kamm_body_type type, double mass, double bottom)
{
    kamm_body_def def = {.type = type, .mass_kg = (float)mass, .is_driven_on = 1};
    def.shapes[0].box = (kamm_box){.half_m = {4, 4, 0.1}};
    def.position_m[2] = bottom + 0.1;
    def.friction = type == KAMM_BODY_DYNAMIC ? 0.7f : 0;
    return def;
}

/* Below the middle or the edge of a lift; a cone was shot out at 740 m/s. What topples may fall half a metre. */
static void check_lift(enum crushed kind, double rate, double mass, double x, double lift_mps)
{
    kamm_body_def bodies[2] = {plate(KAMM_BODY_KINEMATIC, 0, 0.62),
                               crushed_body(kind, mass, x, 0.3)};
    kamm_world_def def = {
        .ground = kamm_flat_ground, .bodies = bodies, .body_count = 2, .substep_s = 1 / rate};
    kamm_world *world = create_world(&def);
    kamm_body_motion lift = {{0, 0, 0.72}, {1}, {0, 0, -lift_mps}, {0}}, motion;
    double fastest = 0, velocity[3];
    set_body(world, 0, &lift);
    for (int n = 0; n < (int)(0.8 / lift_mps * rate); ++n) {
        kamm_step_world(world, 1);
        read_centre(world, 1, &motion, velocity);
        fastest = fmax(fastest, length(velocity));
    }
    if (fastest > 2 * lift_mps + 3)
        fail_msg("kind %d of %g kg, lift at %g m/s, %g m off, %g/s: %g m/s", (int)kind, mass,
                 lift_mps, x, rate, fastest);
    kamm_destroy_world(world);
}

static void a_lift_shoots_nothing_out(void **state)
{
    static const double lifts[] = {0.1, 0.5, 2, 0.03}, places[] = {0, 2.4, 3.8};
    int skipped = of_tiers(33, 11, 1), n = 0;
    (void)state;
    for (int kind = 0; kind < KINDS; ++kind)
        for (int r = 0; r < RATES; ++r)
            for (int m = 0; m < MASSES; ++m)
                for (int v = 0; v < 4; ++v)
                    for (int p = 0; p < 3; ++p)
                        if (n++ % skipped == 0)
                            check_lift((enum crushed)kind, rates[r], masses[m], places[p],
                                       lifts[v]);
}

/* Of motion, without turning, and of height. */
static double energy_of(const kamm_world *world, const kamm_body_def bodies[2])
{
    double sum = 0, velocity[3];
    kamm_body_motion m;
    for (int i = 0; i < 2; ++i) {
        read_centre(world, i, &m, velocity);
        sum += (double)bodies[i].mass_kg *
               (0.5 * length(velocity) * length(velocity) + 9.80665 * m.position_m[2]);
    }
    return sum;
}

/* A block of 20 t falls on it from 0.2 m: their energy never rises over the first. */
static void check_block(enum crushed kind, double rate, double mass, double x)
{
    kamm_body_def bodies[2] = {plate(KAMM_BODY_DYNAMIC, 20000, 0.8),
                               crushed_body(kind, mass, x, 0.3)};
    kamm_world_def def = {
        .ground = kamm_flat_ground, .bodies = bodies, .body_count = 2, .substep_s = 1 / rate};
    kamm_world *world = create_world(&def);
    double first = energy_of(world, bodies), most = first;
    for (int n = 0; n < (int)(2 * rate); ++n) {
        kamm_step_world(world, 1);
        most = fmax(most, energy_of(world, bodies));
    }
    if (most > first * (1 + 1e-3))
        fail_msg("kind %d of %g kg, %g m off, %g/s: %g J of %g J", (int)kind, mass, x, rate,
                 most - first, first);
    kamm_destroy_world(world);
}

static void a_block_that_falls_on_a_body_gains_nothing(void **state)
{
    static const double places[] = {0, 2.4, 3.8};
    int skipped = of_tiers(21, 7, 1), n = 0;
    (void)state;
    for (int kind = 0; kind < KINDS; ++kind)
        for (int r = 0; r < RATES; ++r)
            for (int m = 0; m < MASSES; ++m)
                for (int p = 0; p < 3; ++p)
                    if (n++ % skipped == 0)
                        check_block((enum crushed)kind, rates[r], masses[m], places[p]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lift_shoots_nothing_out),
        cmocka_unit_test(a_block_that_falls_on_a_body_gains_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
