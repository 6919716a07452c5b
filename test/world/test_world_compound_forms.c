/* Bodies of several shapes against closed forms: where they tip, how they stand and roll.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/compounds.h"
#include "support/tier.h"

#include "world/bodies/body_mass.h"

#include <math.h>

/* Whether a body stands for four seconds on ground that leans so, without sliding. */
static int stands(const kamm_body_def *def, const kamm_ground *ground, double rate)
{
    kamm_world_def world_def = {
        .ground = *ground, .bodies = def, .body_count = 1, .substep_s = 1 / rate};
    kamm_world *world = create_world(&world_def);
    kamm_body_motion motion;
    kamm_step_world(world, (int)(4 * rate));
    read_body(world, 0, &motion);
    kamm_destroy_world(world);
    return fabs(motion.orientation[1]) + fabs(motion.orientation[2]) < 0.05;
}

/* An L: a foot of 1 m along x and a post at its end. A T upside down and one on its stem, of three boxes. Each tips where the vertical
 * through its centre of gravity leaves its foot: from the boxes' areas in the plane, as all are as wide. */
static void bodies_tip_over_at_their_angle(void **state)
{
    static const struct {
        int count;
        double box[3][4]; /* middle x and z, half x and z */
        double foot[2];   /* from and to, along x */
    } figures[] = {
        {2, {{0, 0.1, 0.5, 0.1}, {-0.4, 0.7, 0.1, 0.5}}, {-0.5, 0.5}},
        {3, {{-0.25, 0.1, 0.25, 0.1}, {0.25, 0.1, 0.25, 0.1}, {0, 0.8, 0.1, 0.6}}, {-0.5, 0.5}},
        {3, {{0, 0.5, 0.15, 0.5}, {-0.3, 1.1, 0.3, 0.1}, {0.3, 1.1, 0.3, 0.1}}, {-0.15, 0.15}}};
    static const double rates[] = {240, 60, 600};
    (void)state;
    for (size_t f = 0; f < sizeof figures / sizeof *figures; ++f) {
        kamm_shape shapes[3];
        double area = 0, x = 0, z = 0;
        for (int i = 0; i < figures[f].count; ++i) {
            const double *b = figures[f].box[i];
            shapes[i] = box_of(b[0], 0, b[1], b[2], 0.3, b[3]);
            area += b[2] * b[3], x += b[2] * b[3] * b[0], z += b[2] * b[3] * b[1];
        }
        kamm_body_def def = body_of(KAMM_BODY_DYNAMIC, figures[f].count, shapes);
        def.friction = 2;
        for (int side = -1; side <= 1; side += 2)
            for (int r = 0; r < of_tier(1, 3); ++r) {
                double arm =
                    side > 0 ? figures[f].foot[1] - x / area : x / area - figures[f].foot[0];
                double angle = atan(arm / (z / area));
                kamm_ground ground = leaning_ground(side, 0, angle - 0.01);
                ground.plane.friction = 2;
                assert_true(stands(&def, &ground, rates[r]));
                ground = leaning_ground(side, 0, angle + 0.01);
                ground.plane.friction = 2;
                assert_false(stands(&def, &ground, rates[r]));
            }
    }
}

static kamm_body_def table(void)
{
    kamm_shape shapes[5] = {box_of(0, 0, 0.72, 0.8, 0.5, 0.03)};
    for (int leg = 0; leg < 4; ++leg)
        shapes[1 + leg] =
            box_of(leg % 2 ? 0.74 : -0.74, leg / 2 ? 0.44 : -0.44, 0.345, 0.03, 0.03, 0.345);
    return body_of(KAMM_BODY_DYNAMIC, 5, shapes);
}

/* On ground and on a floor, bare and with a crate of its own mass at one corner: no leg comes up, nothing creeps. At 60/s a crate
 * that lies so creeps, also on a table that is one box: it is left out there. */
static void a_table_stands_on_four_legs(void **state)
{
    static const double rates[] = {240, 60, 600};
    (void)state;
    for (int r = 0; r < of_tier(1, 3); ++r)
        for (int on_floor = 0; on_floor < 2; ++on_floor)
            for (int laden = 0; laden < (rates[r] < 100 ? 1 : 2); ++laden) {
                kamm_body_def bodies[3] = {
                    table(), at_place(sliced(KAMM_BODY_STATIC, 4, 3, 3, 0.5), 0, 0, -0.5),
                    at_place(sliced(KAMM_BODY_DYNAMIC, 3, 0.15, 0.15, 0.15), 0.55, 0.25, 0.9)};
                if (!on_floor) bodies[1] = at_place(bodies[1], 50, 0, -0.5);
                kamm_world_def def = {.ground = kamm_flat_ground,
                                      .bodies = bodies,
                                      .body_count = 2 + laden,
                                      .substep_s = 1 / rates[r]};
                if (on_floor) def.ground.plane.point_m[2] = -10;
                kamm_world *world = create_world(&def);
                kamm_body_motion early, motion;
                kamm_step_world(world, (int)(0.5 * rates[r]));
                read_body(world, 0, &early);
                double most = 0;
                for (int s = 0; s < of_tier(10, 60); ++s) {
                    kamm_step_world(world, (int)rates[r]);
                    read_body(world, 0, &motion);
                    struct difference d = {0, 0};
                    note_difference(&motion, &early, &d);
                    most = fmax(most, d.place);
                }
                print_message("%g/s, %s, %s: %.2g m\n", rates[r], on_floor ? "floor" : "ground",
                              laden ? "laden" : "bare", most);
                expect_below(most, 1e-4);
                expect_below(fabs(motion.position_m[2]), 0.006);
                kamm_destroy_world(world);
            }
}

/* Dropped askew it comes down foot after foot: each is met before it is in the ground by more than bodies at rest may be. */
static void no_foot_of_a_table_enters_the_ground(void **state)
{
    static const double rates[] = {60, 240}, angles[] = {0.02, 0.1, 0.3};
    (void)state;
    for (int r = 0; r < 2; ++r)
        for (int a = 0; a < 3; ++a) {
            kamm_body_def def = at_place(table(), 0, 0, 0.5);
            turned_about(&def, 0.4, 1, 0, angles[a]);
            kamm_world_def world_def = {.ground = kamm_flat_ground,
                                        .bodies = &def,
                                        .body_count = 1,
                                        .substep_s = 1 / rates[r]};
            kamm_world *world = create_world(&world_def);
            double lowest = 0;
            for (int n = 0; n < (int)(1.5 * rates[r]); ++n) {
                kamm_body_motion m;
                kamm_step_world(world, 1);
                read_body(world, 0, &m);
                const double *q = m.orientation;
                for (int foot = 0; foot < 4; ++foot) {
                    double x = foot % 2 ? 0.77 : -0.77, y = foot / 2 ? 0.47 : -0.47;
                    double z = m.position_m[2] + 2 * (q[1] * q[3] - q[0] * q[2]) * x +
                               2 * (q[2] * q[3] + q[0] * q[1]) * y;
                    lowest = fmin(lowest, z);
                }
            }
            print_message("%g/s, %g rad: %.2g m\n", rates[r], angles[a], lowest);
            expect_below(-lowest, 0.002);
            kamm_destroy_world(world);
        }
}

enum { ARC = 12 }; /* edges of each of the ring's sixteen pieces */

/* A ring about the y axis in sixteen pieces, each the hull of its outer arc and its inner corners. */
static kamm_body_def ring(double outer, double inner, double half_width,
                          double points[KAMM_MAX_SHAPES][2 * ARC + 6][3])
{
    kamm_body_def def = {.type = KAMM_BODY_DYNAMIC,
                         .shape_count = KAMM_MAX_SHAPES,
                         .mass_kg = 30,
                         .friction = 1,
                         .restitution = KAMM_NONE};
    for (int i = 0; i < KAMM_MAX_SHAPES; ++i) {
        int n = 0;
        for (int k = 0; k <= ARC + 2; ++k)
            for (int side = -1; side <= 1; side += 2, ++n) {
                double share = k <= ARC ? (double)k / ARC : k - ARC - 1;
                double angle = 2 * M_PI * (i + share) / KAMM_MAX_SHAPES,
                       r = k <= ARC ? outer : inner;
                points[i][n][0] = r * sin(angle), points[i][n][1] = side * half_width,
                points[i][n][2] = r * cos(angle);
            }
        def.shapes[i] = (kamm_shape){
            .kind = KAMM_SHAPE_HULL, .point_count = n, .points_m = (const double(*)[3])points[i]};
    }
    return def;
}

/* A regular polygon: its area, and its second moment about the middle. */
static double area_of(int sides, double r) { return 0.5 * sides * r * r * sin(2 * M_PI / sides); }
static double moment_of(int sides, double r)
{
    double turn = 2 * M_PI / sides;
    return sides * pow(r, 4) * sin(turn) * (2 + cos(turn)) / 12;
}

/* A rimless wheel (T. McGeer, "Passive dynamic walking", 1990): over each edge it gains speed by gravity, and loses some as it comes
 * down on the next. Returns how far it rolls from rest. */
static double rolled_m(int sides, double r, double kk, double lean, double time_s)
{
    double half = M_PI / sides, edge = 2 * r * sin(half), way = 0, time = 0, squared = 0;
    double kept = (kk + r * r * cos(2 * half)) / (kk + r * r);
    for (;;) {
        double next = squared + 2 * GRAVITY_MPS2 * edge * sin(lean) / (kk + r * r);
        double step = 2 * half / (0.5 * (sqrt(squared) + sqrt(next)));
        if (time + step > time_s) return way + edge * (time_s - time) / step;
        time += step, way += edge, squared = next * kept * kept;
    }
}

/* On ground and on a floor in pieces, from 240/s up: at 60/s it turns by more than an edge in a substep, and loses a tenth. */
static void a_ring_of_sixteen_rolls_as_a_ring(void **state)
{
    static double points[KAMM_MAX_SHAPES][2 * ARC + 6][3];
    static const double rates[] = {240, 600};
    const double r = 0.5, inner = 0.42, lean = 0.1, time_s = 2;
    const int sides = ARC * KAMM_MAX_SHAPES;
    (void)state;
    kamm_body_def def = ring(r, inner, 0.2, points);
    struct body_mass mass;
    double kk = (moment_of(sides, r) - moment_of(KAMM_MAX_SHAPES, inner)) /
                (area_of(sides, r) - area_of(KAMM_MAX_SHAPES, inner));
    kamm_find_body_mass(&def, &mass);
    expect_near(mass.inertia_kgm2[1][1], 30 * kk, 1e-9);
    expect_near(mass.inertia_kgm2[0][0], 30 * (kk / 2 + 0.04 / 3), 1e-9);
    for (int k = 0; k < 3; ++k) expect_near(mass.centre_m[k], 0, 1e-12);
    for (int on_floor = 0; on_floor < 2; ++on_floor)
        for (int n = 0; n < of_tier(1, 2); ++n) {
            kamm_body_def bodies[2] = {
                at_place(def, 0, 0, r),
                at_place(sliced(KAMM_BODY_STATIC, 8, 20, 3, 0.5), 0, 0, -0.5)};
            bodies[1].friction = 1;
            kamm_world_def world_def = {.ground = leaning_ground(1, 0, lean),
                                        .bodies = bodies,
                                        .body_count = 1 + on_floor,
                                        .substep_s = 1 / rates[n]};
            if (on_floor) world_def.ground.plane.point_m[2] = -10;
            kamm_world *world = create_world(&world_def);
            kamm_body_motion motion;
            kamm_step_world(world, (int)(time_s * rates[n]));
            read_body(world, 0, &motion);
            double way = rolled_m(sides, r, kk, lean, time_s);
            print_message("%g/s, %s: %.4f m of %.4f, %.4f rad/s of %.4f\n", rates[n],
                          on_floor ? "floor" : "ground", motion.position_m[0], way,
                          motion.angular_velocity_radps[1], motion.velocity_mps[0] / r);
            expect_near(motion.position_m[0], way, 0.03 * way);
            expect_near(motion.angular_velocity_radps[1], motion.velocity_mps[0] / r, 0.01);
            kamm_destroy_world(world);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_tip_over_at_their_angle),
        cmocka_unit_test(a_table_stands_on_four_legs),
        cmocka_unit_test(no_foot_of_a_table_enters_the_ground),
        cmocka_unit_test(a_ring_of_sixteen_rolls_as_a_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
